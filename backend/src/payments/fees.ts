import { Injectable } from '@nestjs/common';
import { MANDATE_VERSION } from '@supreme-access/contract/texts.js';
import { workerMetadata } from '../event-sourcing/command-metadata.js';
import { Commands } from '../event-sourcing/commands.js';
import { type CommandMetadata, Refused, unreachable } from '../event-sourcing/decider.js';
import type { Reschedule } from '../jobs/job-worker.js';
import { feeSettled } from '../orders/action-outcomes.js';
import { isAnothersTurn } from '../orders/claims.js';
import { isMadeByGuest, type OrderState, order, type PlacedOrder } from '../orders/order.js';
import { TEST_ORDER } from '../orders/order-fee.js';
import type { OrderFees } from '../orders/order-fees.js';
import { isEnded, statusOf } from '../orders/order-status.js';
import { ordersProjection } from '../orders/orders.projection.js';
import { Reads } from '../projections/reads.js';
import type { Position } from '../stores/event-log/event-log.js';
import { CardSaves } from '../stripe/card-saves.js';
import { type Attempted, FeeAttempt, stripeAway } from './fee-attempt.js';
import { belowMinimum } from './minimum-charge.js';

const OTHER_CARD = 'Please use another card.';
const DECLINES: Readonly<Record<string, string>> = {
  authentication_required: 'Your bank asks you to confirm this payment. Please try again, or use another card.',
  expired_card: `Your card has expired. ${OTHER_CARD}`,
  insufficient_funds: `Your card has insufficient funds. ${OTHER_CARD}`,
  incorrect_cvc: `Your card's security code is incorrect. ${OTHER_CARD}`,
  processing_error: 'Your bank could not process the payment. Please try again in a moment.',
};

@Injectable()
export class Fees implements OrderFees {
  constructor(
    private readonly attempts: FeeAttempt,
    private readonly commands: Commands,
    private readonly reads: Reads,
    private readonly cards: CardSaves,
  ) {}

  /** Charges, waives or continues the fee; undefined when nothing is due. @throws RetryableError without a definite answer */
  async charge(
    orderId: string,
    metadata: CommandMetadata = workerMetadata('charge-fee'),
  ): Promise<Position | Reschedule | undefined> {
    const state = await this.commands.cached(order, orderId);
    const { placed } = state;
    if (!placed || !state.bought || state.charged || isEnded(state)) return undefined;
    try {
      const attempted = await this.attempt(state, placed, metadata);
      if (attempted === undefined || 'rescheduleAt' in attempted) return attempted;
      if (attempted.kind === 'unknown' && attempted.position === undefined) {
        throw stripeAway('about the fee', attempted.cause);
      }
      return attempted.position;
    } catch (error) {
      if (isAnothersTurn(error)) return undefined;
      throw error;
    }
  }

  /** @throws Refused 'fee-settled' | 'card-declined' | 'outcome-unknown' | 'too-many' */
  async payAgain(
    orderId: string,
    token: string | null,
    metadata: CommandMetadata,
    returnUrl?: string,
  ): Promise<string | null> {
    const isRepeated = await this.commands.isDone(order, orderId, metadata);
    const state = await this.commands.state(order, orderId);
    const { placed } = state;
    if (state.charge) throw underWay();
    if (isRepeated) return this.cameOf(orderId, state, metadata);
    if (!placed || !state.bought || statusOf(state) !== 'action_required') throw feeSettled();
    const payer = token === null ? placed.payer : await this.otherCard(placed, token, metadata);
    const input = { state, placed, payer, ...(returnUrl === undefined ? {} : { returnUrl }) };
    const attempted = await this.attempts.make(input, metadata).catch((error: unknown) => {
      throw error instanceof Refused && error.code === 'claimed' ? underWay() : error;
    });
    switch (attempted.kind) {
      case 'charged':
      case 'waived':
        return null;
      case 'declined':
        if (attempted.redirectUrl) return attempted.redirectUrl;
        if (attempted.reason === 'cancelled') throw feeSettled();
        throw cardDeclined(DECLINES[attempted.reason]);
      case 'unknown':
        throw underWay();
      default:
        return unreachable(attempted);
    }
  }

  private async cameOf(
    orderId: string,
    { charged, waived, declined, intentId }: OrderState,
    metadata: CommandMetadata,
  ): Promise<string | null> {
    if (charged || waived) return null;
    if (declined === 'authentication_required' && intentId !== null) {
      const seen = await this.attempts.look(orderId, intentId, undefined, metadata);
      if (seen.kind === 'charged') return null;
      if ('redirectUrl' in seen && seen.redirectUrl) return seen.redirectUrl;
    }
    if (declined === null || declined === 'cancelled') throw feeSettled();
    throw cardDeclined(DECLINES[declined]);
  }

  async settle(orderId: string, metadata: CommandMetadata): Promise<void> {
    const { intentId, charged } = await this.commands.state(order, orderId);
    if (intentId === null || charged) return;
    const answer = await this.attempts.cancel(orderId, intentId, metadata);
    if (answer.kind === 'unknown') throw stripeAway('to cancel the fee', answer.cause);
  }

  private async attempt(
    state: OrderState,
    placed: PlacedOrder,
    metadata: CommandMetadata,
  ): Promise<Attempted | Reschedule | undefined> {
    const { orderId, payer, currency, livemode } = placed;
    if (state.charge) return this.attempts.goOn(orderId, state.charge, metadata);
    if (state.declined !== null) return undefined; // the shopper must pay again
    if (!livemode) return this.attempts.waive(orderId, TEST_ORDER, metadata);
    if (state.price <= 0) return this.attempts.waive(orderId, 'no fee', metadata);
    if (belowMinimum(state.price, currency)) return this.attempts.waive(orderId, 'below the minimum charge', metadata);
    return this.attempts.make({ state, placed, payer }, metadata);
  }

  private async otherCard(placed: PlacedOrder, token: string, { commandId, client }: CommandMetadata) {
    const { orderId, accountId, payer } = placed;
    const doc = await this.reads.get(ordersProjection, orderId);
    const request = {
      customerId: payer.customerId || null,
      email: doc?.email ?? '',
      name: doc?.name ?? '',
      token,
      ref: accountId === null || isMadeByGuest(placed) ? { orderId } : { accountId },
      mandateVersion: MANDATE_VERSION,
      idempotencyKey: `pay:${orderId}:${commandId}`,
    };
    const saved = await this.cards.save(request, client);
    if (saved.ok) return { customerId: saved.customerId, paymentMethodId: saved.paymentMethodId };
    throw saved.code === 'unknown' ? underWay() : cardDeclined(saved.text);
  }
}

function cardDeclined(text = `Your card was declined. ${OTHER_CARD}`): Refused {
  return new Refused('card-declined', 'conflict', text);
}

function underWay(): Refused {
  const text = 'We do not know yet whether the payment went through. Please check again in a minute.';
  return new Refused('outcome-unknown', 'unavailable', text, 5);
}
