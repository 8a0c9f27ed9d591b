import { AT, HOUR } from '@supreme-access/test/fixtures/decider-test-kit.js';
import {
  attempted,
  BEFORE,
  bought,
  charged,
  closed,
  DROP,
  type Happened,
  HOURS_72,
  happens,
  inProduct,
  logOf,
  refund,
  refunded,
  withdrawn,
} from '@supreme-access/test/fixtures/history.js';
import { slot } from '@supreme-access/test/fixtures/order.js';
import { RELEASE, started } from '@supreme-access/test/fixtures/product.js';
import { folded } from '@supreme-access/test/fixtures/recorded.js';
import type { DomainEvent } from '../event-sourcing/decider.js';
import { type AnyRecorded, toRecorded } from '../projections/recorded.js';
import { NO_FIGURES, type ReportDoc, reportsProjection } from './reports.projection.js';

const read = (happened: readonly Happened[]): AnyRecorded[] =>
  logOf(happened).map((event) => toRecorded(event, {}, undefined));
const reports = (...batches: (readonly AnyRecorded[])[]) => folded<ReportDoc>(reportsProjection, batches);
const DAY = 24 * HOUR;
const QUARTER = HOUR / 4;
const begin = (at: number) => Math.floor(at / QUARTER) * QUARTER;
const quarter = (figures: object, at: number) => ({ kind: 'quarter-hour', at: begin(at), ...NO_FIGURES, ...figures });
const total = (docs: ReportDoc[]) => {
  const sums: Record<string, number> = { ...NO_FIGURES };
  for (const doc of docs) {
    if (doc.kind === 'quarter-hour') for (const name of names) sums[name] = (sums[name] ?? 0) + doc[name];
  }
  return sums;
};
const names = Object.keys(NO_FIGURES) as (keyof typeof NO_FIGURES)[];
const test = (n: number): Happened =>
  happens(n, 'OrderPlaced', { ...slot, orderId: `order-${n}`, livemode: false, slotNumber: null });
const ofKind = (docs: ReportDoc[], kind: ReportDoc['kind']) => docs.filter((doc) => doc.kind === kind);

/** Two orders, one bought and one not, and test orders beside them. */
const EVERYTHING: readonly Happened[] = [
  ...DROP,
  test(7),
  test(8),
  test(9),
  happens(7, 'CheckoutStarted', {
    by: 'spec',
    leaseUntil: RELEASE,
    attempt: 1,
    reference: 'order-7:1',
    size: 'm',
    style: 'Ink',
    closesAt: RELEASE + HOURS_72 + 5_000,
  }),
  happens(7, 'FeeWaived', { reason: 'test order' }),
  closed(8),
  happens(9, 'OrderWithdrawn', { productId: 'box-hoodie', slotNumber: null, by: 'admin', reason: 'tried' }),
];

describe('the figures of a quarter of an hour', () => {
  it('count reservations, outcomes and money at the time of the event', async () => {
    const ended = { succeeded: 1, failed: 1, charges: 1, charged: 3_500, refunds: 1, refunded: 1_000 };
    expect(ofKind(await reports(read(DROP)), 'quarter-hour')).toEqual([
      quarter({ reservations: 2 }, AT),
      quarter(ended, RELEASE),
    ]);
  });

  it('start at zero in each quarter of an hour', async () => {
    const next = begin(RELEASE) + QUARTER;
    const docs = await reports(read([...BEFORE, attempted(1), withdrawn(2, next - 1), closed(1, next)]));
    expect(ofKind(docs, 'quarter-hour').slice(1)).toEqual([
      quarter({ withdrawn: 1 }, RELEASE),
      quarter({ failed: 1 }, next),
    ]);
  });

  it('count a fee that came after the end as money, and not as a success', async () => {
    const late: Happened = happens(2, 'FeeCharged', {
      attempt: 1,
      intentId: 'pi_2',
      chargeId: 'ch_2',
      amount: 3_500,
      currency: 'usd',
      late: true,
    });
    expect(total(await reports(read([...DROP, late])))).toMatchObject({
      succeeded: 1,
      failed: 1,
      charges: 2,
      charged: 7_000,
    });
  });

  it('name a failed test order, so that it is left out; its success and withdrawal are never counted', async () => {
    const docs = await reports(read(EVERYTHING));
    expect(total(docs)).toMatchObject({ reservations: 2, succeeded: 1, failed: 2, charges: 1, refunds: 1 });
    expect(ofKind(docs, 'test').map((doc) => 'ended' in doc && [doc.orderId, doc.ended])).toEqual([
      ['order-7', 'succeeded'],
      ['order-8', 'failed'],
      ['order-9', 'withdrawn'],
    ]);
  });
});

describe('a refund', () => {
  const failed = (refundId: string, at?: number): Happened => {
    const [stream, event, time] = happens(1, 'RefundFailed', { refundId, reason: 'lost_or_stolen_card' });
    return [stream, event, at ?? time];
  };

  it('that fails later is left out of the quarter of an hour that counted it', async () => {
    const docs = await reports(read([...DROP, failed('r1', RELEASE + DAY)]));
    expect(ofKind(docs, 'failed-refund')).toEqual([{ kind: 'failed-refund', at: expect.any(Number), amount: 1_000 }]);
    expect(begin(ofKind(docs, 'failed-refund')[0]?.at ?? 0)).toBe(begin(RELEASE));
  });

  it('that failed before it was reported as made was never counted', async () => {
    const docs = await reports(read([...DROP, refund(1, 'r2', 500), failed('r2')]));
    expect(ofKind(docs, 'failed-refund')).toEqual([]);
  });
});

describe('a release', () => {
  it('has the times of its first and last order’s attempt', async () => {
    const at = (n: number, ms: number): Happened => [attempted(n)[0], attempted(n)[1], RELEASE + ms];
    const docs = await reports(read([...BEFORE, at(1, 40), at(2, 900), bought(1), charged(1)]));
    expect(ofKind(docs, 'release')).toEqual([
      {
        kind: 'release',
        at: RELEASE,
        drops: [{ productId: 'box-hoodie', releaseAt: RELEASE, due: 2 }],
        firstAttemptAt: RELEASE + 40,
        lastAttemptAt: RELEASE + 900,
      },
    ]);
  });

  it('counts no attempt twice, and none outside a release', async () => {
    const again: Happened = [attempted(1, 2)[0], attempted(1, 2)[1], RELEASE + 5_000];
    const docs = await reports(
      read([...BEFORE, [...attempted(1).slice(0, 2), RELEASE + 40] as unknown as Happened, again]),
    );
    expect(ofKind(docs, 'release')).toMatchObject([{ firstAttemptAt: RELEASE + 40, lastAttemptAt: RELEASE + 40 }]);
    expect(ofKind(await reports(read([attempted(3)])), 'release')).toEqual([]);
  });

  it('shares its attempts with one that started in the same millisecond', async () => {
    const other: Happened = ['product-cap', started(1) as DomainEvent, RELEASE];
    const [both] = ofKind(await reports(read([inProduct(started(2), RELEASE), other])), 'release');
    expect(both).toMatchObject({ drops: [{ productId: 'box-hoodie' }, { productId: 'cap' }] });
  });
});

describe('the reports', () => {
  it('are the same when a batch is folded twice, event by event, or all at once', async () => {
    const events = read([...EVERYTHING, refund(1, 'r2', 500), refunded(1, 'r2', 500)]);
    const once = await reports(events);
    expect(await reports(events, events)).toEqual(once);
    expect(await reports(...events.map((event) => [event]))).toEqual(once);
  });

  it('write documents for quarters of an hour, a release, a refund and a test order, and nothing else', async () => {
    const ids = new Set(read(DROP).flatMap((event) => [...reportsProjection.idsOf(event)]));
    expect([...ids].sort()).toEqual([
      `quarter:${begin(AT) / QUARTER}`,
      `quarter:${begin(RELEASE) / QUARTER}`,
      'refund:order-1:r1',
      `release:${RELEASE + HOURS_72}`,
      'test:order-2',
    ]);
  });
});
