import { Body, Controller, Delete, Get, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { OwnSession } from '@supreme-access/contract/shapes/people.js';
import { COUNT, FLAG, listOf, TEXT } from '@supreme-access/contract/shapes/primitives.js';
import { Needs } from '../../auth/guard.js';
import { Limited } from '../../auth/limited.js';
import type { Config } from '../../config/config.js';
import { InjectConfig } from '../../config/tokens.js';
import { Refused } from '../../event-sourcing/decider.js';
import { RepeatedSecrets } from '../../event-sourcing/repeated-secrets.js';
import { type RequestContext, type Session } from '../../event-sourcing/requester.js';
import { AnswersList, AnswersSuccess, Refuses } from '../../http/answers.js';
import { Choice, Text } from '../../http/fields.js';
import { Context, SignedIn } from '../../http/request.js';
import { OneTimeCodes } from '../access/one-time-codes.js';
import { SessionList } from '../access/session-list.js';
import { isStaffRole } from '../access/staff.js';
import { RevokeSessions } from './account-security.js';
import { Accounts } from './accounts.js';
import { NewSessions } from './new-sessions.js';
import { CODE } from './passwords.js';
import { STEP_UP, StepUp, StepUpBody } from './step-up.js';

class LogoutBody {
  @Choice(['this', 'all'], { optional: true, description: "'this' when left out" })
  which?: 'this' | 'all' | null;
}

class OfferedCodeBody {
  @Text({ ...CODE, description: 'of the secret that was offered' })
  code: string;
}

const CODES = listOf(TEXT);
/** An offer lasts as long, and three of a million codes confirm it; copies of a request count, too. */
const CONFIRMATIONS = { name: 'totp-confirmations', max: 30, seconds: 900 };

@ApiTags('account')
@Controller('api/user')
export class SecurityController {
  constructor(
    private readonly accounts: Accounts,
    private readonly book: SessionList,
    private readonly repeats: RepeatedSecrets,
  ) {}

  /** Ends this session or all sessions of the account; live updates stop. */
  @Post('logout')
  @AnswersSuccess()
  @Refuses('invalid')
  async logout(
    @Body() { which }: LogoutBody,
    @SignedIn() { sid, accountId }: Session,
    @Context() context: RequestContext,
  ) {
    await this.repeats.willEndSession(context);
    if (which === 'all')
      await this.accounts.ask(RevokeSessions, accountId, { reason: 'logged out everywhere' }, context.metadata);
    else await this.book.end(sid, accountId, context.metadata);
    return { success: true };
  }

  @Get('sessions')
  @Needs('admin', 'auditor')
  @AnswersList(OwnSession)
  async sessions(@SignedIn() { sid, accountId }: Session): Promise<OwnSession[]> {
    const { tokenVersion } = await this.accounts.state(accountId);
    return this.book.of(accountId, tokenVersion, sid);
  }

  @Delete('sessions/:id')
  @Needs('admin', 'auditor')
  @AnswersSuccess()
  @Refuses('not-found')
  async endSession(
    @Param('id') id: string,
    @SignedIn() { sid, accountId }: Session,
    @Context() context: RequestContext,
  ) {
    if (id === sid) await this.repeats.willEndSession(context);
    await this.book.endOne(id, accountId, context.metadata);
    return { success: true };
  }
}

@ApiTags('account')
@Controller('api')
export class OneTimeCodesController {
  constructor(
    private readonly accounts: Accounts,
    private readonly codes: OneTimeCodes,
    private readonly stepUp: StepUp,
    private readonly newSessions: NewSessions,
    private readonly repeats: RepeatedSecrets,
    @InjectConfig() private readonly config: Config,
  ) {}

  /** `required`: staff must use one-time codes */
  @Get('user/totp')
  @AnswersSuccess({ on: FLAG, recoveryCodesLeft: COUNT, required: FLAG })
  async status(@SignedIn() { accountId }: Session) {
    const { staffTotpRequired: required } = this.config;
    return { success: true, ...(await this.codes.status(accountId)), required };
  }

  /** Offers staff a secret for an authenticator app; a code confirms it within 15 minutes. */
  @Post('user/totp/enrol')
  @AnswersSuccess({ secret: TEXT, url: TEXT })
  @Refuses('invalid', 'forbidden:not-staff', 'conflict:otp-on', 'conflict:already-done', ...STEP_UP)
  async enrol(@Body() proof: StepUpBody, @SignedIn() { accountId }: Session, @Context() context: RequestContext) {
    const admitted = async () => {
      const roles = await this.accounts.roles(accountId);
      if (!roles.some(isStaffRole))
        throw new Refused('not-staff', 'forbidden', 'One-time codes are for staff accounts.');
      await this.stepUp.prove(proof, context);
      return { label: (await this.accounts.find(accountId)).email };
    };
    return { success: true, ...(await this.codes.offer(accountId, context, admitted)) };
  }

  /** Returns the recovery codes once, and a new session; all other sessions end. */
  @Post('user/totp/confirm')
  @Limited(CONFIRMATIONS, 'account')
  @AnswersSuccess({ recoveryCodes: CODES, token: TEXT })
  @Refuses('invalid', 'forbidden:otp-wrong', 'conflict:otp-offer-over', 'conflict:otp-on', 'conflict:already-done')
  async confirm(
    @Body() { code }: OfferedCodeBody,
    @SignedIn() { accountId }: Session,
    @Context() context: RequestContext,
  ) {
    const recoveryCodes = await this.codes.confirm(accountId, code, context);
    const reason = 'one-time codes were turned on';
    const token = await this.newSessions.after(accountId, context, {
      admitted: async () => null,
      does: () => this.accounts.ask(RevokeSessions, accountId, { reason }, context.metadata),
    });
    return { success: true, recoveryCodes, token };
  }

  @Post('user/totp/recovery')
  @AnswersSuccess({ recoveryCodes: CODES })
  @Refuses('invalid', 'conflict:otp-off', 'conflict:already-done', ...STEP_UP)
  async renew(@Body() proof: StepUpBody, @SignedIn() { accountId }: Session, @Context() context: RequestContext) {
    const recoveryCodes = await this.codes.renew(accountId, context, () => this.stepUp.prove(proof, context));
    return { success: true, recoveryCodes };
  }

  @Post('user/totp/disable')
  @AnswersSuccess()
  @Refuses('invalid', 'conflict:otp-mandatory', ...STEP_UP)
  async disable(@Body() proof: StepUpBody, @SignedIn() { accountId }: Session, @Context() context: RequestContext) {
    await this.codes.disable(accountId, 'owner', context.metadata, async () => {
      await this.stepUp.prove(proof, context);
      const roles = await this.accounts.roles(accountId);
      if (this.config.staffTotpRequired && roles.some(isStaffRole)) {
        throw new Refused('otp-mandatory', 'conflict', 'Staff accounts must use one-time codes.');
      }
    });
    return { success: true };
  }

  /** Turns off the codes of a colleague who lost device and recovery codes; ends their sessions. */
  @Post('admin/accounts/:id/totp/disable')
  @Needs('admin')
  @AnswersSuccess()
  @Refuses('invalid', 'not-found', 'gone:erased', ...STEP_UP)
  async disableFor(@Param('id') id: string, @Body() proof: StepUpBody, @Context() context: RequestContext) {
    const reason = 'one-time codes were taken off by an admin';
    await this.accounts.unlessDone(id, context.metadata, async () => {
      await this.stepUp.prove(proof, context);
      await this.accounts.open(id);
      await this.repeats.willEndSession(context, id);
      await this.codes.disable(id, 'admin', context.metadata);
      await this.accounts.ask(RevokeSessions, id, { reason }, context.metadata);
    });
    return { success: true };
  }
}
