import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ListedPartner, Readiness as ReadinessAnswer, SettingInForce } from '@supreme-access/contract/shapes/system.js';
import { Needs, Unguided } from '../../auth/guard.js';
import type { Config } from '../../config/config.js';
import { InjectConfig } from '../../config/tokens.js';
import { Answers, AnswersList } from '../../http/answers.js';
import { JobReport } from '../../jobs/job-report.js';
import { inWords, Readiness } from './readiness.js';

@ApiTags('system')
@Controller('api/admin/system')
@Needs('admin', 'auditor')
export class SystemController {
  constructor(
    private readonly readiness: Readiness,
    private readonly due: JobReport,
    @InjectConfig() private readonly config: Config,
  ) {}

  /** What `/readyz` reports, in words, with an action for each problem. */
  @Get('readiness')
  @Answers(ReadinessAnswer)
  async ready(): Promise<ReadinessAnswer> {
    const report = await this.readiness.look();
    return { ready: report.isReady, role: this.config.role, conditions: inWords(report) };
  }

  /** Circuit breakers of this process: since when, why, next probe and concurrency limit. */
  @Get('partners')
  @AnswersList(ListedPartner)
  partners(): Promise<ListedPartner[]> {
    return this.due.partners();
  }

  /** Effective settings; secrets show as `set` or `not set`, URLs without user and query. */
  @Get('settings')
  @Unguided()
  @AnswersList(SettingInForce)
  settings(): readonly SettingInForce[] {
    return this.config.settings;
  }
}
