import type Stripe from 'stripe';
import type { Unknown } from './payment-results.js';
import { stripeError, unknown } from './stripe-errors.js';

/** `amount` is the received sum in minor units. */
export interface ListedIntent {
  id: string;
  /** null: untagged, or another installation's */
  orderId: string | null;
  status: string;
  amount: number;
}
export interface ListedRefund {
  id: string;
  intentId: string | null;
  /** null: made by hand, or by another installation */
  orderId: string | null;
  refundId: string | null;
  amount: number;
  status: string;
  failure: string | null;
}
/** ms UTC; null: open */
export interface ListRange {
  from: number | null;
  to: number | null;
}
export type ListPage<Row> = { kind: 'page'; rows: Row[]; next: string | null } | Unknown;

const PAGE = 100;

/** Stripe's lists, the newest first (https://docs.stripe.com/api/pagination). Only bugs are thrown. */
export class StripeLists {
  constructor(
    private readonly stripe: Stripe,
    private readonly installation: string,
  ) {}

  intents(range: ListRange, after: string | null): Promise<ListPage<ListedIntent>> {
    return pageOf(
      this.stripe.paymentIntents.list(listParams(range, after)),
      ({ id, metadata, status, amount_received }) => {
        return { id, orderId: this.ours(metadata, 'orderId'), status, amount: amount_received };
      },
    );
  }

  refunds(range: ListRange, after: string | null): Promise<ListPage<ListedRefund>> {
    return pageOf(this.stripe.refunds.list(listParams(range, after)), (refund) => this.refundOf(refund));
  }

  refundsOf(intentId: string): Promise<ListPage<ListedRefund>> {
    return pageOf(this.stripe.refunds.list({ payment_intent: intentId, limit: PAGE }), (refund) =>
      this.refundOf(refund),
    );
  }

  async refund(id: string): Promise<ListedRefund | Unknown> {
    try {
      return this.refundOf(await this.stripe.refunds.retrieve(id));
    } catch (error) {
      return unknown(stripeError(error));
    }
  }

  private refundOf({ id, payment_intent, metadata, amount, status, failure_reason }: Stripe.Refund): ListedRefund {
    return {
      id,
      intentId: typeof payment_intent === 'string' ? payment_intent : (payment_intent?.id ?? null),
      orderId: this.ours(metadata, 'orderId'),
      refundId: this.ours(metadata, 'refundId'),
      amount,
      status: status ?? 'pending',
      failure: failure_reason ?? null,
    };
  }

  private ours(metadata: Stripe.Metadata | null, name: string): string | null {
    return metadata?.installation === this.installation ? (metadata[name] ?? null) : null;
  }
}

const seconds = (ms: number) => Math.floor(ms / 1_000);

function listParams({ from, to }: ListRange, after: string | null) {
  const created = {
    ...(from === null ? {} : { gte: seconds(from) }),
    ...(to === null ? {} : { lte: seconds(to) }),
  };
  return {
    limit: PAGE,
    ...(from === null && to === null ? {} : { created }),
    ...(after === null ? {} : { starting_after: after }),
  };
}

async function pageOf<One extends { id: string }, Row>(
  list: Promise<Stripe.ApiList<One>>,
  rowOf: (one: One) => Row,
): Promise<ListPage<Row>> {
  try {
    const { data, has_more } = await list;
    return { kind: 'page', rows: data.map(rowOf), next: has_more ? (data.at(-1)?.id ?? null) : null };
  } catch (error) {
    return unknown(stripeError(error));
  }
}
