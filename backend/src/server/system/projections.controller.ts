import { Body, Controller, Get, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ListedRebuild, ReadModels } from '@supreme-access/contract/shapes/system.js';
import { Needs } from '../../auth/guard.js';
import { whyNotNow } from '../../event-sourcing/blockers.js';
import { noSuch, Refused } from '../../event-sourcing/decider.js';
import { Discovered } from '../../event-sourcing/discovered.js';
import { RepeatedSecrets } from '../../event-sourcing/repeated-secrets.js';
import { type RequestContext } from '../../event-sourcing/requester.js';
import { Answers, AnswersSuccess, Refuses } from '../../http/answers.js';
import { BUDGETS, Budget } from '../../http/budgets.js';
import { Text } from '../../http/fields.js';
import { Context } from '../../http/request.js';
import { type Rebuild, Rebuilds } from '../../projections/rebuilds.js';
import { requesterOf, SecurityLog } from '../../telemetry/security-log.js';
import { ProjectionStatuses } from './projection-statuses.js';

export class ReplaceBody {
  @Text({ max: 20, description: 'id of the rebuild whose result was looked at' })
  rebuildId: string;
}

@ApiTags('system')
@Controller('api/admin/system/projections')
export class ProjectionsController {
  constructor(
    private readonly statuses: ProjectionStatuses,
    private readonly rebuilds: Rebuilds,
    private readonly discovered: Discovered,
    private readonly security: SecurityLog,
    private readonly repeats: RepeatedSecrets,
  ) {}

  /** Progress of every read model. `folds`: this process updates them; `lagEvents` is counted up to 500. */
  @Get()
  @Needs('admin', 'auditor')
  @Answers(ReadModels)
  async list(): Promise<ReadModels> {
    const [{ head, statuses }, notNow, last] = await Promise.all([
      this.statuses.look(),
      whyNotNow(this.discovered),
      this.rebuilds.last(),
    ]);
    return { folds: this.statuses.folds, head, notNow, rebuild: last && viewOf(last), projections: statuses };
  }

  /** The last rebuild of this read model. */
  @Get(':name/rebuild')
  @Needs('admin', 'auditor')
  @Answers(ListedRebuild)
  @Refuses('not-found')
  async rebuild(@Param('name') name: string): Promise<ListedRebuild> {
    const last = await this.rebuilds.last();
    if (last?.projection !== name) throw noSuch('rebuild');
    return viewOf(last);
  }

  /** Rebuilds a read model beside the live one and compares both; one at a time, not near a release. */
  @Post(':name/rebuild')
  @Budget(BUDGETS.bulk)
  @Needs('admin')
  @AnswersSuccess({ rebuild: ListedRebuild })
  @Refuses('not-found', 'conflict:rebuild-running', 'conflict:release-near')
  async begin(@Param('name') name: string, @Context() context: RequestContext) {
    const does = async () => {
      await this.assertMayNow(name);
      const rebuild = await this.rebuilds.begin(name);
      this.security.tell('read-model-rebuilt', { ...requesterOf(context.metadata), about: rebuild.stored });
      return viewOf(rebuild);
    };
    const rebuild = await this.repeats.answered(context, { purpose: 'rebuild', underWay: 'rebuild-running', does });
    return { success: true, rebuild };
  }

  /** Replaces the live read model with the rebuilt one, atomically; idempotent. */
  @Post(':name/replace')
  @Budget(BUDGETS.bulk)
  @Needs('admin')
  @AnswersSuccess({ rebuild: ListedRebuild })
  @Refuses('not-found', 'conflict:rebuild-not-ready', 'conflict:release-near')
  async replace(@Param('name') name: string, @Body() { rebuildId }: ReplaceBody, @Context() context: RequestContext) {
    const does = async () => {
      await this.assertMayNow(name);
      const rebuild = await this.rebuilds.replace(name, rebuildId);
      this.security.tell('read-model-replaced', { ...requesterOf(context.metadata), about: rebuild.stored });
      return viewOf(rebuild);
    };
    return { success: true, rebuild: await this.repeats.answered(context, { purpose: 'replace', does }) };
  }

  private async assertMayNow(name: string): Promise<void> {
    this.rebuilds.assertExists(name);
    const reason = await whyNotNow(this.discovered);
    if (reason !== null) throw new Refused('release-near', 'conflict', reason);
  }
}

function viewOf({
  id,
  projection,
  version,
  state,
  begunAt,
  endedAt,
  position,
  head,
  report,
  problem,
}: Rebuild): ListedRebuild {
  return {
    id,
    projection,
    version,
    state,
    begunAt: new Date(begunAt).toISOString(),
    endedAt: endedAt === null ? null : new Date(endedAt).toISOString(),
    position,
    head,
    rows: report?.rows ?? null,
    differing: report?.differing ?? null,
    unexplained: report?.unexplained ?? null,
    differences: report?.differences ?? [],
    problem,
  };
}
