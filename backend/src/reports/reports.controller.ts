import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { supportedZone } from '@supreme-access/contract/clocks.js';
import { dayAt } from '@supreme-access/contract/schedules.js';
import { Board, DayFigures } from '@supreme-access/contract/shapes/reports.js';
import { Needs } from '../auth/guard.js';
import { InjectClock } from '../config/tokens.js';
import { Refused } from '../event-sourcing/decider.js';
import { Answers, AnswersList, Refuses } from '../http/answers.js';
import { Text } from '../http/fields.js';
import { dayLater, daysBetween, Reports } from './reports.js';

const ZONE =
  'IANA name of the time zone whose days are meant, `Europe/Berlin`; UTC where it is left out or not known here';

export class ZoneQuery {
  @Text({ optional: true, max: 64, description: ZONE })
  zone?: string;
}
export class DaysQuery extends ZoneQuery {
  @Text({ optional: true, max: 10, description: 'first day, `2026-11-01`; default: 29 days before the last' })
  from?: string;
  @Text({ optional: true, max: 10, description: 'last day, `2026-11-30`; default: today' })
  to?: string;
}

const STANDARD = 30;
const MOST = 366;
const DAY = /^[12]\d{3}-\d\d-\d\d$/;

@ApiTags('reports')
@Controller('api/admin/reports')
@Needs('admin', 'auditor')
export class ReportsController {
  constructor(
    private readonly reports: Reports,
    @InjectClock() private readonly clock: () => number,
  ) {}

  /** Today's figures, the latest releases and open promises, without test orders. */
  @Get('board')
  @Answers(Board)
  board(@Query() { zone }: ZoneQuery): Promise<Board> {
    return this.reports.board(supportedZone(zone ?? ''));
  }

  /** Figures by day, the oldest first, at most 366 days, without test orders. */
  @Get('days')
  @AnswersList(DayFigures)
  @Refuses('invalid:report-range-invalid')
  days(@Query() query: DaysQuery): Promise<DayFigures[]> {
    const zone = supportedZone(query.zone ?? '');
    const { first, last } = rangeOf(query, dayAt(this.clock(), zone));
    return this.reports.days(first, last, zone);
  }
}

/** @throws Refused 'report-range-invalid' */
function rangeOf({ from, to }: DaysQuery, today: string): { first: string; last: string } {
  const last = to ?? today;
  if (isDay(last) && (from === undefined || isDay(from))) {
    const first = from ?? dayLater(last, 1 - STANDARD);
    const days = daysBetween(first, last) + 1;
    if (days >= 1 && days <= MOST) return { first, last };
  }
  const text = `from and to are days (2026-11-30), from no later than to, at most ${MOST} days.`;
  throw new Refused('report-range-invalid', 'invalid', text);
}

/** V8 reads the 30th of February as the 2nd of March. */
function isDay(text: string): boolean {
  const at = DAY.test(text) ? Date.parse(text) : Number.NaN;
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}
