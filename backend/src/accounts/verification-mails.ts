import { Injectable } from '@nestjs/common';
import type { Origin } from '../platform/decider.js';
import { RequestVerification } from './account-address.js';
import { AccountDesk } from './account-desk.js';
import { type AccountLink, SignedLinks } from './signed-links.js';

/** ms */
const VERIFY_WITHIN = 7 * 24 * 3_600_000;

/** Sends the mail that asks to confirm the address once more, with a link of its own. */
@Injectable()
export class VerificationMails {
  constructor(
    private readonly desk: AccountDesk,
    private readonly links: SignedLinks,
  ) {}

  /** Does nothing for an address that is verified. @throws Refused 'too-many' */
  async sendAgain(accountId: string, origin: Origin): Promise<void> {
    const { emailKey, emailVerified } = await this.desk.state(accountId);
    if (emailVerified) return;
    const link: AccountLink = { purpose: 'verify', accountId, emailKey };
    const linkRecord = await this.links.make(link, this.desk.now() + VERIFY_WITHIN);
    try {
      const { events } = await this.desk.ask(RequestVerification, accountId, { emailKey, linkRecord }, origin);
      if (events.length === 0) await this.links.forget(linkRecord);
    } catch (error) {
      await this.links.forget(linkRecord);
      throw error;
    }
  }
}
