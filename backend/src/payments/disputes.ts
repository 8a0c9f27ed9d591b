import { Injectable } from '@nestjs/common';
import { CURRENCY } from '@supreme-access/contract/limits.js';
import { priceOf } from '@supreme-access/contract/money.js';
import type { Dispute } from '@supreme-access/contract/shapes/proofs.js';
import { DISPUTE_STATES } from '@supreme-access/contract/statuses.js';
import { InjectClock } from '../config/tokens.js';
import { heldAs, heldPrice, heldTime, type ListSpec, type ParsedList } from '../http/admin-list.js';
import { type OrderDoc, ordersProjection } from '../orders/orders.projection.js';
import { Reads } from '../projections/reads.js';
import { type DisputeDoc, disputesProjection } from './disputes.projection.js';

export const DISPUTE_LIST: ListSpec = {
  resource: 'disputes',
  fields: {
    id: 'disputeId',
    disputeId: 'disputeId',
    orderId: 'orderId',
    amount: 'amount',
    reason: 'reason',
    dueBy: 'dueBy',
    state: 'state',
    status: 'status',
    openedAt: 'openedAt',
  },
  held: { amount: heldPrice, dueBy: heldTime, openedAt: heldTime, state: heldAs(...DISPUTE_STATES) },
  ranges: ['dueBy', 'openedAt'],
  defaultSort: ['dueBy', 'asc'],
};

const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString());

@Injectable()
export class Disputes {
  constructor(
    private readonly reads: Reads,
    @InjectClock() private readonly clock: () => number,
  ) {}

  async page(list: ParsedList): Promise<{ rows: Dispute[]; total: number }> {
    const [docs, total] = await Promise.all([
      this.reads.find(disputesProjection, list),
      this.reads.count(disputesProjection, list.where),
    ]);
    const rows = await Promise.all(
      docs.map(async (doc) => disputeView(doc, await this.reads.get(ordersProjection, doc.orderId), this.clock())),
    );
    return { rows, total };
  }

  async ofOrder(orderId: string): Promise<DisputeDoc[]> {
    return this.reads.find(disputesProjection, { where: { orderId } });
  }
}

export function disputeFacts(doc: DisputeDoc, currency: string) {
  const { disputeId, amount, reason, dueBy, state, status, openedAt, closedAt } = doc;
  const times = { dueBy: iso(dueBy), openedAt: new Date(openedAt).toISOString(), closedAt: iso(closedAt) };
  return { disputeId, amount: priceOf(amount), currency, reason, state, status, ...times };
}

function disputeView(doc: DisputeDoc, order: OrderDoc | undefined, now: number): Dispute {
  const { disputeId: id, orderId } = doc;
  const facts = disputeFacts(doc, order?.currency ?? CURRENCY);
  const pastDue = doc.state === 'open' && doc.dueBy !== null && doc.dueBy <= now;
  return { id, orderId, productTitle: order?.productTitle ?? '', pastDue, ...facts };
}
