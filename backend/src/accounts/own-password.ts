import { Injectable } from '@nestjs/common';
import type { Asked } from '../platform/http/request.js';
import { Login } from './login.js';
import { PasswordChanges } from './password-changes.js';
import { SignIn } from './sign-in.js';

/** A signed-in shopper's new password. */
@Injectable()
export class OwnPassword {
  constructor(
    private readonly login: Login,
    private readonly changes: PasswordChanges,
    private readonly signIn: SignIn,
  ) {}

  /** Answers a new session's token: all earlier ones have ended. @throws Refused 'password-wrong' | 'password-...' */
  async change(accountId: string, password: string, newPassword: string, { origin, ip }: Asked): Promise<string> {
    const current = await this.login.confirm(accountId, password, ip);
    return this.signIn.again(accountId, await this.changes.change(accountId, current, newPassword, origin));
  }
}
