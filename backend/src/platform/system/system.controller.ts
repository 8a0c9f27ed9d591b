import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type {
  ListedPartner,
  Readiness as ReadinessAnswer,
  ReadinessCondition,
  SettingInForce,
} from '@supreme-access/contract/system-types.js';
import { Needs } from '../auth/guard.js';
import type { Config } from '../config.js';
import { PARTNERS } from '../due/breakers.js';
import { DueReport } from '../due/due-report.js';
import { COUNT, FLAG, INSTANT, listOf, oneOf, orNull, shape, TEXT } from '../http/answer-schemas.js';
import { Answers, AnswersList } from '../http/answers.js';
import { inWords, Readiness } from '../http/readiness.js';
import { InjectConfig } from '../platform.js';
import { ROLES } from '../settings.js';

const PARTNER = shape<ListedPartner>('PartnerStanding', {
  partner: oneOf(PARTNERS),
  isAway: FLAG,
  since: orNull(INSTANT),
  trouble: orNull(TEXT),
  nextProbeAt: orNull(INSTANT),
  limit: COUNT,
});
const CONDITION = shape<ReadinessCondition>('ReadinessCondition', {
  name: TEXT,
  state: oneOf(['fine', 'late', 'not ready']),
  says: TEXT,
  todo: orNull(TEXT),
});
const READINESS = shape<ReadinessAnswer>('Readiness', {
  ready: FLAG,
  role: oneOf(ROLES),
  conditions: listOf(CONDITION),
});
const SETTING = shape<SettingInForce>('SettingInForce', {
  name: TEXT,
  value: TEXT,
  secret: FLAG,
  from: oneOf(['default', 'environment', 'file']),
});

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
  @Answers(READINESS)
  async ready(): Promise<ReadinessAnswer> {
    const standing = await this.readiness.look();
    return { ready: standing.isReady, role: this.config.role, conditions: inWords(standing) };
  }

  /**
   * The circuit breakers of the answering process: since when a partner is away and why, when it is probed next, and how many calls may be
   * there at once.
   */
  @Get('partners')
  @AnswersList(PARTNER)
  partners(): ListedPartner[] {
    const instant = (at: number | null) => (at === null ? null : new Date(at).toISOString());
    return this.due.partners().map(({ since, nextProbeAt, ...standing }) => {
      return { ...standing, since: instant(since), nextProbeAt: instant(nextProbeAt) };
    });
  }

  /** The settings that the answering process was started with. Of a secret it says `set` or `not set`, of an address neither user nor query. */
  @Get('settings')
  @AnswersList(SETTING)
  settings(): readonly SettingInForce[] {
    return this.config.settings;
  }
}
