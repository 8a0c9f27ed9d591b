import { Injectable } from '@nestjs/common';
import { PROMISE_MS } from '@supreme-access/contract/limits.js';
import { CloseOrder, type OrderState, order } from '../orders/order.js';
import { claimed, isAnothersTurn, RecordCheckout, StartCheckout, TakeOverCheckout } from '../orders/order-checkout.js';
import { isEnded } from '../orders/order-status.js';
import { Orders } from '../orders/orders.js';
import { Commands } from '../platform/commands.js';
import type { LookAgain } from '../platform/due/due-work.js';
import { freshStep, workerOrigin } from '../platform/origins.js';
import { InjectClock } from '../platform/platform.js';
import { type Aim, ATTEMPT_DEADLINE, CheckoutAttempt } from './checkout-attempt.js';
import { choiceKey } from './choices.js';

/** A claim holds for the attempt's deadline and half a minute more, ms. */
export const LEASE = ATTEMPT_DEADLINE + 30_000;
/** Once the promise's time is up only closing may act; it looks itself, this often at most, ms. */
const CLOSING = 30_000;

/** Claims an order's checkout, has it attempted, and records what came of it. The claim is the lock: the loser is refused. */
@Injectable()
export class Checkouts {
  private readonly origin = workerOrigin('checkout');

  constructor(
    private readonly commands: Commands,
    private readonly orders: Orders,
    private readonly attempt: CheckoutAttempt,
    @InjectClock() private readonly clock: () => number,
  ) {}

  /** One step: a new attempt, or a takeover past the lease. Returns the last event's position, undefined: nothing to do. */
  async step(orderId: string, signal: AbortSignal): Promise<number | LookAgain | undefined> {
    try {
      await this.orders.place(orderId, freshStep(this.origin));
      const state = await this.commands.state(order, orderId);
      const now = this.clock();
      if (state.bought || isEnded(state)) return undefined;
      // Nothing is bought after the promise's end: what is open is the closing worker's, which asks the retailer first.
      if (state.closesAt !== null && now >= state.closesAt) return { lookAgainAt: now + CLOSING };
      if (state.checkout) return await this.takeOver(orderId, signal);
      return await this.begin(orderId, state, signal);
    } catch (error) {
      if (isAnothersTurn(error)) return undefined;
      throw error;
    }
  }

  /** Before an order is closed, its open reference is ended at the retailer; whatever that says is recorded. */
  async settle(orderId: string): Promise<'settled' | 'open'> {
    const { checkout, placed } = await this.commands.state(order, orderId);
    if (!checkout || !placed) return 'settled';
    const outcome = await this.attempt.close(checkout, AbortSignal.timeout(ATTEMPT_DEADLINE));
    if (outcome.kind === 'unknown') return 'open';
    await this.record(orderId, checkout.reference, outcome);
    return 'settled';
  }

  private async begin(orderId: string, state: OrderState, signal: AbortSignal): Promise<number | undefined> {
    const { placed, soldOut } = state;
    if (!placed) return undefined;
    const drop = await this.attempt.drop(placed.productId);
    // A test order has an end of its own, whatever its product went through.
    const promised = state.closesAt ?? (placed.livemode ? drop.closesAt : null);
    if (promised !== null && this.clock() >= promised) return undefined;
    const choice = await this.attempt.choose(placed, soldOut, drop.facts, signal);
    if (choice === null && soldOut.includes(choiceKey(placed))) {
      return (
        await this.commands.execute(order, new CloseOrder(orderId, { reason: 'sold-out' }, freshStep(this.origin)))
      ).position;
    }
    const now = this.clock();
    // With nothing known to be left, the retailer's own no to the first wish is the definite answer.
    const { size, style } = choice ?? placed;
    const closesAt = promised ?? now + PROMISE_MS;
    const claim = { by: this.attempt.worker, leaseUntil: now + LEASE, size, style, closesAt };
    const started = await this.commands.execute(order, new StartCheckout(orderId, claim, freshStep(this.origin)));
    const { checkout } = started.state;
    if (checkout?.by !== this.attempt.worker) throw claimed();
    return this.submit({ placed, checkout, soldOut: started.state.soldOut }, signal);
  }

  private async takeOver(orderId: string, signal: AbortSignal): Promise<number | undefined> {
    const claim = { by: this.attempt.worker, leaseUntil: this.clock() + LEASE };
    const { state } = await this.commands.execute(order, new TakeOverCheckout(orderId, claim, freshStep(this.origin)));
    const { checkout, placed, soldOut } = state;
    if (!checkout || !placed) return undefined;
    const aim = { placed, checkout, soldOut };
    const outcome = await this.attempt.lookUp(aim, signal);
    if (outcome === 'never-seen') return this.submit(aim, signal);
    return this.record(orderId, checkout.reference, outcome);
  }

  private async submit(aim: Aim, signal: AbortSignal): Promise<number> {
    const outcome = await this.attempt.submit(aim, signal);
    return this.record(aim.placed.orderId, aim.checkout.reference, outcome);
  }

  private async record(
    orderId: string,
    reference: string,
    outcome: RecordCheckout['data']['outcome'],
  ): Promise<number> {
    const { position } = await this.commands.execute(
      order,
      new RecordCheckout(orderId, { reference, outcome }, freshStep(this.origin)),
    );
    return position;
  }
}
