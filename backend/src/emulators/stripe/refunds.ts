import { ApiError, invalid, missing, unexpected } from './api-error.js';
import { type Charge, newObject, type Refund } from './objects.js';
import type { Params } from './params.js';
import { list, type Routes, retrieve } from './routes.js';
import { type Store, Transaction } from './store.js';

function refundedCharge(tx: Transaction, params: Params): Charge {
  const chargeId = params.text('charge');
  if (chargeId !== undefined) return tx.find('charge', chargeId, 'charge');
  const intent = tx.find('payment_intent', params.required('payment_intent'), 'payment_intent');
  if (intent.latest_charge === null || intent.status !== 'succeeded') {
    throw unexpected(
      'charge_not_refundable',
      `This PaymentIntent (${intent.id}) does not have a successful charge to refund.`,
    );
  }
  return tx.find('charge', intent.latest_charge, 'payment_intent');
}

function isInDispute(tx: Transaction, charge: Charge): boolean {
  if (!charge.disputed) return false;
  const disputes = tx.ids('dispute').map((id) => tx.find('dispute', id));
  return disputes.some((dispute) => dispute.charge === charge.id && !dispute.is_charge_refundable);
}

function amountOf(tx: Transaction, params: Params, charge: Charge): number {
  const open = charge.amount - charge.amount_refunded;
  const amount = params.integer('amount') ?? open;
  if (charge.status !== 'succeeded') throw missing('charge', charge.id, 'charge');
  if (isInDispute(tx, charge)) {
    throw unexpected('charge_disputed', `Charge ${charge.id} has been charged back; cannot issue a refund.`);
  }
  if (open === 0) throw unexpected('charge_already_refunded', `Charge ${charge.id} has already been refunded.`);
  if (amount < 1) throw invalid('Invalid positive integer', 'parameter_invalid_integer', 'amount');
  if (amount > open) {
    const message = `Refund amount (${amount}) is greater than unrefunded amount on charge (${open}).`;
    throw new ApiError(400, { type: 'invalid_request_error', message, param: 'amount' }, true);
  }
  return amount;
}

function withRefunded(tx: Transaction, charge: Charge, change: number): Charge {
  const amount_refunded = charge.amount_refunded + change;
  return tx.put({ ...charge, amount_refunded, refunded: amount_refunded === charge.amount });
}

function create(tx: Transaction, params: Params, delay: number): Refund {
  const charge = refundedCharge(tx, params);
  const amount = amountOf(tx, params, charge);
  const { behaviour } = charge.emulator;
  const pends = behaviour === 'refund-pends';
  const changes = pends || behaviour === 'refund-fails';
  const refund = tx.put<Refund>({
    ...newObject('refund', tx.at),
    amount,
    charge: charge.id,
    currency: charge.currency,
    metadata: params.metadata(),
    payment_intent: charge.payment_intent,
    reason: params.text('reason') ?? null,
    status: pends ? 'pending' : 'succeeded',
    emulator: changes ? { later: { at: tx.at + delay, status: pends ? 'succeeded' : 'failed' } } : {},
  });
  tx.emit('refund.created', refund);
  tx.emit('charge.refunded', withRefunded(tx, charge, amount));
  return refund;
}

function settle(tx: Transaction, id: string): void {
  const refund = tx.get('refund', id);
  if (!refund?.emulator.later) return;
  const { status } = refund.emulator.later;
  const failed = status === 'failed';
  const settled = tx.put<Refund>({
    ...refund,
    status,
    ...(failed ? { failure_reason: 'expired_or_canceled_card' } : {}),
    emulator: {},
  });
  if (failed) withRefunded(tx, tx.find('charge', refund.charge), -refund.amount);
  tx.emit('refund.updated', settled);
  tx.emit('charge.refund.updated', settled);
  if (failed) tx.emit('refund.failed', settled);
}

export class RefundClock {
  private readonly timers = new Map<string, NodeJS.Timeout>();
  private readonly waiting = new Set<() => void>();

  constructor(
    private readonly store: Store,
    private readonly commit: (tx: Transaction) => void,
    private readonly failed: (error: unknown) => void,
  ) {}

  watch(ids: Iterable<string>): void {
    for (const id of ids) {
      const later = this.store.get('refund', id)?.emulator.later;
      if (!later || this.timers.has(id)) continue;
      const timer = setTimeout(() => this.fire(id), Math.max(0, later.at - this.store.now()));
      timer.unref();
      this.timers.set(id, timer);
    }
  }

  /** Resolves once no refund is pending. */
  changed(): Promise<void> {
    if (this.timers.size === 0) return Promise.resolve();
    return new Promise((resolve) => this.waiting.add(resolve));
  }

  close(): void {
    for (const timer of this.timers.values()) clearTimeout(timer);
  }

  private fire(id: string): void {
    this.timers.delete(id);
    try {
      const tx = new Transaction(this.store);
      settle(tx, id);
      this.commit(tx);
    } catch (error) {
      this.failed(error);
    }
    if (this.timers.size > 0) return;
    for (const resolve of this.waiting) resolve();
    this.waiting.clear();
  }
}

/** `delay`: ms until the refund of a card that fails or pends changes */
export function refundRoutes(delay: number): Routes {
  return {
    'POST /v1/refunds': ({ tx, params }) => create(tx, params, delay),
    'GET /v1/refunds': list('refund', 'payment_intent', 'charge'),
    'GET /v1/refunds/:id': retrieve('refund'),
  };
}
