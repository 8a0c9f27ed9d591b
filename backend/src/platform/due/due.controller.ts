import { Controller, Get, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Needs } from '../auth/guard.js';
import { heldTime, ListQuery, type ListSpec, parseList, rangeOf } from '../http/admin-list.js';
import { COUNT, FLAG, INSTANT, oneOf, orNull, shape, TEXT } from '../http/answer-schemas.js';
import { AnswersList, Refuses } from '../http/answers.js';
import { InjectClock } from '../platform.js';
import { PARTNERS, type Partner } from './breakers.js';
import { rowKey } from './due.projection.js';
import { DueReport, type ReportedRow } from './due-report.js';

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
