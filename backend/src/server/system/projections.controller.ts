import { Body, Controller, Get, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ListedRebuild, ReadModels } from '@supreme-access/contract/shapes/system.js';
import { Needs } from '../../auth/guard.js';
import { noSuch, Refused } from '../../event-sourcing/decider.js';
import { Discovered } from '../../event-sourcing/discovered.js';
import { RepeatedSecrets } from '../../event-sourcing/repeated-secrets.js';
import { type Asked } from '../../event-sourcing/requester.js';
import { Answers, AnswersSuccess, Refuses } from '../../http/answers.js';
import { BUDGETS, Budget } from '../../http/budgets.js';
import { Text } from '../../http/fields.js';
import { Asks } from '../../http/request.js';
import { whyNotNow } from '../../projections/hindrances.js';
import { type Rebuild, Rebuilds } from '../../projections/rebuilds.js';
import { byOrigin, SecurityLog } from '../../telemetry/security-log.js';
import { ProjectionStandings } from './projection-standings.js';

export class ReplaceBody {
  @Text({ max: 20, description: 'id of the rebuild whose result was looked at' })
  rebuildId: string;
}

@ApiTags('system')
@Controller('api/admin/system/projections')
export class ProjectionsController {
  constructor(
    private readonly standings: ProjectionStandings,
    private readonly rebuilds: Rebuilds,
    private readonly discovered: Discovered,
    private readonly security: SecurityLog,
    private readonly repeats: RepeatedSecrets,
  ) {}

  /**
   * Every read model: how far it is, and why where it does not run. `folds`: this process folds them; else another one does, of which
   * the checkpoints tell. `lagEvents` is counted up to 500. `notNow`: why none may be rebuilt just now. `rebuild`: the one begun last.
   */
  @Get()
  @Needs('admin', 'auditor')
  @Answers(ReadModels)
  async list(): Promise<ReadModels> {
    const [{ head, standings }, notNow, last] = await Promise.all([
      this.standings.look(),
      whyNotNow(this.discovered),
      this.rebuilds.last(),
    ]);
    return { folds: this.standings.folds, head, notNow, rebuild: last && viewOf(last), projections: standings };
  }

  /** How far the rebuild is that was begun last of this read model, and what came of it. */
  @Get(':name/rebuild')
  @Needs('admin', 'auditor')
  @Answers(ListedRebuild)
  @Refuses('not-found')
  async rebuild(@Param('name') name: string): Promise<ListedRebuild> {
    const last = await this.rebuilds.last();
    if (last?.projection !== name) throw noSuch('rebuild');
    return viewOf(last);
  }

  /**
   * Folds the whole log again beside the live read model and compares the two: one at a time, and none while a release is near: see the runs of audits.
   * Nothing of the live one is changed.
   */
  @Post(':name/rebuild')
  @Budget(BUDGETS.bulk)
  @Needs('admin')
  @AnswersSuccess({ rebuild: ListedRebuild })
  @Refuses('not-found', 'conflict:rebuild-running', 'conflict:release-near')
  async begin(@Param('name') name: string, @Asks() asked: Asked) {
    const does = async () => {
      await this.assertMayNow(name);
      const rebuild = await this.rebuilds.begin(name);
      this.security.tell('read-model-rebuilt', { ...byOrigin(asked.origin), about: rebuild.stored });
      return viewOf(rebuild);
    };
    const rebuild = await this.repeats.answered(asked, { purpose: 'rebuild', underWay: 'rebuild-running', does });
    return { success: true, rebuild };
  }

  /**
   * Gives what was built the name of the live one, which is dropped: every process finds it there at once, and nobody reads half of
   * either. Said twice it is done once.
   */
  @Post(':name/replace')
  @Budget(BUDGETS.bulk)
  @Needs('admin')
  @AnswersSuccess({ rebuild: ListedRebuild })
  @Refuses('not-found', 'conflict:rebuild-not-ready', 'conflict:release-near')
  async replace(@Param('name') name: string, @Body() { rebuildId }: ReplaceBody, @Asks() asked: Asked) {
    const does = async () => {
      await this.assertMayNow(name);
      const rebuild = await this.rebuilds.replace(name, rebuildId);
      this.security.tell('read-model-replaced', { ...byOrigin(asked.origin), about: rebuild.stored });
      return viewOf(rebuild);
    };
    return { success: true, rebuild: await this.repeats.answered(asked, { purpose: 'replace', does }) };
  }

  private async assertMayNow(name: string): Promise<void> {
    this.rebuilds.assertKnown(name);
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
