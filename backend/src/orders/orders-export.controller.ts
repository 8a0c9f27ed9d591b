import { Readable } from 'node:stream';
import { Controller, Get, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { BYTE_ORDER_MARK, csvLine } from '@supreme-access/contract/csv.js';
import { priceOf } from '@supreme-access/contract/money.js';
import { TEXT } from '@supreme-access/contract/shapes/primitives.js';
import type { FastifyReply } from 'fastify';
import { Needs } from '../auth/guard.js';
import { AnswersStream, Refuses } from '../http/answers.js';
import { ReadsPersonal } from '../http/personal-reads.js';
import { OrderFilterQuery, OrderList } from './order-list.js';
import { refundSum } from './order-status.js';
import type { OrderDoc } from './orders.projection.js';

/** Prices in currency units, times in ISO 8601 UTC. */
const COLUMNS: Readonly<Record<string, (doc: OrderDoc) => string | number | boolean | null>> = {
  orderId: ({ orderId }) => orderId,
  orderDate: ({ orderDate }) => new Date(orderDate).toISOString(),
  email: ({ email }) => email,
  name: ({ name }) => name,
  productId: ({ productId }) => productId,
  productTitle: ({ productTitle }) => productTitle,
  size: ({ size }) => size,
  style: ({ style }) => style,
  slotNumber: ({ slotNumber }) => slotNumber,
  status: ({ status }) => status,
  price: ({ price }) => priceOf(price),
  charged: ({ life }) => priceOf(life.charged?.amount ?? 0),
  refunded: ({ life }) => priceOf(refundSum(life, 'done')),
  currency: ({ currency }) => currency,
  reference: ({ life }) => life.bought?.evidence.reference ?? null,
  livemode: ({ livemode }) => livemode,
  archived: ({ archived }) => archived,
};

@ApiTags('admin orders')
@Controller('api/admin/orders')
export class OrdersExportController {
  constructor(private readonly orders: OrderList) {}

  /** Streams all matching orders as CSV, newest first: UTF-8 with a byte order mark, formulas neutralised. */
  @ReadsPersonal('order')
  @Get('export')
  @Needs('admin', 'auditor')
  @AnswersStream(
    'text/csv',
    TEXT,
    `one order per line in ${Object.keys(COLUMNS).length} columns, under the names ${Object.keys(COLUMNS).join(', ')}`,
  )
  @Refuses('invalid:list-query-invalid')
  async export(@Query() query: OrderFilterQuery, @Res() reply: FastifyReply): Promise<void> {
    const pages = await this.orders.everything(query);
    void reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="orders.csv"')
      .header('cache-control', 'no-store')
      .send(Readable.from(csvOf(pages), { objectMode: false }));
  }
}

async function* csvOf(pages: AsyncIterable<OrderDoc[]>): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(Object.keys(COLUMNS));
  const cells = Object.values(COLUMNS);
  for await (const page of pages) yield page.map((doc) => csvLine(cells.map((cell) => cell(doc)))).join('');
}
