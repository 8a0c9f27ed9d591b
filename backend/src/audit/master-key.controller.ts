import { Body, Controller, Header, Inject, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { STEP_UP, StepUp, StepUpBody } from '../accounts/step-up.js';
import { Needs } from '../platform/auth/guard.js';
import { Sessions } from '../platform/auth/sessions.js';
import { type Origin, Refused } from '../platform/decider.js';
import { FLAG, TEXT } from '../platform/http/answer-schemas.js';
import { AnswersSuccess, Refuses, schemaOf } from '../platform/http/answers.js';
import { BUDGETS, Budget } from '../platform/http/budgets.js';
import { Flag } from '../platform/http/fields.js';
import { type Asked, Asks } from '../platform/http/request.js';
import { InjectClock } from '../platform/platform.js';
import { byOrigin, SecurityLog } from '../platform/security-log.js';
import { KeyRotation, type Rotated } from '../platform/vault/key-rotation.js';
import { RepeatedAnswers } from '../platform/vault/repeated-answers.js';

export class RotationBody extends StepUpBody {
  @Flag({ optional: true, description: 'true: sessions were stolen, or their secret was: everybody logs in again' })
  endSessions?: boolean;
}

const COUNT = schemaOf<number>({ type: 'integer', minimum: 0 });

@ApiTags('admin')
@Controller('api/admin/master-key')
export class MasterKeyController {
  constructor(
    @Inject(KeyRotation) private readonly rotation: KeyRotation | null,
    private readonly stepUp: StepUp,
    private readonly sessions: Sessions,
    private readonly security: SecurityLog,
    private readonly answers: RepeatedAnswers,
    @InjectClock() private readonly clock: () => number,
  ) {}

  /**
   * Seals the vault anew under another master key, and signs sessions with another secret; answers once all is done. What is read and
   * written meanwhile goes on, and so do sessions.
   */
  @Post('rotate')
  @Budget(BUDGETS.stream)
  @Header('cache-control', 'no-store')
  @Needs('admin')
  @AnswersSuccess({ masterKey: TEXT, records: COUNT, wasUnfinished: FLAG })
  @Refuses(...STEP_UP, 'conflict:rotation-running', 'conflict:no-newer-key')
  async rotate(@Body() { endSessions = false, ...proof }: RotationBody, @Asks() asked: Asked) {
    await this.stepUp.prove(proof, asked);
    const does = () => this.rotated(endSessions, asked.origin);
    const rotated = await this.answers.once(asked, { purpose: 'master-key', underWay: 'rotation-running', does });
    return { success: true, ...rotated };
  }

  private async rotated(endSessions: boolean, origin: Origin): Promise<Rotated> {
    if (this.rotation === null)
      throw new Refused('no-newer-key', 'conflict', 'These stores are not encrypted with a master key.');
    const rotated = await this.rotation.rotate();
    await this.sessions.keys.rotate(this.clock(), endSessions);
    this.security.tell('key-rotated', { ...byOrigin(origin), about: rotated.masterKey });
    return rotated;
  }
}
