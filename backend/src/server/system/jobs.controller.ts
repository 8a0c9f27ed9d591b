import { Body, Controller, Get, Post, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { COUNT } from '@supreme-access/contract/shapes/primitives.js';
import { ListedJob, ListedJobKind } from '@supreme-access/contract/shapes/system.js';
import type { FastifyReply } from 'fastify';
import { Needs } from '../../auth/guard.js';
import { InjectClock } from '../../config/tokens.js';
import { type CommandMetadata, Refused } from '../../event-sourcing/decider.js';
import { RepeatedSecrets } from '../../event-sourcing/repeated-secrets.js';
import { type RequestContext } from '../../event-sourcing/requester.js';
import { heldTime, ListQuery, type ListSpec, parseList, rangeOf } from '../../http/admin-list.js';
import { AnswersList, AnswersSuccess, Refuses } from '../../http/answers.js';
import { BUDGETS, Budget } from '../../http/budgets.js';
import { Text } from '../../http/fields.js';
import { Context } from '../../http/request.js';
import { JobReport } from '../../jobs/job-report.js';
import { PARKED } from '../../jobs/jobs.projection.js';
import { Parking } from '../../jobs/parking.js';

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

export class SetAsideBody {
  @Text({ max: 60, description: 'of the work, e.g. `webhook`' })
  kind: string;
  @Text({ max: 300, description: 'what the row is about (its `subject`)' })
  id: string;
  @Text({ max: 500, description: 'why it is never to be done; it stands in the log' })
  reason: string;
}

const DUE: ListSpec = {
  resource: 'due',
  fields: { kind: 'kind', subject: 'id', about: 'about', dueAt: 'dueAt' },
  held: { dueAt: heldTime },
  ranges: ['dueAt'],
  defaultSort: ['dueAt', 'asc'],
};

@ApiTags('jobs')
@Controller('api/admin/due')
@Needs('admin', 'auditor')
export class JobsController {
  constructor(
    private readonly report: JobReport,
    private readonly parking: Parking,
    private readonly repeats: RepeatedSecrets,
    @InjectClock() private readonly clock: () => number,
  ) {}

  /** Waiting jobs, the longest overdue first, parked ones last; filters: `{"overdue":true}`, `{"parked":true}`. */
  @Get()
  @AnswersList(ListedJob)
  @Refuses('invalid:list-query-invalid')
  async list(@Query() query: ListQuery, @Res({ passthrough: true }) reply: FastifyReply): Promise<ListedJob[]> {
    const now = this.clock();
    const overdue = (value: unknown) =>
      typeof value === 'boolean' ? { dueAt: value ? { lte: now } : { gt: now } } : undefined;
    const parked = (value: unknown) =>
      typeof value === 'boolean' ? { dueAt: value ? PARKED : { lt: PARKED } } : undefined;
    const parsed = parseList(query, { ...DUE, filters: { overdue, parked } });
    const { rows, total } = await this.report.list(parsed);
    return rangeOf(reply, DUE, parsed, rows, total);
  }

  /** `late`: overdue for longer than usual; `oldestLateMs`: how long ago the oldest was due. */
  @Get('kinds')
  @AnswersList(ListedJobKind)
  kinds(): Promise<ListedJobKind[]> {
    return this.report.kinds();
  }

  /** Retries one row or a whole kind within the partner's limits; an event (`WorkResumed`) resumes parked rows. */
  @Post('retry')
  @Budget(BUDGETS.bulk)
  @Needs('admin')
  @AnswersSuccess({ retried: COUNT })
  @Refuses('not-found', 'conflict:partner-away', 'conflict:works-elsewhere')
  async retry(@Body() { kind, id }: RetryBody, @Context() context: RequestContext) {
    const does = () => this.retried(kind, id, context.metadata);
    return { success: true, retried: await this.repeats.answered(context, { purpose: 'retry', does }) };
  }

  private async retried(kind: string, id: string | undefined, metadata: CommandMetadata): Promise<number> {
    if (id !== undefined && (await this.parking.resume(kind, id, metadata))) return 1;
    const resumed = id === undefined ? await this.parking.resumeAll(kind, metadata) : 0;
    const retried = await this.report.retry(kind, id).catch((error: unknown) => {
      if (resumed > 0 && error instanceof Refused && error.kind === 'conflict') return 0;
      throw error;
    });
    return retried + resumed;
  }

  /** Ends a parked job for good; the log records by whom and why (`WorkSetAside`). */
  @Post('set-aside')
  @Budget(BUDGETS.bulk)
  @Needs('admin')
  @AnswersSuccess()
  @Refuses('not-found', 'conflict:not-parked')
  async setAside(@Body() { kind, id, reason }: SetAsideBody, @Context() { metadata }: RequestContext) {
    await this.parking.setAside(kind, id, reason, metadata);
    return { success: true };
  }
}
