import { Injectable } from '@nestjs/common';
import type { ProofAnswer } from '@supreme-access/contract/shapes/proofs.js';
import { derivedMetadata } from '../../event-sourcing/command-metadata.js';
import { Commands } from '../../event-sourcing/commands.js';
import type { CommandMetadata } from '../../event-sourcing/decider.js';
import { type OpenCheckout } from '../../orders/checkout-facts.js';
import { type OrderState, order } from '../../orders/order.js';
import { RecordCheckout } from '../../orders/order-checkout.js';
import { checkoutReference } from '../../retailers/retailer.js';
import { CheckoutAttempt } from '../checkout-attempt.js';
import { RetailerAway } from '../checkouts.js';
import { TokenCheckout } from '../token-checkout.js';

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
    const checkout = checkoutOf(state, reference);
    if (!state.placed || !checkout) return 'never-seen';
    const { placed, soldOut } = state;
    const aim = { placed, checkout, soldOut };
    const outcome = checkout.paying
      ? await this.byToken.lookUp(aim, metadata, signal)
      : await this.attempt.lookUp(aim, signal);
    if (outcome === 'never-seen') return outcome;
    if (typeof outcome === 'number' || 'lookAgainAt' in outcome) return 'in-progress';
    if (outcome.kind === 'unknown') {
      if (outcome.reason === 'in-progress') return 'in-progress';
      throw new RetailerAway(outcome);
    }
    const answer = new RecordCheckout(orderId, { reference, outcome }, derivedMetadata(metadata));
    await this.commands.execute(order, answer);
    return outcome.kind;
  }
}

/** A shop's session is named by the open checkout alone. */
function checkoutOf({ checkout, placed, attempts, paysByToken }: OrderState, reference: string): OpenCheckout | null {
  if (checkout?.reference === reference) return checkout;
  const attempt = Number(reference.slice(reference.lastIndexOf(':') + 1));
  if (
    !placed ||
    placed.means === 'token' ||
    reference !== checkoutReference(placed.orderId, attempt) ||
    attempt > attempts
  )
    return null;
  const { size, style } = placed;
  return { attempt, reference, size, style, by: '', leaseUntil: 0, inVain: 0, codeRecord: null };
}
