import { Injectable } from '@nestjs/common';
import { Refused } from '../../event-sourcing/decider.js';
import type { Asked } from '../../event-sourcing/requester.js';
import { Text } from '../../http/fields.js';
import { OneTimeCodes } from '../access/one-time-codes.js';
import { CODE, PASSWORD } from './passwords.js';
import { SignIn } from './sign-in.js';

/** What comes with a request that a stolen session must not make; bodies of such routes extend it. */
export class StepUpBody {
  @Text({ ...PASSWORD, optional: true, description: 'the own password of whoever asks' })
  password?: string | null;
  @Text({ ...CODE, optional: true, blank: true })
  otp?: string | null;
}

/** What a step-up may refuse, for OpenAPI. */
export const STEP_UP = [
  'forbidden:password-required',
  'forbidden:password-wrong',
  'forbidden:otp-required',
  'forbidden:otp-wrong',
  'too-many',
] as const;

/** Asks whoever is signed in to prove once more who they are: the password, and a one-time code where codes are on. */
@Injectable()
export class StepUp {
  constructor(
    private readonly signIn: SignIn,
    private readonly codes: OneTimeCodes,
  ) {}

  /** Returns the record that the password was checked against. @throws Refused, one of STEP_UP */
  async prove({ password, otp }: StepUpBody, { session, origin }: Asked): Promise<string> {
    if (!password || !session) {
      throw new Refused('password-required', 'forbidden', 'Please enter your own password to do this.');
    }
    const { accountId } = session;
    return this.signIn.confirm(accountId, password, origin, () => this.codes.check(accountId, otp || null, origin));
  }
}
