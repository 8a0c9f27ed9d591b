import type { OrderAction } from '@supreme-access/contract/api-types.js';
import { Refused } from '../platform/decider.js';
import { workerOrigin } from '../platform/origins.js';
import type { ProductDoc } from '../products/products.projection.js';
import { ArchiveOrder, type OrderCommand, order, WithdrawOrder } from './order.js';
import { RecordEvidence } from './order-checkout.js';
import { RefundOrder } from './order-refund.js';
import { isEnded } from './order-status.js';
import type { OrderDoc } from './orders.projection.js';

type Refusals = Partial<Record<OrderAction, string>>;

const PLACING = 'This order is being placed. Try again in a moment.';
const ENDED = 'This order has ended.';
const origin = workerOrigin('rehearsal');
/** Nothing would be recorded, for it has happened already. */
const DONE = {
  refund: 'This refund is asked for already.',
  withdraw: 'This order is withdrawn already.',
  evidence: 'The purchase is proven already.',
  archive: 'This order is archived already.',
};

/** Why each action would be refused now, in words, by the aggregate itself on the read model's state. `now` is ms UTC. */
export function orderRefusals(doc: OrderDoc, drop: ProductDoc | undefined, now: number): Refusals {
  const { life, livemode, orderId, email } = doc;
  const hasStarted = drop?.startedAt != null;
  const evidence = { kind: 'retailer', reference: 'rehearsal', sha256: 'rehearsal' } as const;
  const asked = (action: keyof typeof DONE, command: OrderCommand) =>
    life.placed ? refusalOf(command, doc, now, DONE[action]) : PLACING;
  const refusals: Record<OrderAction, string | undefined> = {
    refund: asked('refund', new RefundOrder(orderId, { refundId: '', amount: null, reason: '' }, origin)),
    withdraw: hasStarted
      ? 'The release has started; this order can no longer be withdrawn.'
      : life.placed // a slot that is held can be given back at once: its order is placed first
        ? refusalOf(new WithdrawOrder(orderId, { by: 'admin', reason: '' }, origin), doc, now, DONE.withdraw)
        : undefined,
    evidence: asked('evidence', new RecordEvidence(orderId, { evidence }, origin)),
    archive: asked('archive', new ArchiveOrder(orderId, {}, origin)),
    checkout: checkoutRefusal(doc, livemode && !hasStarted),
    resend: email === null ? 'Nobody is left to write to.' : undefined,
    aco: isEnded(life) ? 'The auto-checkout data of an ended order is gone.' : undefined,
  };
  return Object.fromEntries(Object.entries(refusals).filter(([, reason]) => reason !== undefined));
}

function checkoutRefusal({ life }: OrderDoc, waits: boolean): string | undefined {
  if (life.bought) return DONE.evidence;
  if (isEnded(life)) return ENDED;
  return waits ? 'The release of this product has not started.' : undefined;
}

function refusalOf(command: OrderCommand, { life }: OrderDoc, now: number, done: string): string | undefined {
  try {
    return order.decide(command, life, now).length === 0 ? done : undefined;
  } catch (error) {
    if (error instanceof Refused) return error.message;
    throw error;
  }
}
