import { sha256 } from '../event-sourcing/ids.js';
import type { OpenCheckout } from '../orders/checkout-facts.js';
import type { CheckoutSecrets } from '../orders/checkout-secrets.js';
import type { Prepared, TokenEnd } from '../orders/order-tokens.js';
import type { PaymentTokens, TokenLookup } from '../stripe/payment-tokens.js';
import type { AttemptedOrder } from './checkout-attempt.js';

export interface TokenState {
  token: TokenEnd['token'] | 'open';
  captured: number;
}
export type Made = { kind: 'made'; token: string } | { kind: 'refused'; retryable: boolean } | { kind: 'unknown' };

const NONE: TokenState = { token: 'none', captured: 0 };

/** The payment token of one attempt: made with what the log says, read, and ended. `null`: Stripe does not say. */
export class CheckoutTokens {
  constructor(
    private readonly tokens: PaymentTokens,
    private readonly secrets: CheckoutSecrets,
  ) {}

  /** The identical call each time, so that a token that may exist is the one that is answered. */
  async make(
    { placed, checkout }: AttemptedOrder,
    { total, currency, seller, tokenExpiresAt }: Prepared,
  ): Promise<Made> {
    const { paymentMethodId } = placed.payer;
    const { reference } = checkout;
    const request = { reference, paymentMethodId, seller, total: { amount: total, currency } };
    const answer = await this.tokens.issue({ ...request, expiresAt: tokenExpiresAt });
    return answer.kind === 'issued' ? { kind: 'made', token: answer.token } : answer;
  }

  /** The vault's record comes before the event that names it. `now`: ms UTC */
  async keep(token: string, now: number): Promise<{ tokenRecord: string; tokenHash: string }> {
    return { tokenRecord: await this.secrets.keepToken(token, now), tokenHash: sha256(token) };
  }

  /** The token that the log names. */
  async named({ paying }: OpenCheckout): Promise<string | null> {
    return paying?.token ? this.secrets.token(paying.token.tokenRecord) : null;
  }

  async read(checkout: OpenCheckout): Promise<TokenState | null> {
    if (!checkout.paying?.token) return NONE;
    const token = await this.named(checkout);
    return token === null ? null : stateOf(await this.tokens.read(token));
  }

  /** Revokes the token that the log names, or the one that may have been made for the prepared checkout. */
  async end(attempted: AttemptedOrder): Promise<TokenEnd | null> {
    const { prepared, token: named } = attempted.checkout.paying ?? {};
    if (!prepared) return { token: 'none', captured: 0 };
    const token = await this.named(attempted.checkout);
    if (token !== null) return this.revoke(token);
    // The identical call tells which token it made, for a day: also that of a record which was erased.
    const made = await this.make(attempted, prepared);
    if (made.kind === 'refused') return { token: named ? 'gone' : 'none', captured: 0 };
    const end = made.kind === 'made' ? await this.revoke(made.token) : null;
    const isOther = named && made.kind === 'made' && sha256(made.token) !== named.tokenHash;
    return end && isOther ? { token: 'gone', captured: 0 } : end;
  }

  private async revoke(token: string): Promise<TokenEnd | null> {
    const state = stateOf(await this.tokens.revoke(token));
    return state === null || state.token === 'open' ? null : { token: state.token, captured: state.captured };
  }
}

function stateOf(answer: TokenLookup): TokenState | null {
  // What Stripe does not know cannot be captured.
  if (answer.kind === 'gone') return { token: 'gone', captured: 0 };
  return answer.kind === 'token' ? { token: answer.state, captured: answer.captured } : null;
}
