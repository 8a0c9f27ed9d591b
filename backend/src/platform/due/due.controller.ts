import { Body, Controller, Get, Post, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { ListedDue, ListedDueKind } from '@supreme-access/contract/due.js';
import type { FastifyReply } from 'fastify';
import { Needs } from '../auth/guard.js';
import { heldTime, ListQuery, type ListSpec, parseList, rangeOf } from '../http/admin-list.js';
import { COUNT, oneOf, orNull, shape, TEXT } from '../http/answer-schemas.js';
import { AnswersList, AnswersSuccess, Refuses } from '../http/answers.js';
import { Text } from '../http/fields.js';
import { InjectClock } from '../platform.js';
import { PARTNERS } from './breakers.js';
import { type DueKind, DueReport } from './due-report.js';
import { LISTED_DUE, listed } from './listed-due.js';

const DUE_KIND = shape<ListedDueKind>('DueKind', {
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
  async kinds(): Promise<ListedDueKind[]> {
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

function kindView({ lateness, ...kind }: DueKind): ListedDueKind {
  return { ...kind, oldestLateMs: lateness };
}
