import { Controller, Get, Header, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ConsistencyProof, SlotProof } from '@supreme-access/contract/shapes/audit.js';
import { Open } from '../../auth/guard.js';
import { Limited } from '../../auth/limited.js';
import { Refused } from '../../event-sourcing/decider.js';
import { type Session } from '../../event-sourcing/requester.js';
import { Answers, Refuses } from '../../http/answers.js';
import { Text } from '../../http/fields.js';
import { SignedIn } from '../../http/request.js';
import { OrderLinks } from '../../orders/order-links.js';
import { Orders } from '../../orders/orders.js';
import type { SlotHolder } from '../../orders/slot-events.js';
import { Receipts } from './receipts.js';
import { READS, sealNumber } from './seals.controller.js';
import { Seals } from './seals.js';

export class ConsistencyQuery {
  @Text({ max: 15, description: 'number of the earlier seal' })
  first: string;
  @Text({ max: 15, description: 'number of the later one' })
  second: string;
}

@ApiTags('audit')
@Controller('api/audit/proofs')
export class ProofsController {
  constructor(
    private readonly receipts: Receipts,
    private readonly seals: Seals,
    private readonly orders: Orders,
    private readonly links: OrderLinks,
  ) {}

  /** Returns the signed receipt of a slot, and its inclusion proof once sealed, to the shopper and staff. */
  @Get('orders/:id')
  @Limited(READS, 'account')
  @Header('cache-control', 'no-store')
  @Answers(SlotProof)
  @Refuses('not-found', 'conflict:log-changed', 'unavailable:proof-not-ready')
  async ofOrder(@Param('id') id: string, @SignedIn() { accountId, roles }: Session): Promise<SlotProof> {
    const isStaff = roles.includes('admin') || roles.includes('auditor');
    return this.inHand(isStaff ? await this.orders.find(id) : await this.orders.findOwn(id, accountId));
  }

  /** Returns the same for the link in an order's mail, which is all that a guest has. */
  @Get('links/:token')
  @Open()
  @Limited(READS)
  @Header('cache-control', 'no-store')
  @Answers(SlotProof)
  @Refuses(
    'not-found:link-invalid',
    'not-found',
    'gone:link-expired',
    'conflict:log-changed',
    'unavailable:proof-not-ready',
  )
  async ofLink(@Param('token') token: string): Promise<SlotProof> {
    return this.inHand(await this.orders.find(this.links.open(token).orderId));
  }

  /** Proves that the later seal covers the earlier one unchanged: RFC 9162, 2.1.4. */
  @Get('consistency')
  @Open()
  @Limited(READS)
  @Answers(ConsistencyProof)
  @Refuses('not-found', 'invalid:seal-number-invalid', 'conflict:log-changed', 'unavailable:proof-not-ready')
  async consistency(@Query() query: ConsistencyQuery): Promise<ConsistencyProof> {
    const [one, two] = [sealNumber(query.first), sealNumber(query.second)];
    if (one >= two)
      throw new Refused('seal-number-invalid', 'invalid', 'The second seal must be later than the first.');
    const [first, second] = await Promise.all([this.seals.one(one), this.seals.one(two)]);
    return { first, second, path: await this.seals.consistency(first, second) };
  }

  private async inHand(order: SlotHolder): Promise<SlotProof> {
    return { success: true, ...(await this.receipts.of(order)) };
  }
}
