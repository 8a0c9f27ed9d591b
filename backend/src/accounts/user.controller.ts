import { Body, Controller, Get, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { AccountInfo } from '@supreme-access/contract/api-types.js';
import { ACCOUNT_INFO } from '../platform/http/answer-schemas.js';
import { Answers, AnswersSuccess, Refuses } from '../platform/http/answers.js';
import { type Asked, Asks, type Session, SignedIn } from '../platform/http/request.js';
import { CHANGED_ACCOUNT } from './account-answers.js';
import { AccountReader } from './account-reader.js';
import { OwnDetails } from './own-details.js';
import { OwnPassword } from './own-password.js';
import { ChangePasswordBody, UpdateProfileBody } from './requests.js';
import { VerificationMails } from './verification-mails.js';

/** A shopper's own account. */
@ApiTags('account')
@Refuses('gone:erased', 'unavailable:not-ready')
@Controller('api/user')
export class UserController {
  constructor(
    private readonly reader: AccountReader,
    private readonly details: OwnDetails,
    private readonly passwords: OwnPassword,
    private readonly verification: VerificationMails,
  ) {}

  @Get('info')
  @Answers(ACCOUNT_INFO)
  info(@SignedIn() { accountId }: Session): Promise<AccountInfo> {
    return this.reader.info(accountId);
  }

  /** What is left out stays. Another e-mail address is pending (`pendingEmail`) until the link mailed to it is followed. */
  @Post('updateProfile')
  @Answers(CHANGED_ACCOUNT)
  @Refuses(
    'invalid',
    'invalid:unknown-field',
    'forbidden:password-required',
    'forbidden:password-wrong',
    'conflict:email-taken',
    'too-many',
  )
  async update(@Body() { updates, password }: UpdateProfileBody, @SignedIn() session: Session, @Asks() asked: Asked) {
    await this.details.update(updates, password ?? null, session, asked);
    return { success: true, ...(await this.reader.info(session.accountId)) };
  }

  /** Mails the link that confirms the address once more; nothing for an address that is verified. Three in 15 minutes. */
  @Post('resendVerification')
  @AnswersSuccess()
  @Refuses('too-many')
  async resendVerification(@SignedIn() { accountId }: Session, @Asks() { origin }: Asked) {
    await this.verification.sendAgain(accountId, origin);
    return { success: true };
  }

  /** Ends all sessions and answers the token of a new one. */
  @Post('password')
  @AnswersSuccess({ token: { type: 'string' } })
  @Refuses('invalid', 'invalid:password-common', 'forbidden:password-wrong', 'conflict:password-changed', 'too-many')
  async password(@Body() body: ChangePasswordBody, @SignedIn() { accountId }: Session, @Asks() asked: Asked) {
    const token = await this.passwords.change(accountId, body.password, body.newPassword, asked);
    return { success: true, token };
  }
}
