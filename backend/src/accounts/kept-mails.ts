import { Injectable } from '@nestjs/common';
import { Mailing } from '../mail/mailing.js';
import { AccountDesk } from './account-desk.js';
import { ACCOUNT_MAILS } from './account-due.js';
import type { ErasureParticipant } from './personal-data.js';

/** Copies of the mails that were sent about an account. */
@Injectable()
export class KeptMails implements ErasureParticipant {
  constructor(
    private readonly desk: AccountDesk,
    private readonly mailing: Mailing,
  ) {}

  async subjectOpen(): Promise<boolean> {
    return false;
  }

  /** All but the last mail, which tells that this has happened. */
  async erase(accountId: string): Promise<void> {
    const { mails } = await this.desk.state(accountId);
    const gone = mails.filter(({ kind }) => kind !== 'account-erased').map(({ mailId }) => mailId);
    await this.mailing.forget(ACCOUNT_MAILS, accountId, gone);
  }
}
