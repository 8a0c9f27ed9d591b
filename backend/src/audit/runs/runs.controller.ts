import { Body, Controller, Get, Param, Post, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AuditRun, OfferedRun, RUN_KINDS, type RunKind } from '@supreme-access/contract/shapes/audit.js';
import { TEXT } from '@supreme-access/contract/shapes/primitives.js';
import type { FastifyReply } from 'fastify';
import { Needs } from '../../auth/guard.js';
import { InjectClock } from '../../config/tokens.js';
import { noSuch, Refused } from '../../event-sourcing/decider.js';
import { type RequestContext } from '../../event-sourcing/requester.js';
import { heldTime, ListQuery, type ListSpec, parseList, rangeOf } from '../../http/admin-list.js';
import { Answers, AnswersList, AnswersSuccess, Refuses } from '../../http/answers.js';
import { BUDGETS, Budget } from '../../http/budgets.js';
import { Choice, Text } from '../../http/fields.js';
import { Context } from '../../http/request.js';
import { ConsistentReads } from '../../projections/consistent-reads.js';
import { Reads } from '../../projections/reads.js';
import type { Requester, RunRange } from './audit-run.js';
import { AuditRuns } from './audit-runs.js';
import { runView } from './run-view.js';
import { runsProjection } from './runs.projection.js';

export class RunBody {
  @Choice(RUN_KINDS)
  kind: RunKind;
  @Text({ optional: true, max: 40, description: 'ISO 8601: orders, intents and checkouts from then on (`reconcile`)' })
  from?: string;
  @Text({ optional: true, max: 40, description: 'ISO 8601: and up to then' })
  to?: string;
}

const LIST: ListSpec = {
  resource: 'runs',
  fields: { id: 'runId', kind: 'kind', outcome: 'outcome', startedAt: 'startedAt', finishedAt: 'finishedAt' },
  held: { startedAt: heldTime, finishedAt: heldTime },
  ranges: ['startedAt'],
  defaultSort: ['startedAt', 'desc'],
};

@ApiTags('audit')
@Controller('api/admin/audit')
@Needs('admin', 'auditor')
export class RunsController {
  constructor(
    private readonly runs: AuditRuns,
    private readonly reads: Reads,
    private readonly latest: ConsistentReads,
    @InjectClock() private readonly clock: () => number,
  ) {}

  /** Lists the kinds of runs, and which run or release blocks a start. */
  @Get('kinds')
  @AnswersList(OfferedRun)
  offered(): Promise<OfferedRun[]> {
    return this.runs.offered();
  }

  /** Starts a run in the background. Near a release, a run over two seconds gets 409 `release-near` with `until`. */
  @Post('runs')
  @Budget(BUDGETS.bulk)
  @AnswersSuccess({ runId: TEXT })
  @Refuses('invalid:run-range-invalid', 'invalid:run-unknown', 'conflict:run-in-progress', 'conflict:release-near')
  async start(@Body() { kind, from, to }: RunBody, @Context() { metadata }: RequestContext) {
    const range = readRange(from, to);
    const askedBy = { kind: metadata.actor.kind, id: metadata.actor.id } as Requester;
    return { success: true, ...(await this.runs.start({ kind, range, askedBy }, metadata)) };
  }

  /** Lists all runs, the newest first. */
  @Get('runs')
  @AnswersList(AuditRun)
  @Refuses('invalid:list-query-invalid')
  async list(@Query() query: ListQuery, @Res({ passthrough: true }) reply: FastifyReply): Promise<AuditRun[]> {
    const parsed = parseList(query, LIST);
    const [docs, total, current] = await Promise.all([
      this.reads.find(runsProjection, parsed),
      this.reads.count(runsProjection, parsed.where),
      this.runs.current(),
    ]);
    const rows = docs.map((doc) => runView(doc, current, this.clock()));
    return rangeOf(reply, LIST, parsed, rows, total);
  }

  /** Returns the progress of a run, and its findings once it has ended. */
  @Get('runs/:id')
  @Answers(AuditRun)
  @Refuses('not-found')
  async one(@Param('id') id: string): Promise<AuditRun> {
    const doc = await this.latest.find(runsProjection, id);
    if (!doc) throw noSuch('run');
    return runView(doc, await this.runs.current(), this.clock());
  }
}

/** @throws Refused 'run-range-invalid' */
export function readRange(from: string | undefined, to: string | undefined): RunRange {
  const range = { from: instantOf(from), to: instantOf(to) };
  const isOrdered = range.from === null || range.to === null || range.from < range.to;
  if (isOrdered && !Number.isNaN(range.from) && !Number.isNaN(range.to)) return range;
  throw new Refused(
    'run-range-invalid',
    'invalid',
    'The times from and to cannot be read, or are the wrong way round.',
  );
}

function instantOf(text: string | undefined): number | null {
  if (text === undefined || text === '') return null;
  const at = heldTime(text);
  return typeof at === 'number' ? at : Number.NaN;
}
