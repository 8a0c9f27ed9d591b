import { Body, Controller, Get, Post, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Needs } from '../auth/guard.js';
import { heldTime, ListQuery, type ListSpec, parseList, rangeOf } from '../http/admin-list.js';
import { COUNT, FLAG, INSTANT, oneOf, orNull, shape, TEXT } from '../http/answer-schemas.js';
import { AnswersList, AnswersSuccess, Refuses } from '../http/answers.js';
import { Text } from '../http/fields.js';
import { InjectClock } from '../platform.js';
import { PARTNERS, type Partner } from './breakers.js';
import { rowKey } from './due.projection.js';
import { type DueKind, DueReport, type ReportedRow } from './due-report.js';

interface ListedDue {
  id: string;
  kind: string;
  subject: string;
  about: string | null;
  dueAt: string;
  since: string | null;
  tries: number;
  reason: string | null;
  nextTryAt: string;
  isLate: boolean;
  partner: Partner | null;
  isParked: boolean;
}

const LISTED_DUE = shape<ListedDue>('ListedDue', {
  id: TEXT,
  kind: TEXT,
  subject: TEXT,
  about: orNull(TEXT),
  dueAt: INSTANT,
  since: orNull(INSTANT),
  tries: COUNT,
  reason: orNull(TEXT),
  nextTryAt: INSTANT,
  isLate: FLAG,
  partner: orNull(oneOf(PARTNERS)),
  isParked: FLAG,
});

interface DueKindView extends Omit<DueKind, 'lateness'> {
  oldestLateMs: number;
}
const DUE_KIND = shape<DueKindView>('DueKind', {
  kind: TEXT,
  partner: orNull(oneOf(PARTNERS)),
  waiting: COUNT,
  overdue: COUNT,
  late: COUNT,
  oldestLateMs: COUNT,
  parked: COUNT,
  hanging: COUNT,
});

export class RetryBody {
  @Text({ max: 60, description: 'of the work, e.g. `mail`' })
  kind: string;
  @Text({
    optional: true,
    max: 300,
    description: 'what the row is about (its `subject`); all of the kind when it is left out',
  })
  id?: string;
}

const DUE: ListSpec = {
  resource: 'due',
  fields: { kind: 'kind', subject: 'id', about: 'about', dueAt: 'dueAt' },
  held: { dueAt: heldTime },
  ranges: ['dueAt'],
  defaultSort: ['dueAt', 'asc'],
};

@ApiTags('due work')
@Controller('api/admin/due')
@Needs('admin', 'auditor')
export class DueController {
  constructor(
    private readonly report: DueReport,
    @InjectClock() private readonly clock: () => number,
  ) {}

  /**
   * Waiting work, the longest overdue first; `{"overdue":true}` leaves out what is not due yet. `subject` is what it is about, e.g. an
   * order's id; `about` more of it, e.g. a mail's kind. `reason` and `nextTryAt` are what the answering process knows of its own
   * tries. `isParked`: not begun because its partner is away. `isLate`: it has been due for longer than is usual.
   */
  @Get()
  @AnswersList(LISTED_DUE)
  @Refuses('invalid:list-query-invalid')
  async list(@Query() query: ListQuery, @Res({ passthrough: true }) reply: FastifyReply): Promise<ListedDue[]> {
    const now = this.clock();
    const overdue = (value: unknown) =>
      typeof value === 'boolean' ? { dueAt: value ? { lte: now } : { gt: now } } : undefined;
    const parsed = parseList(query, { ...DUE, filters: { overdue } });
    const { rows, total } = await this.report.list(parsed);
    return rangeOf(reply, DUE, parsed, rows.map(listed), total);
  }

  /** How each kind stands: `late` are stuck, overdue for longer than is usual for the kind; `oldestLateMs` is by how much the oldest is overdue. */
  @Get('kinds')
  @AnswersList(DUE_KIND)
  async kinds(): Promise<DueKindView[]> {
    return (await this.report.kinds()).map(kindView);
  }

  /**
   * Tries at once what was in vain, of one row or of a whole kind: no event is made, and what a partner asked for or takes at once is kept
   * to. Answers how many rows that are. The answering process tries those it knows of; one that does not work refuses.
   */
  @Post('retry')
  @Needs('admin')
  @AnswersSuccess({ retried: COUNT })
  @Refuses('not-found', 'conflict:partner-away', 'conflict:works-elsewhere')
  async retry(@Body() { kind, id }: RetryBody) {
    return { success: true, retried: await this.report.retry(kind, id) };
  }
}

function kindView({ lateness, ...kind }: DueKind): DueKindView {
  return { ...kind, oldestLateMs: lateness };
}

function listed({ row, tried, partner, isLate, isParked }: ReportedRow): ListedDue {
  const { kind, id, about, dueAt, since, tries } = row;
  return {
    id: rowKey(row),
    kind,
    subject: id,
    about: about ?? null,
    dueAt: new Date(dueAt).toISOString(),
    since: since === undefined ? null : new Date(since).toISOString(),
    tries: Math.max(tries ?? 0, tried?.tries ?? 0),
    reason: tried?.reason ?? null,
    nextTryAt: new Date(Math.max(dueAt, tried?.notBefore ?? 0)).toISOString(),
    isLate,
    partner,
    isParked,
  };
}
