import type { AdminOrder, OrderAction } from '@supreme-access/contract/shapes/orders.js';
import type { ProductDoc } from '../catalogue/products/products.projection.js';
import { workerMetadata } from '../event-sourcing/command-metadata.js';
import { Refused } from '../event-sourcing/decider.js';
import {
  ArchiveOrder,
  acoGone,
  EraseOrder,
  type OrderCommand,
  ofAccount,
  order,
  personErased,
  releaseStarted,
  WithdrawOrder,
} from './order.js';
import { notReleased, RecordEvidence } from './order-checkout.js';
import { RefundOrder, SettleRefund } from './order-refund.js';
import { SettlePurchase } from './order-shop.js';
import { isEnded, orderEnded } from './order-status.js';
import type { OrderDoc } from './orders.projection.js';

type Reason = NonNullable<AdminOrder['refusals'][OrderAction]>;

const metadata = workerMetadata('rehearsal');
const done = (error: string): Reason => ({ code: 'done', error });
const PROVEN = done('The purchase has already been proven.');
const DONE = {
  refund: done('This refund has already been requested.'),
  settle: done('This has already been recorded.'),
  settlePurchase: done('This has already been settled.'),
  withdraw: done('This order has already been withdrawn.'),
  evidence: PROVEN,
  archive: done('This order has already been archived.'),
  erase: done('The person who placed this order has already been erased.'),
};
const PLACING: Reason = { code: 'placing', error: 'This order is being placed. Try again in a moment.' };

/** Why each action would be refused now, as its route would answer. `now`: ms UTC. */
export function orderRefusals(doc: OrderDoc, drop: ProductDoc | undefined, now: number): AdminOrder['refusals'] {
  const { life, livemode, orderId, email } = doc;
  const hasStarted = drop?.startedAt != null;
  const evidence = { kind: 'retailer', reference: 'rehearsal', sha256: 'rehearsal' } as const;
  const check = (action: keyof typeof DONE, command: OrderCommand) =>
    life.placed ? refusalOf(command, doc, now, DONE[action]) : PLACING;
  // These commands place an order first, so an unplaced one does not refuse them.
  const checkIfPlaced = (action: keyof typeof DONE, command: OrderCommand) =>
    life.placed ? check(action, command) : undefined;
  const refusals: Record<OrderAction, Reason | undefined> = {
    refund: check('refund', new RefundOrder(orderId, { refundId: '', amount: null, reason: '' }, metadata)),
    settle: check('settle', new SettleRefund(orderId, { settlementId: '', reason: '' }, metadata)),
    settlePurchase: check('settlePurchase', new SettlePurchase(orderId, { reason: '' }, metadata)),
    withdraw: hasStarted
      ? said(releaseStarted())
      : checkIfPlaced('withdraw', new WithdrawOrder(orderId, { by: 'admin', reason: '' }, metadata)),
    evidence: check('evidence', new RecordEvidence(orderId, { evidence }, metadata)),
    archive: check('archive', new ArchiveOrder(orderId, {}, metadata)),
    checkout: checkoutRefusal(doc, livemode && !hasStarted),
    resend: email === null || life.erased ? said(personErased()) : undefined,
    aco: isEnded(life) ? said(acoGone()) : undefined,
    erase: eraseRefusal(doc, hasStarted) ?? checkIfPlaced('erase', new EraseOrder(orderId, {}, metadata)),
  };
  return Object.fromEntries(Object.entries(refusals).filter(([, reason]) => reason !== undefined));
}

const said = ({ code, message }: Refused): Reason => ({ code, error: message });

function checkoutRefusal({ life }: OrderDoc, waits: boolean): Reason | undefined {
  if (life.bought) return PROVEN;
  if (isEnded(life)) return said(orderEnded());
  return waits ? said(notReleased()) : undefined;
}

/** Erasure releases an unused slot, which is possible only before the release. */
function eraseRefusal({ life, accountId }: OrderDoc, hasStarted: boolean): Reason | undefined {
  if (accountId !== null) return said(ofAccount());
  return hasStarted && !isEnded(life) && life.attempts === 0 ? said(releaseStarted()) : undefined;
}

function refusalOf(command: OrderCommand, { life }: OrderDoc, now: number, duplicate: Reason): Reason | undefined {
  try {
    return order.decide(command, life, now).length === 0 ? duplicate : undefined;
  } catch (error) {
    if (error instanceof Refused) return said(error);
    throw error;
  }
}
