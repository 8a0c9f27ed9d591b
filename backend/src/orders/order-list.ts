import { Injectable } from '@nestjs/common';
import { cleanLine } from '@supreme-access/contract/clean-text.js';
import type { OrderCounts } from '@supreme-access/contract/shapes/orders.js';
import { ENDED_STATUSES, OPEN_STATUSES, ORDER_STATUSES, type OrderStatus } from '@supreme-access/contract/statuses.js';
import { heldRetailer } from '../catalogue/products/product-queries.js';
import { productsProjection } from '../catalogue/products/products.projection.js';
import {
  both,
  heldAs,
  heldPrice,
  heldTime,
  type ListSpec,
  PageQuery,
  type ParsedList,
  parseList,
  searchIn,
} from '../http/admin-list.js';
import { Text } from '../http/fields.js';
import { Reads } from '../projections/reads.js';
import { normalize, type OrderDoc, ordersProjection } from './orders.projection.js';

const FILTER = `JSON object of filters, all of which must hold. By value or list of values: id, orderId, accountId, productId, productTitle,
status, size, style, price, slotNumber, orderDate, livemode. Ranges: orderDate_gte, _gt, _lte, _lt (ISO 8601), price_gte, _gt, _lte, _lt.
q: an order id or its beginning, or words of a name, an email address or a retailer's reference; name, email: the same of a person only by what they
are called; each word from its start, in any case, without accents. reference: the beginning of the retailer's reference.
archived: true, or [true,false] (false unless asked, or a list of ids is). ended, delisted (of its product): true or false. retailerId: where its product is bought ('standard': the retailer of the settings). promised: true, of those whose release has
started and that have not ended. refundFailed: true, of those that are owed what a failed refund did not pay.
unsettled: true, of those whose shop sold without being paid, or was paid and did not sell.
Example: {"q":"ada","ended":false,"orderDate_gte":"2026-11-21T11:00:00Z"}`;

export class OrderListQuery extends PageQuery {
  @Text({ optional: true, max: 20_000, verbatim: true, description: FILTER })
  filter?: string;
}
export class OrderFilterQuery {
  @Text({ optional: true, max: 20_000, verbatim: true, description: FILTER })
  filter?: string;
}

/** an order id or its prefix; a retailer's reference adds the attempt number */
const ID = /^([0-9a-f]{8}(?:-[0-9a-f-]{0,27})?)(?::\d*)?$/i;
const inWords = searchIn('words');
const isFlag = (value: unknown) => typeof value === 'boolean';

export const ORDER_LIST: ListSpec = {
  resource: 'orders',
  fields: {
    id: 'orderId',
    orderId: 'orderId',
    accountId: 'accountId',
    email: 'email',
    name: 'name',
    productId: 'productId',
    productTitle: 'productTitle',
    price: 'price',
    status: 'status',
    slotNumber: 'slotNumber',
    orderDate: 'orderDate',
    style: 'style',
    size: 'size',
    livemode: 'livemode',
    archived: 'archived',
  },
  held: {
    price: heldPrice,
    orderDate: heldTime,
    status: heldAs(...ORDER_STATUSES),
    livemode: heldAs(true, false),
    archived: heldAs(true, false),
  },
  ranges: ['orderDate', 'price'],
  filters: {
    q: (value) => {
      const [, id] = (typeof value === 'string' && ID.exec(cleanLine(value))) || [];
      return id === undefined ? inWords(value) : { orderId: { prefix: id.toLowerCase() } };
    },
    email: inWords,
    name: inWords,
    reference: (value) => {
      const words = inWords(value);
      return words?.words === undefined ? words : { ...words, reference: { prefix: normalize(String(value)) } };
    },
    ended: (value) => (isFlag(value) ? { status: { in: value ? ENDED_STATUSES : OPEN_STATUSES } } : undefined),
    delisted: (value) => (isFlag(value) ? { delisted: value } : undefined),
    retailerId: (value) => (typeof value === 'string' ? { retailerId: heldRetailer(value) } : undefined),
    promised: (value) => (value === true ? { promised: value } : undefined),
    refundFailed: (value) => (value === true ? { refundFailed: value } : undefined),
    unsettled: (value) => (value === true ? { unsettled: value } : undefined),
  },
  defaultSort: ['orderDate', 'desc'],
};

const PROMISED = ['pending', 'processing', 'action_required'] as const satisfies readonly OrderStatus[];
const PAGE = 500;

/** Sorts ties by time in the same direction, as the indexes do. */
function withTies(sort: ParsedList['sort']): ParsedList['sort'] {
  return sort.flatMap(([field, direction]) =>
    field === 'orderDate'
      ? [[field, direction]]
      : [
          [field, direction],
          ['orderDate', direction],
        ],
  );
}

@Injectable()
export class OrderList {
  constructor(private readonly reads: Reads) {}

  async page(query: OrderListQuery): Promise<{ list: ParsedList; docs: OrderDoc[]; total: number }> {
    const parsed = parseList(query, ORDER_LIST);
    const list = { ...parsed, sort: withTies(parsed.sort), where: await this.where(parsed) };
    const [docs, total] = await Promise.all([
      this.reads.find(ordersProjection, list),
      this.reads.count(ordersProjection, list.where),
    ]);
    return { list, docs, total };
  }

  async total(filter: object): Promise<number> {
    const parsed = parseList({ filter: JSON.stringify(filter) }, ORDER_LIST);
    return this.reads.count(ordersProjection, await this.where(parsed));
  }

  /** @throws Refused 'list-query-invalid' */
  async counts(query: OrderFilterQuery): Promise<OrderCounts> {
    const where = await this.where(parseList(query, ORDER_LIST));
    // The condition lets the store use the index that holds the status.
    const wanted = narrowed(where, { status: { in: ORDER_STATUSES } });
    const counted = await this.reads.countBy(ordersProjection, 'status', wanted);
    return Object.fromEntries(ORDER_STATUSES.map((status) => [status, counted.get(status) ?? 0])) as OrderCounts;
  }

  /** Yields matching orders in pages, newest first, each exactly once. @throws Refused 'list-query-invalid' */
  async everything(query: OrderFilterQuery): Promise<AsyncGenerator<OrderDoc[]>> {
    return this.pages(await this.where(parseList(query, ORDER_LIST)));
  }

  private async *pages(where: ParsedList['where']): AsyncGenerator<OrderDoc[]> {
    let last: OrderDoc | undefined;
    let seen: ReadonlySet<string> = new Set();
    for (;;) {
      const rest = last ? narrowed(where, { orderDate: { lte: last.orderDate } }) : where;
      const query = { where: rest, sort: [['orderDate', 'desc']], limit: PAGE + seen.size } as const;
      const page = await this.reads.find(ordersProjection, query);
      const fresh = page.filter(({ orderId }) => !seen.has(orderId));
      if (fresh.length === 0) return;
      yield fresh;
      last = fresh.at(-1);
      // One millisecond may hold more orders than a page.
      seen = new Set(page.filter(({ orderDate }) => orderDate === last?.orderDate).map(({ orderId }) => orderId));
    }
  }

  private async where({
    where: { delisted, retailerId, promised, refundFailed, ...where },
  }: ParsedList): Promise<ParsedList['where']> {
    let found: ParsedList['where'] = asksForIds(where) ? where : { archived: false, ...where };
    if (delisted !== undefined) found = narrowed(found, { productId: await this.productsThat({ delisted }) });
    if (retailerId !== undefined) found = narrowed(found, { productId: await this.productsThat({ retailerId }) });
    if (refundFailed !== undefined) found = narrowed(found, { orderId: await this.owed() });
    if (promised === undefined) return found;
    const productId = await this.productsThat({ startedAt: { gt: 0 } });
    return narrowed(found, { status: { in: PROMISED }, productId });
  }

  private async owed(): Promise<{ in: string[] }> {
    const pending = await this.reads.find(ordersProjection, { where: { status: 'refund_pending' } });
    return { in: pending.filter(({ life }) => life.owed > 0).map(({ orderId }) => orderId) };
  }

  private async productsThat(where: ParsedList['where']): Promise<{ in: string[] }> {
    const products = await this.reads.find(productsProjection, { where });
    return { in: products.map(({ productId }) => productId) };
  }
}

function asksForIds({ orderId }: ParsedList['where']): boolean {
  return typeof orderId === 'object' && orderId !== null && 'in' in orderId;
}

function narrowed(where: ParsedList['where'], more: ParsedList['where']): ParsedList['where'] {
  const narrow = { ...where };
  for (const [field, condition] of Object.entries(more)) {
    const before = narrow[field];
    narrow[field] = before === undefined ? condition : both(before, condition);
  }
  return narrow;
}
