import { QUARTER_HOUR } from '@supreme-access/contract/schedules.js';
import type { ProductEvent } from '../catalogue/products/product.js';
import type { OrderEvent } from '../orders/order.js';
import { TEST_ORDER } from '../orders/order-fee.js';
import { projection } from '../projections/projection.js';
import type { Recorded } from '../projections/recorded.js';

/** A quarter of an hour; amounts in minor units. It counts failed test orders, which `TestDoc` names. */
export interface QuarterDoc {
  kind: 'quarter-hour';
  /** ms UTC of its beginning */
  at: number;
  reservations: number;
  succeeded: number;
  failed: number;
  withdrawn: number;
  charges: number;
  charged: number;
  refunds: number;
  refunded: number;
}
/** Releases with the same promised end (ms UTC) share a document. */
export interface ReleaseDoc {
  kind: 'release';
  /** ms UTC of the start */
  at: number;
  drops: readonly { productId: string; releaseAt: number; due: number }[];
  /** ms UTC of the first order's first attempt, and of the last order's */
  firstAttemptAt: number | null;
  lastAttemptAt: number | null;
}
/** No figure counts a test order. */
export interface TestDoc {
  kind: 'test';
  at: number | null;
  orderId: string;
  productId: string;
  ended: 'succeeded' | 'failed' | 'withdrawn' | null;
}
/** A refund that Stripe reported as made; once it fails, its quarter of an hour no longer counts it. */
export interface RefundDoc {
  kind: 'refund' | 'failed-refund';
  /** ms UTC of that report */
  at: number;
  /** minor units */
  amount: number;
}
export type ReportDoc = QuarterDoc | ReleaseDoc | TestDoc | RefundDoc;

type Seen = OrderEvent | ProductEvent;
type Of<Type extends Seen['type']> = Recorded<Extract<Seen, { type: Type }>>;

export const DAY_MS = 86_400_000;

/**
 * A document per release, test order, refund and quarter of an hour: every zone's day is a sum of quarters, because zones' offsets are
 * multiples of one.
 */
export const reportsProjection = projection<ReportDoc, Seen>({
  name: 'reports',
  version: 3,
  indexes: [['kind', 'at']],
  categories: ['product', 'order'],
  own: [],
  idsOf: (event) => {
    switch (event.type) {
      case 'SlotReserved':
        return [quarterOf(event.data.reservedAt)];
      case 'ReleaseStarted':
        return [releaseOf(event.data.closesAt)];
      case 'CheckoutStarted':
        // A manual attempt, or one of a test order, has a promise of its own, which belongs to no release.
        return event.data.attempt === 1 ? [releaseOf(event.data.closesAt)] : [];
      case 'OrderPlaced':
        return event.data.livemode ? [] : [testOf(event.id)];
      case 'OrderClosed':
        return [quarterOf(event.at), testOf(event.id)];
      case 'OrderWithdrawn':
        return [event.data.slotNumber === null ? testOf(event.id) : quarterOf(event.at)];
      case 'FeeWaived':
        return [event.data.reason === TEST_ORDER ? testOf(event.id) : quarterOf(event.at)];
      case 'FeeCharged':
        return [quarterOf(event.at)];
      case 'FeeRefunded':
        return [quarterOf(event.at), refundOf(event)];
      case 'RefundFailed':
        return [refundOf(event)];
      default:
        return [];
    }
  },
  evolve: (document, event, id) => {
    if (id.startsWith('quarter:')) return quarter(document?.kind === 'quarter-hour' ? document : newQuarter(id), event);
    if (id.startsWith('release:')) return release(document?.kind === 'release' ? document : null, event);
    if (id.startsWith('refund:')) return refund(isRefund(document) ? document : null, event);
    return test(document?.kind === 'test' ? document : null, event);
  },
});

function quarterOf(at: number): string {
  return `quarter:${Math.floor(at / QUARTER_HOUR)}`;
}
function releaseOf(closesAt: number): string {
  return `release:${closesAt}`;
}
function refundOf({ id, data }: Of<'FeeRefunded' | 'RefundFailed'>): string {
  return `refund:${id}:${data.refundId}`;
}
function testOf(orderId: string): string {
  return `test:${orderId}`;
}

export const NO_FIGURES = {
  reservations: 0,
  succeeded: 0,
  failed: 0,
  withdrawn: 0,
  charges: 0,
  charged: 0,
  refunds: 0,
  refunded: 0,
} as const;

function newQuarter(id: string): QuarterDoc {
  return { kind: 'quarter-hour', at: Number(id.slice('quarter:'.length)) * QUARTER_HOUR, ...NO_FIGURES };
}

function quarter(document: QuarterDoc, event: Recorded<Seen>): QuarterDoc {
  switch (event.type) {
    case 'SlotReserved':
      return { ...document, reservations: document.reservations + 1 };
    case 'OrderClosed':
      return { ...document, failed: document.failed + 1 };
    case 'OrderWithdrawn':
      return { ...document, withdrawn: document.withdrawn + 1 };
    case 'FeeWaived':
      return { ...document, succeeded: document.succeeded + 1 };
    case 'FeeCharged': {
      const { late, amount } = event.data;
      // An order that is charged late has ended already.
      const succeeded = document.succeeded + (late ? 0 : 1);
      return { ...document, succeeded, charges: document.charges + 1, charged: document.charged + amount };
    }
    case 'FeeRefunded':
      return { ...document, refunds: document.refunds + 1, refunded: document.refunded + event.data.amount };
    default:
      return document;
  }
}

function release(document: ReleaseDoc | null, event: Recorded<Seen>): ReleaseDoc | null {
  if (event.type === 'ReleaseStarted') return withDrop(document, event);
  if (!document) return null;
  return { ...document, firstAttemptAt: document.firstAttemptAt ?? event.at, lastAttemptAt: event.at };
}

function withDrop(document: ReleaseDoc | null, { id, data }: Of<'ReleaseStarted'>): ReleaseDoc {
  const drop = { productId: id, releaseAt: data.releaseAt, due: data.due };
  if (document) return { ...document, drops: [...document.drops, drop] };
  return { kind: 'release', at: data.startedAt, drops: [drop], firstAttemptAt: null, lastAttemptAt: null };
}

function isRefund(document: ReportDoc | null): document is RefundDoc {
  return document?.kind === 'refund' || document?.kind === 'failed-refund';
}

/** null when it failed before it was reported as made */
function refund(document: RefundDoc | null, event: Recorded<Seen>): RefundDoc | null {
  if (event.type === 'FeeRefunded') return { kind: 'refund', at: event.at, amount: event.data.amount };
  return document && { ...document, kind: 'failed-refund' };
}

function test(document: TestDoc | null, event: Recorded<Seen>): TestDoc | null {
  switch (event.type) {
    case 'OrderPlaced':
      return { kind: 'test', at: null, orderId: event.id, productId: event.data.productId, ended: null };
    case 'OrderClosed':
      return document && { ...document, at: event.at, ended: 'failed' };
    case 'OrderWithdrawn':
      return document && { ...document, at: event.at, ended: 'withdrawn' };
    case 'FeeWaived':
      return document && { ...document, at: event.at, ended: 'succeeded' };
    default:
      return document;
  }
}
