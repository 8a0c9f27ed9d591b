import { brandOf } from '@supreme-access/contract/cards.js';
import Stripe from 'stripe';
import type { OnAnswer } from '../jobs/partner-limit.js';
import { boundedClient } from './bounded-client.js';
import { methodOf } from './card-methods.js';
import { instrumented } from './instrumented-client.js';
import { intentOf, ownerOf } from './intents.js';
import type { CardData, Confirm, CreateIntent, RefundFee, SaveCard } from './payment-requests.js';
import type {
  CancelResult,
  ConfirmResult,
  DeleteResult,
  IntentLookup,
  IntentOwner,
  IntentResult,
  RefundLookup,
  RefundResult,
  SavedCardResult,
  TokenResult,
} from './payment-results.js';
import { PaymentTokens } from './payment-tokens.js';
import { type Ping, ping } from './ping.js';
import { cardRefused, charged, confirmed, intentLookup, refundResult, savedCard } from './stripe-answers.js';
import { isMethodRefused, KEY_REUSED, refusalCode, stripeError, unknown } from './stripe-errors.js';
import { StripeLists } from './stripe-lists.js';
import { type WebhookRecord, WebhookRefused, webhookRecord } from './webhook-record.js';

export interface StripeGatewayOptions {
  secretKey: string;
  /** A tag on everything we create, to recognise other installations' objects. */
  installation: string;
  apiUrl?: string;
  webhookSecret?: string;
  /** ms per request */
  timeout?: number;
  maxNetworkRetries?: number;
  retryPause?: number;
  httpClient?: Stripe.HttpClient;
  recordResult?: OnAnswer;
}

const CARD_NOT_TAKEN = 'We do not accept this type of card. Please use another one.';
const CARD_TROUBLE = 'The card could not be saved. Please try again.';

/** Without a port the SDK would use 443 for http too. */
function addressOf(apiUrl: string): { host: string; port: string; protocol: 'http' | 'https' } {
  const { hostname, port, protocol } = new URL(apiUrl);
  const isSecure = protocol === 'https:';
  return { host: hostname, port: port || (isSecure ? '443' : '80'), protocol: isSecure ? 'https' : 'http' };
}

export class StripeGateway {
  readonly livemode: boolean;
  readonly lists: StripeLists;
  readonly paymentTokens: PaymentTokens;
  private readonly stripe: Stripe;

  constructor(private readonly options: StripeGatewayOptions) {
    this.livemode = /^(sk|rk)_live_/.test(options.secretKey);
    this.stripe = new Stripe(options.secretKey, {
      timeout: options.timeout ?? 10_000,
      maxNetworkRetries: options.maxNetworkRetries ?? 1,
      telemetry: false,
      ...(options.apiUrl === undefined ? {} : addressOf(options.apiUrl)),
      httpClient: instrumented(options.httpClient ?? boundedClient(), options.recordResult),
    });
    // The SDK has no setting for it (seconds).
    const { retryPause } = options;
    if (retryPause !== undefined) Object.assign(this.stripe, { getInitialNetworkRetryDelay: () => retryPause });
    this.lists = new StripeLists(this.stripe, options.installation);
    this.paymentTokens = new PaymentTokens(this.stripe);
  }

  /** Stripe allows this only to accounts enabled for raw card data. */
  async createToken(card: CardData, addressZip?: string): Promise<TokenResult> {
    try {
      const token = await this.stripe.tokens.create({
        card: {
          name: card.name,
          number: card.number,
          exp_month: String(card.month),
          exp_year: String(card.year),
          cvc: card.code,
          address_zip: addressZip,
        },
      });
      return { ok: true, tokenId: token.id, brand: brandOf(token.card?.brand ?? ''), last4: token.card?.last4 ?? '' };
    } catch (error) {
      return { ok: false, code: refusalCode(stripeError(error)) };
    }
  }

  async saveCard(request: SaveCard): Promise<SavedCardResult> {
    const { token, mandateVersion, idempotencyKey: key } = request;
    let { customerId } = request;
    try {
      const method = await methodOf(this.stripe, token, key);
      if (method.refused) return { ok: false, code: method.refused, text: CARD_NOT_TAKEN };
      customerId = await this.keepCustomer(request);
      const setup = await this.stripe.setupIntents.create(
        {
          customer: customerId,
          payment_method: method.id,
          allowed_payment_method_types: ['card'],
          usage: 'off_session',
          confirm: true,
          description: `mandate ${mandateVersion}`,
          metadata: this.tag(request.ref),
          expand: ['payment_method'],
        },
        { idempotencyKey: `${key}:setup` },
      );
      return await this.dropUnusedCustomer(savedCard(setup, customerId), customerId, request);
    } catch (error) {
      const failure = stripeError(error);
      const isAboutCard = failure instanceof Stripe.errors.StripeCardError;
      const text = isAboutCard ? failure.message : CARD_TROUBLE;
      return this.dropUnusedCustomer({ ok: false, code: refusalCode(failure), text }, customerId, request);
    }
  }

  /** A repeat returns the same intent: for a day by its key, later by a search among the customer's. */
  async createIntent(request: CreateIntent): Promise<IntentResult> {
    const { orderId, amount, currency, customerId } = request;
    try {
      const earlier = request.mayBeForgotten
        ? await intentOf(this.stripe, this.tag({ orderId }), customerId)
        : undefined;
      if (earlier) return { kind: 'created', intentId: earlier };
      // No payment method here: a repeat after a change of card must send the same parameters.
      const intent = await this.stripe.paymentIntents.create(
        {
          amount,
          currency,
          customer: customerId,
          allowed_payment_method_types: ['card'],
          metadata: this.tag({ orderId }),
        },
        { idempotencyKey: `intent:${orderId}` },
      );
      return { kind: 'created', intentId: intent.id };
    } catch (error) {
      const failure = stripeError(error);
      const refused =
        failure instanceof Stripe.errors.StripeInvalidRequestError ||
        failure instanceof Stripe.errors.StripeIdempotencyError;
      return refused ? { kind: 'refused', code: failure.code ?? failure.rawType ?? 'refused' } : unknown(failure);
    }
  }

  /** Off session without `returnUrl`. A repeated `attempt` gets its first answer: only `lookup` has the outcome of an authentication. */
  async confirm({ orderId, attempt, intentId, paymentMethodId, returnUrl }: Confirm): Promise<ConfirmResult> {
    const presence = returnUrl === undefined ? { off_session: true } : { return_url: returnUrl };
    try {
      const intent = await this.stripe.paymentIntents.confirm(
        intentId,
        { payment_method: paymentMethodId, ...presence },
        { idempotencyKey: `fee:${orderId}:${attempt}` },
      );
      return confirmed(intent);
    } catch (error) {
      const failure = stripeError(error);
      if (failure instanceof Stripe.errors.StripeCardError) return cardRefused(failure);
      const { status } = failure.payment_intent ?? {};
      if (failure.payment_intent && (status === 'succeeded' || status === 'canceled')) {
        return confirmed(failure.payment_intent);
      }
      return isMethodRefused(failure) ? { kind: 'declined', reason: 'card_unusable' } : unknown(failure);
    }
  }

  async lookup(intentId: string): Promise<IntentLookup> {
    try {
      return intentLookup(await this.stripe.paymentIntents.retrieve(intentId));
    } catch (error) {
      return unknown(stripeError(error));
    }
  }

  ownerOf(intentId: string): Promise<IntentOwner> {
    return ownerOf(this.stripe, intentId, this.options.installation);
  }

  ping(): Promise<Ping> {
    return ping(this.stripe);
  }

  async cancelIntent(intentId: string): Promise<CancelResult> {
    try {
      await this.stripe.paymentIntents.cancel(intentId);
      return { kind: 'cancelled' };
    } catch (error) {
      const failure = stripeError(error);
      if (failure.payment_intent?.status === 'succeeded') return charged(failure.payment_intent);
      if (failure.payment_intent?.status === 'canceled') return { kind: 'cancelled' };
      return unknown(failure);
    }
  }

  /** `amount` in minor units. More than a day after an attempt call `lookupRefund` first: Stripe forgets keys. */
  async refund({ orderId, refundId, intentId, amount }: RefundFee): Promise<RefundResult> {
    try {
      const refund = await this.stripe.refunds.create(
        { payment_intent: intentId, amount, metadata: this.tag({ orderId, refundId }) },
        { idempotencyKey: `refund:${orderId}:${refundId}` },
      );
      return refundResult(refund);
    } catch (error) {
      const failure = stripeError(error);
      if (!(failure instanceof Stripe.errors.StripeInvalidRequestError)) return unknown(failure);
      const tooLarge = failure.param === 'amount' ? 'amount_too_large' : 'refused';
      return { kind: 'failed', reason: failure.code ?? tooLarge };
    }
  }

  async lookupRefund(intentId: string, refundId: string): Promise<RefundLookup> {
    try {
      for await (const refund of this.stripe.refunds.list({ payment_intent: intentId, limit: 100 })) {
        if (refund.metadata?.refundId === refundId) return refundResult(refund);
      }
      return { kind: 'none' };
    } catch (error) {
      return unknown(stripeError(error));
    }
  }

  /** A customer that does not exist counts as removed. */
  async deleteCustomer(customerId: string): Promise<DeleteResult> {
    try {
      await this.stripe.customers.del(customerId);
      return { kind: 'deleted' };
    } catch (error) {
      const failure = stripeError(error);
      return failure.code === 'resource_missing' ? { kind: 'deleted' } : unknown(failure);
    }
  }

  /** @throws WebhookRefused when the signature is wrong or older than five minutes, or the body is not an event */
  readWebhook(rawBody: Buffer | string, signature: string): WebhookRecord {
    let event: Stripe.Event;
    try {
      event = this.stripe.webhooks.constructEvent(rawBody, signature, this.options.webhookSecret ?? '');
    } catch (error) {
      throw new WebhookRefused('the webhook is not signed by Stripe or not readable', { cause: error });
    }
    return webhookRecord(event, rawBody, this.options.installation);
  }

  /** Removes a customer created for a refused card: no event will name them. */
  private async dropUnusedCustomer(
    result: SavedCardResult,
    customerId: string | null,
    { customerId: existing }: SaveCard,
  ): Promise<SavedCardResult> {
    const isRefused = !result.ok && result.code !== 'unknown' && result.code !== KEY_REUSED;
    if (isRefused && customerId !== null && customerId !== existing) await this.deleteCustomer(customerId);
    return result;
  }

  private async keepCustomer(request: SaveCard): Promise<string> {
    const { customerId, email, name, ref, idempotencyKey: key } = request;
    const params = { email, name, metadata: this.tag(ref) };
    if (customerId !== null) {
      try {
        return (await this.stripe.customers.update(customerId, params, { idempotencyKey: `${key}:update` })).id;
      } catch (error) {
        if (stripeError(error).code !== 'resource_missing') throw error; // removed at Stripe: they get a new one
      }
    }
    return (await this.stripe.customers.create(params, { idempotencyKey: `${key}:customer` })).id;
  }

  private tag(ids: Record<string, string>): Record<string, string> {
    return { ...ids, installation: this.options.installation };
  }
}
