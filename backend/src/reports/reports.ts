import { Injectable } from '@nestjs/common';
import { CURRENCY } from '@supreme-access/contract/limits.js';
import { priceOf } from '@supreme-access/contract/money.js';
import { dayAt, startOfDay } from '@supreme-access/contract/schedules.js';
import type { Board, DayFigures } from '@supreme-access/contract/shapes/reports.js';
import { InjectClock } from '../config/tokens.js';
import { Projector } from '../projections/projector.js';
import { Reads } from '../projections/reads.js';
import { OpenPromises } from './open-promises.js';
import { OpenWork } from './open-work.js';
import { ReleaseReport, rateOf } from './release-report.js';
import {
  DAY_MS,
  NO_FIGURES,
  type QuarterDoc,
  type RefundDoc,
  type ReportDoc,
  reportsProjection,
  type TestDoc,
} from './reports.projection.js';

/** A calendar day of a zone, in ms UTC from its first instant to the next day's. */
interface Day {
  day: string;
  startsAt: number;
  endsAt: number;
}
interface Counted {
  quarters: readonly QuarterDoc[];
  failedRefunds: readonly RefundDoc[];
  failedTests: readonly { at: number }[];
}

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

  /** `zone`: IANA name; its day is today. */
  async board(zone: string): Promise<Board> {
    const now = this.clock();
    const today = dayOf(dayAt(now, zone), zone);
    const tests = await this.tests();
    const [counted, releases, promises, work, head] = await Promise.all([
      this.counted(today.startsAt, today.endsAt, tests),
      this.releases.latest(now, tests),
      this.promises.current(),
      this.work.current(),
      this.projector.head(),
    ]);
    return {
      at: new Date(now).toISOString(),
      currency: CURRENCY,
      zone,
      today: figuresOf(today, counted),
      promises,
      ...work,
      ...releases,
      projectionLag: Math.max(0, head - this.projector.position),
    };
  }

  /** Every day of a zone (IANA) from `first` ('2026-11-22') to `last`, the oldest first. */
  async days(first: string, last: string, zone: string): Promise<DayFigures[]> {
    const tests = await this.tests();
    const counted = await this.counted(startOfDay(first, zone), startOfDay(dayLater(last), zone), tests);
    const days = Array.from({ length: daysBetween(first, last) + 1 }, (_, index) => dayLater(first, index));
    return days.map((day) => figuresOf(dayOf(day, zone), counted));
  }

  /** Figures from `from` to before `until`, ms UTC. */
  private async counted(from: number, until: number, tests: readonly TestDoc[]): Promise<Counted> {
    const within = <Doc extends ReportDoc>(kind: Doc['kind']) =>
      this.reads.find(reportsProjection, { where: { kind, at: { gte: from, lt: until } } }) as Promise<Doc[]>;
    const [quarters, failedRefunds] = await Promise.all([
      within<QuarterDoc>('quarter-hour'),
      within<RefundDoc>('failed-refund'),
    ]);
    const failedTests = tests.flatMap(({ at, ended }) => (at !== null && ended === 'failed' ? [{ at }] : []));
    return { quarters, failedRefunds, failedTests };
  }

  private async tests(): Promise<TestDoc[]> {
    return (await this.reads.find(reportsProjection, { where: { kind: 'test' } })) as TestDoc[];
  }
}

function dayOf(day: string, zone: string): Day {
  return { day, startsAt: startOfDay(day, zone), endsAt: startOfDay(dayLater(day), zone) };
}

export function dayLater(day: string, days = 1): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}

export function daysBetween(first: string, last: string): number {
  return (Date.parse(last) - Date.parse(first)) / DAY_MS;
}

function figuresOf({ day, startsAt, endsAt }: Day, { quarters, failedRefunds, failedTests }: Counted): DayFigures {
  const isIn = ({ at }: { at: number }) => at >= startsAt && at < endsAt;
  const all = quarters.filter(isIn);
  const sum = (figure: keyof typeof NO_FIGURES) => all.reduce((total, one) => total + one[figure], 0);
  const refundsLost = failedRefunds.filter(isIn);
  const succeeded = sum('succeeded');
  const failed = sum('failed') - failedTests.filter(isIn).length;
  return {
    day,
    startsAt: new Date(startsAt).toISOString(),
    endsAt: new Date(endsAt).toISOString(),
    reservations: sum('reservations'),
    succeeded,
    failed,
    withdrawn: sum('withdrawn'),
    successRate: rateOf(succeeded, failed),
    charges: sum('charges'),
    charged: priceOf(sum('charged')),
    refunds: sum('refunds') - refundsLost.length,
    refunded: priceOf(refundsLost.reduce((total, { amount }) => total - amount, sum('refunded'))),
    refundsFailed: refundsLost.length,
  };
}
