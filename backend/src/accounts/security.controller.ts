import { Body, Controller, Delete, Get, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { OwnSession } from '@supreme-access/contract/api-types.js';
import { SessionBook } from '../access/session-book.js';
import { Needs } from '../platform/auth/guard.js';
import { FLAG, INSTANT, shape, TEXT } from '../platform/http/answer-schemas.js';
import { AnswersList, AnswersSuccess, Refuses } from '../platform/http/answers.js';
import { Choice } from '../platform/http/fields.js';
import { type Asked, Asks, type Session, SignedIn } from '../platform/http/request.js';
import { RevokeSessions } from './account-security.js';
import { Accounts } from './accounts.js';

const OWN_SESSION = shape<OwnSession>('OwnSession', { id: TEXT, begunAt: INSTANT, usedAt: INSTANT, current: FLAG });

class LogoutBody {
  @Choice(['this', 'all'], { optional: true, description: "'this' when left out" })
  which?: 'this' | 'all' | null;
}

/** What people do for the safety of their own account. */
@ApiTags('account')
@Controller('api/user')
export class SecurityController {
  constructor(
    private readonly accounts: Accounts,
    private readonly book: SessionBook,
  ) {}

  /** Ends the session that asks, or all of the account; their tokens are refused from now on, and their live updates end. */
  @Post('logout')
  @AnswersSuccess()
  @Refuses('invalid')
  async logout(@Body() { which }: LogoutBody, @SignedIn() { sid, accountId }: Session, @Asks() { origin }: Asked) {
    if (which === 'all')
      await this.accounts.ask(RevokeSessions, accountId, { reason: 'logged out everywhere' }, origin);
    else await this.book.end(sid, accountId, origin);
    return { success: true };
  }

  /** The sessions that are open, the one used last first. Of shoppers' sessions no book is kept. */
  @Get('sessions')
  @Needs('admin', 'auditor')
  @AnswersList(OWN_SESSION)
  async sessions(@SignedIn() { sid, accountId }: Session): Promise<OwnSession[]> {
    const { tokenVersion } = await this.accounts.state(accountId);
    return this.book.of(accountId, tokenVersion, sid);
  }

  /** Ends one of them, wherever it is open. */
  @Delete('sessions/:id')
  @Needs('admin', 'auditor')
  @AnswersSuccess()
  @Refuses('not-found')
  async endSession(@Param('id') id: string, @SignedIn() { accountId }: Session, @Asks() { origin }: Asked) {
    await this.book.endOne(id, accountId, origin);
    return { success: true };
  }
}
