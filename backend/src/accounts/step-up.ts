import { Injectable } from '@nestjs/common';
import { Refused } from '../platform/decider.js';
import type { Asked } from '../platform/http/request.js';
import { Login } from './login.js';

/** Asks whoever is signed in for the password again, before what a stolen session must not do. */
@Injectable()
export class StepUp {
  constructor(private readonly login: Login) {}

  /** @throws Refused 'password-required' | 'password-wrong' | 'too-many' */
  async confirm(password: string | null, { session, ip }: Asked): Promise<void> {
    if (!password || !session) {
      throw new Refused('password-required', 'forbidden', 'Please enter your own password to do this.');
    }
    await this.login.confirm(session.accountId, password, ip);
  }
}
