import { Injectable } from '@nestjs/common';
import { Refused } from '../../event-sourcing/decider.js';
import type { RequestContext } from '../../event-sourcing/requester.js';
import { Text } from '../../http/fields.js';
import { OneTimeCodes } from '../access/one-time-codes.js';
import { CODE, PASSWORD } from './passwords.js';
import { SignIn } from './sign-in.js';

export class StepUpBody {
  @Text({ ...PASSWORD, optional: true, description: 'the own password of whoever asks' })
  password?: string | null;
  @Text({ ...CODE, optional: true, blank: true })
  otp?: string | null;
}

export const STEP_UP = [
  'forbidden:password-required',
  'forbidden:password-wrong',
  'forbidden:otp-required',
  'forbidden:otp-wrong',
  'too-many',
] as const;

@Injectable()
export class StepUp {
  constructor(
    private readonly signIn: SignIn,
    private readonly codes: OneTimeCodes,
  ) {}

  /** Returns the record that the password matched. @throws Refused, one of STEP_UP */
  async prove({ password, otp }: StepUpBody, { session, metadata }: RequestContext): Promise<string> {
    if (!password || !session || session.isGuided) {
      throw new Refused('password-required', 'forbidden', 'Please enter your own password to do this.');
    }
    const { accountId } = session;
    return this.signIn.confirm(accountId, password, metadata, () => this.codes.check(accountId, otp || null, metadata));
  }
}
