import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Board, DayFigures } from '@supreme-access/contract/report-types.js';
import { Needs } from '../platform/auth/guard.js';
import { Refused } from '../platform/decider.js';
import { Answers, AnswersList, Refuses } from '../platform/http/answers.js';
import { Text } from '../platform/http/fields.js';
import { InjectClock } from '../platform/platform.js';
import { BOARD, DAY_FIGURES } from './report-answers.js';
import { Reports, startOf } from './reports.js';
import { DAY_MS } from './reports.projection.js';

export class DaysQuery {
  @Text({ optional: true, max: 10, description: 'first day of UTC, `2026-11-01`; 29 days before the last unless told' })
  from?: string;
  @Text({ optional: true, max: 10, description: 'last day of UTC, `2026-11-30`; today unless told' })
  to?: string;
}

const STANDARD = 30;
const MOST = 366;
const DAY = /^\d{4}-\d\d-\d\d$/;

@ApiTags('reports')
@Controller('api/admin/reports')
@Needs('admin', 'auditor')
export class ReportsController {
  constructor(
    private readonly reports: Reports,
    @InjectClock() private readonly clock: () => number,
  ) {}

  /** How today, the latest releases and what is still owed stand. Test orders are left out; days are UTC's. */
  @Get('board')
  @Answers(BOARD)
  board(): Promise<Board> {
    return this.reports.board();
  }

  /** Day by day, the oldest first, at most 366 days of UTC. Test orders are left out. */
  @Get('days')
  @AnswersList(DAY_FIGURES)
  @Refuses('invalid:report-range-invalid')
  days(@Query() query: DaysQuery): Promise<DayFigures[]> {
    const { from, to } = rangeOf(query, this.clock());
    return this.reports.days(from, to);
  }
}

/** @throws Refused 'report-range-invalid' */
function rangeOf({ from, to }: DaysQuery, now: number): { from: number; to: number } {
  const last = to === undefined ? startOf(now) : dayOf(to);
  const first = from === undefined ? last - (STANDARD - 1) * DAY_MS : dayOf(from);
  const days = (last - first) / DAY_MS + 1;
  if (days >= 1 && days <= MOST) return { from: first, to: last };
  const text = `from and to are days (2026-11-30), from no later than to, at most ${MOST} days.`;
  throw new Refused('report-range-invalid', 'invalid', text);
}

/** ms UTC; NaN for what is no day, as the 30th of February */
function dayOf(text: string): number {
  const at = DAY.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text) ? at : Number.NaN;
}
