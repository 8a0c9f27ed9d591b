import fc from 'fast-check';
import { answer, CLOSES, evidence, hint, ID, INTENT, NOW, origin, slot } from './order.fixture.js';
import {
  ArchiveOrder,
  CloseOrder,
  EraseOrder,
  FinishErasure,
  type OrderCommand,
  type OrderEvent,
  type OrderState,
  order,
  PlaceOrder,
  RecordAcoAccess,
  WithdrawOrder,
} from './order.js';
import { GiveCode, RecordCheckout, RecordEvidence, StartCheckout, TakeOverCheckout } from './order-checkout.js';
import { CloseDispute, DisputeFee } from './order-dispute.js';
import { ChargeFee, RecordCharge, WaiveFee } from './order-fee.js';
import { ForgetProof, ReceiveHint, RecordProofCheck, ReviewProof } from './order-proofs.js';
import { RecordRefund, RecordRefundByHand, RefundOrder, SettleRefund, StartRefund } from './order-refund.js';

export interface Step {
  command: OrderCommand;
  now: number;
  before: OrderState;
  events: OrderEvent[];
  after: OrderState;
}

type CommandClass<D> = new (id: string, data: D, asker: typeof origin) => OrderCommand;
type Make = (now: number) => OrderCommand;
const make =
  <D>(command: CommandClass<D>, data: (now: number) => D): Make =>
  (now) =>
    new command(ID, data(now), origin);

const claim = (now: number) => ({ by: 'worker', leaseUntil: now + 40_000 });
/** Who claims, and whom they know to have ended. */
const takeover = fc.constantFrom(
  { by: 'worker' },
  { by: 'other' },
  { by: 'worker', ended: 'other' },
  { by: 'other', ended: 'worker' },
);
const START = (now: number) => ({ ...claim(now), size: 'm', style: 'Red', closesAt: CLOSES }) as const;
const CLAIM = (now: number) => ({ ...claim(now), intentId: INTENT, paymentMethodId: 'pm_1' });
const PAID = () => ({ intentId: INTENT, outcome: { kind: 'charged', chargeId: 'ch_1', amount: 2_000 } }) as const;
const DECLINED = () => ({ intentId: INTENT, outcome: { kind: 'declined', reason: 'card_declined' } }) as const;
const BOUGHT = () => ({ reference: `${ID}:1`, outcome: { kind: 'succeeded', evidence } }) as const;
const outcomes = fc.constantFrom(
  () => ({ kind: 'succeeded', evidence }) as const,
  (now: number) => ({ kind: 'refused', reason: 'sold-out', retryAt: now + 1_000 }) as const,
  () => ({ kind: 'refused', reason: 'card-declined', retryAt: null }) as const,
  (now: number) => ({ kind: 'refused', reason: 'declined', retryAt: now + 1_000 }) as const,
  (now: number) => ({ kind: 'refused', reason: 'code-gone', retryAt: now + 72 * 3_600_000 }) as const,
  (now: number) => ({ kind: 'unknown', reason: 'timeout', retryAt: now + 1_000 }) as const,
);
const refundId = fc.constantFrom('r1', 'r2', 'r3', `${ID}-late`);
const amount = fc.constantFrom(null, 1, 500, 1_999, 2_000, 2_001);

const buying: fc.Arbitrary<Make>[] = [
  fc.constant(make(StartCheckout, START)),
  fc
    .tuple(fc.integer({ min: 1, max: 3 }), takeover)
    .map(([n, by]) =>
      make(TakeOverCheckout, (now) => ({ ...claim(now), ...by, reference: `${ID}:${n}`, retryAt: now + 1_000 })),
    ),
  fc
    .tuple(fc.integer({ min: 1, max: 3 }), outcomes)
    .map(([n, outcome]) => make(RecordCheckout, (now) => ({ reference: `${ID}:${n}`, outcome: outcome(now) }))),
  fc.constantFrom('o.1', 'o.2').map((codeRecord) => make(GiveCode, () => ({ codeRecord }))),
  fc
    .tuple(
      fc.constantFrom('signed-email' as const, 'reviewed' as const, 'card-charge' as const),
      fc.constantFrom('R-77', `${ID}:1`, `${ID}:2`, `${ID.toUpperCase()}:3`),
    )
    .map(([kind, reference]) => make(RecordEvidence, () => ({ evidence: { ...evidence, kind, reference } }))),
];
const reviewing: fc.Arbitrary<Make>[] = [
  fc
    .tuple(fc.constantFrom('p.1', 'p.2'), fc.constantFrom(null, `${ID}:1`, `${ID}:2`))
    .map(([proofId, reference]) =>
      make(ReceiveHint, () => ({ ...hint, proofId, record: proofId, reference, isUnverified: false })),
    ),
  fc
    .tuple(fc.constantFrom('p.1', 'p.2'), fc.constantFrom('accept', 'refuse'))
    .map(([proofId, decision]) => make(ReviewProof, () => ({ proofId, decision, reason: 'x' }) as const)),
  fc.constant(make(RecordProofCheck, () => ({ proofId: 'p.1', answer: 'refused' }) as const)),
  fc.constant(make(ForgetProof, () => ({ proofId: 'p.2' }))),
];
const paying: fc.Arbitrary<Make>[] = [
  fc
    .tuple(fc.constantFrom('pm_1', 'pm_2'), takeover)
    .map(([paymentMethodId, by]) =>
      make(ChargeFee, (now) => ({ ...claim(now), ...by, intentId: INTENT, paymentMethodId })),
    ),
  fc.constant(make(RecordCharge, PAID)),
  fc.constant(make(RecordCharge, DECLINED)),
  fc.constant(make(WaiveFee, () => ({ reason: 'below the minimum' }))),
];
const refunding: fc.Arbitrary<Make>[] = [
  fc.tuple(refundId, amount).map(([id, sum]) => make(RefundOrder, () => ({ refundId: id, amount: sum, reason: 'x' }))),
  fc.tuple(refundId, takeover).map(([id, by]) => make(StartRefund, (now) => ({ ...claim(now), ...by, refundId: id }))),
  refundId.map((id) =>
    make(RecordRefund, () => ({ refundId: id, outcome: { kind: 'refunded', stripeRefundId: `re_${id}` } as const })),
  ),
  refundId.map((id) =>
    make(RecordRefund, () => ({ refundId: id, outcome: { kind: 'failed', reason: 'closed' } as const })),
  ),
];
const settling = fc
  .constantFrom('s1', 's2')
  .map((settlementId) => make(SettleRefund, () => ({ settlementId, reason: 'x' })));
const byHand = fc
  .tuple(fc.constantFrom('re_a', 're_b'), fc.constantFrom(1, 500, 2_000), fc.constantFrom(null, 'closed'))
  .map(([stripeRefundId, sum, failure]) => make(RecordRefundByHand, () => ({ stripeRefundId, amount: sum, failure })));
const keeping: fc.Arbitrary<Make>[] = [
  fc
    .constantFrom('needs_response', 'warning_needs_response', 'something_new')
    .map((status) => make(DisputeFee, () => ({ disputeId: 'dp_1', amount: 2_000, status }))),
  fc
    .constantFrom('won', 'lost', 'prevented', 'warning_closed')
    .map((outcome) => make(CloseDispute, () => ({ disputeId: 'dp_1', amount: 2_000, outcome }) as const)),
  fc.constant(make(WithdrawOrder, () => ({ by: 'holder' as const, reason: 'x' }))),
  fc.constantFrom('no-evidence', 'fee-lapsed').map((reason) => make(CloseOrder, () => ({ reason }) as const)),
  fc.constant(make(ArchiveOrder, () => ({}))),
  fc.constant(make(RecordAcoAccess, () => ({ reason: 'x' }))),
  fc.constant(make(EraseOrder, () => ({}))),
  fc.constant(make(FinishErasure, () => ({}))),
];

const pause = fc.constantFrom(0, 1_000, 40_000, 3_600_000);
const asked = fc.tuple(
  pause,
  fc.oneof(
    { weight: 4, arbitrary: fc.oneof(...buying, ...reviewing) },
    { weight: 6, arbitrary: fc.oneof(...paying) },
    { weight: 6, arbitrary: fc.oneof(...refunding, byHand, settling) },
    { weight: 1, arbitrary: fc.oneof(...keeping) },
  ),
);

/** How far the order has come when anything goes, so that late moments are visited as often as early ones. */
const beginnings = fc.constantFrom(
  [],
  [make(StartCheckout, START), make(RecordCheckout, BOUGHT)],
  [make(StartCheckout, START), make(RecordCheckout, BOUGHT), make(ChargeFee, CLAIM), make(RecordCharge, DECLINED)],
  [make(StartCheckout, START), make(RecordCheckout, BOUGHT), make(RecordCharge, PAID)],
);

export const histories: fc.Arbitrary<Step[]> = fc
  .tuple(beginnings, fc.array(asked, { maxLength: 60, size: 'max' }))
  .map(([beginning, wishes]) => live([...beginning.map((wish) => [0, wish] as const), ...wishes]));

function live(wishes: readonly (readonly [ms: number, wish: Make])[]): Step[] {
  let now = NOW;
  let state = order.initial;
  const steps: Step[] = [];
  for (const [ms, wish] of [[0, make(PlaceOrder, () => slot)] as const, ...wishes]) {
    now += ms;
    const command = wish(now);
    const events = answer(command, state, now);
    const after = events.reduce(order.evolve, state);
    steps.push({ command, now, before: state, events, after });
    state = after;
  }
  return steps;
}
