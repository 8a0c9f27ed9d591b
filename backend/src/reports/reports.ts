import { Injectable } from '@nestjs/common';
import { CURRENCY } from '@supreme-access/contract/limits.js';
import { priceOf } from '@supreme-access/contract/money.js';
import type { Board, DayFigures } from '@supreme-access/contract/report-types.js';
import { InjectClock } from '../platform/platform.js';
import { Projector } from '../platform/projections/projector.js';
import { Reads } from '../platform/read-models/reads.js';
import { OpenPromises } from './open-promises.js';
import { OpenWork } from './open-work.js';
import { ReleaseReport, rateOf } from './release-report.js';
import {
  DAY_MS,
  type DayDoc,
  NO_FIGURES,
  type RefundDoc,
  reportsProjection,
  type TestDoc,
} from './reports.projection.js';

/** How the business stands. Test orders are left out of every figure; days are UTC's. */
@Injectable()
export class Reports {
  constructor(
    private readonly reads: Reads,
    private readonly releases: ReleaseReport,
    private readonly promises: OpenPromises,
    private readonly work: OpenWork,
    private readonly projector: Projector,
    @InjectClock() private readonly clock: () => number,
  ) {}

  async board(): Promise<Board> {
    const now = this.clock();
    const today = startOf(now);
    const tests = await this.tests();
    const [days, releases, promises, work, head] = await Promise.all([
      this.days(today, today, tests),
      this.releases.latest(now, tests),
      this.promises.standing(),
      this.work.standing(),
      this.projector.head(),
    ]);
    return {
      at: new Date(now).toISOString(),
      currency: CURRENCY,
      today: days[0] ?? figuresOf({ ...NO_FIGURES, at: today }, 0),
      promises,
      ...work,
      ...releases,
      projectionLag: Math.max(0, head - this.projector.position),
    };
  }

  /** Every day from the one that begins at `from` to the one that begins at `to`, ms UTC, the oldest first. */
  async days(from: number, to: number, tests?: readonly TestDoc[]): Promise<DayFigures[]> {
    const [found, failedRefunds, known] = await Promise.all([
      this.reads.find(reportsProjection, { where: { kind: 'day', at: { gte: from, lte: to } } }),
      this.failedRefunds(from, to + DAY_MS),
      tests ?? this.tests(),
    ]);
    const failedTests = new Map<number, number>();
    for (const { at, ended } of known) {
      if (at === null || ended !== 'failed') continue;
      failedTests.set(startOf(at), (failedTests.get(startOf(at)) ?? 0) + 1);
    }
    const byDay = new Map(found.map((doc) => [doc.at, doc as DayDoc]));
    return Array.from({ length: Math.round((to - from) / DAY_MS) + 1 }, (_, index) => {
      const at = from + index * DAY_MS;
      const counted = byDay.get(at) ?? { ...NO_FIGURES, at };
      const failed = failedRefunds.filter((refund) => startOf(refund.at) === at);
      return figuresOf(withoutRefunds(counted, failed), failedTests.get(at) ?? 0);
    });
  }

  /** Of the days from `from` to before `until`, ms UTC. */
  private async failedRefunds(from: number, until: number): Promise<RefundDoc[]> {
    const where = { kind: 'failed-refund', at: { gte: from, lt: until } };
    return (await this.reads.find(reportsProjection, { where })) as RefundDoc[];
  }

  private async tests(): Promise<TestDoc[]> {
    return (await this.reads.find(reportsProjection, { where: { kind: 'test' } })) as TestDoc[];
  }
}

/** ms UTC at which the day of UTC begins that `at` lies in */
export function startOf(at: number): number {
  return Math.floor(at / DAY_MS) * DAY_MS;
}

/** The day without refunds that were counted on it and failed since. */
function withoutRefunds<Day extends Pick<DayDoc, 'refunds' | 'refunded'>>(day: Day, failed: readonly RefundDoc[]): Day {
  const refunded = failed.reduce((sum, { amount }) => sum - amount, day.refunded);
  return { ...day, refunds: day.refunds - failed.length, refunded };
}

function figuresOf({ at, ...doc }: Omit<DayDoc, 'kind'>, failedTests: number): DayFigures {
  const failed = doc.failed - failedTests;
  return {
    day: new Date(at).toISOString().slice(0, 10),
    reservations: doc.reservations,
    succeeded: doc.succeeded,
    failed,
    withdrawn: doc.withdrawn,
    successRate: rateOf(doc.succeeded, failed),
    charges: doc.charges,
    charged: priceOf(doc.charged),
    refunds: doc.refunds,
    refunded: priceOf(doc.refunded),
  };
}
