import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ListedPartner, Readiness as ReadinessAnswer, SettingInForce } from '@supreme-access/contract/shapes/system.js';
import { Needs } from '../../auth/guard.js';
import type { Config } from '../../config/config.js';
import { InjectConfig } from '../../config/tokens.js';
import { Answers, AnswersList } from '../../http/answers.js';
import { DueReport } from '../../jobs/due-report.js';
import { inWords, Readiness } from './readiness.js';

@ApiTags('system')
@Controller('api/admin/system')
@Needs('admin', 'auditor')
export class SystemController {
  constructor(
    private readonly readiness: Readiness,
    private readonly due: DueReport,
    @InjectConfig() private readonly config: Config,
  ) {}

  /** What `/readyz` of the answering process says, in words: each condition, and what to do where it is not fine. */
  @Get('readiness')
  @Answers(ReadinessAnswer)
  async ready(): Promise<ReadinessAnswer> {
    const standing = await this.readiness.look();
    return { ready: standing.isReady, role: this.config.role, conditions: inWords(standing) };
  }

  /**
   * The circuit breakers of the answering process: since when a partner is away and why, when it is probed next, and how many calls may be
   * there at once.
   */
  @Get('partners')
  @AnswersList(ListedPartner)
  partners(): ListedPartner[] {
    const instant = (at: number | null) => (at === null ? null : new Date(at).toISOString());
    return this.due.partners().map(({ since, nextProbeAt, ...standing }) => {
      return { ...standing, since: instant(since), nextProbeAt: instant(nextProbeAt) };
    });
  }

  /** The settings that the answering process was started with. Of a secret it says `set` or `not set`, of an address neither user nor query. */
  @Get('settings')
  @AnswersList(SettingInForce)
  settings(): readonly SettingInForce[] {
    return this.config.settings;
  }
}
