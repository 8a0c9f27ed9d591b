import { Injectable } from '@nestjs/common';
import type { ProofAnswer } from '@supreme-access/contract/shapes/proofs.js';
import { derivedMetadata } from '../../event-sourcing/command-metadata.js';
import { Commands } from '../../event-sourcing/commands.js';
import type { CommandMetadata } from '../../event-sourcing/decider.js';
import type { GivenUp, OpenCheckout } from '../../orders/checkout-facts.js';
import { type OrderState, order } from '../../orders/order.js';
import { RecordCheckout } from '../../orders/order-checkout.js';
import { checkoutReference } from '../../retailers/retailer.js';
import { type AttemptedOrder, CheckoutAttempt } from '../checkout-attempt.js';
import { RetailerAway } from '../checkouts.js';
import { type Looked, TokenCheckout } from '../token-checkout.js';

@Injectable()
export class LookUps {
  constructor(
    private readonly commands: Commands,
    private readonly attempt: CheckoutAttempt,
    private readonly byToken: TokenCheckout,
  ) {}

  /** @throws RetailerAway when the outcome is unknown */
  async ask(orderId: string, reference: string, signal: AbortSignal, metadata: CommandMetadata): Promise<ProofAnswer> {
    const state = await this.commands.state(order, orderId);
    const { placed, soldOut, givenUp } = state;
    const ended = givenUp.find((one) => one.reference === reference);
    const checkout = ended ?? (await this.checkoutOf(state, reference));
    if (!placed || !checkout) return 'never-seen';
    const outcome = await this.lookUp({ placed, soldOut }, checkout, metadata, signal);
    if (outcome === 'never-seen') return outcome;
    if (typeof outcome === 'number' || 'rescheduleAt' in outcome) return 'in-progress';
    if (outcome.kind === 'unknown') {
      if (outcome.reason === 'in-progress') return 'in-progress';
      throw new RetailerAway(outcome, checkout);
    }
    const answer = new RecordCheckout(orderId, { reference, outcome }, derivedMetadata(metadata));
    await this.commands.execute(order, answer);
    return outcome.kind;
  }

  private lookUp(
    order: Omit<AttemptedOrder, 'checkout'>,
    checkout: OpenCheckout | GivenUp,
    metadata: CommandMetadata,
    signal: AbortSignal,
  ): Promise<Looked> {
    if ('session' in checkout) return this.byToken.lookUpEnded(checkout, signal);
    const attempted = { ...order, checkout };
    return checkout.paying ? this.byToken.lookUp(attempted, metadata, signal) : this.attempt.lookUp(attempted, signal);
  }

  /** Where a product is bought is fixed once its release has started. */
  private async checkoutOf(state: OrderState, reference: string): Promise<OpenCheckout | null> {
    const { checkout, placed, attempts } = state;
    if (checkout?.reference === reference) return checkout;
    const attempt = Number(reference.slice(reference.lastIndexOf(':') + 1));
    const isOurs = placed && reference === checkoutReference(placed.orderId, attempt) && attempt <= attempts;
    if (!isOurs || placed.means === 'token') return null;
    const { size, style, productId } = placed;
    const { retailerId } = (await this.attempt.drop(productId)).facts;
    const at = retailerId ? { retailerId } : {};
    return { attempt, reference, size, style, by: '', leaseUntil: 0, unresolvedClaims: 0, codeRecord: null, ...at };
  }
}
