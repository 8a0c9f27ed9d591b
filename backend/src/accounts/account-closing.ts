import { Injectable } from '@nestjs/common';
import { type Origin, Refused } from '../platform/decider.js';
import { freshStep } from '../platform/origins.js';
import { RequestErasure } from './account-commands.js';
import { AccountDesk } from './account-desk.js';
import { Erasure } from './erasure.js';
import { PersonalData } from './personal-data.js';
import { type AccountLink, SignedLinks } from './signed-links.js';
import { StaffDesk } from './staff-desk.js';

/** The last mail is sent within this time or not at all, ms. */
const FAREWELL_WITHIN = 3 * 24 * 3_600_000;

/** Closes an account for good: nobody signs in any more, and what it held is erased. */
@Injectable()
export class AccountClosing {
  constructor(
    private readonly desk: AccountDesk,
    private readonly holders: PersonalData,
    private readonly links: SignedLinks,
    private readonly erasure: Erasure,
    private readonly staff: StaffDesk,
  ) {}

  /** `owner` gets the last mail. Answers whether nothing is left to do. @throws Refused 'order-open' | 'last-admin' */
  async request(accountId: string, owner: { email: string; name: string }, origin: Origin): Promise<boolean> {
    if (await this.holders.isOpen(accountId)) {
      const text = 'An order is still open. Erase your account once it has ended.';
      throw new Refused('order-open', 'conflict', text);
    }
    await this.staff.leave(accountId, origin);
    const link: AccountLink = { purpose: 'farewell', ...owner };
    const farewell = await this.links.make(link, this.desk.now() + FAREWELL_WITHIN);
    await this.desk.ask(RequestErasure, accountId, { farewell }, origin);
    // Not lost when it fails: its due row stands until the worker has finished it.
    return this.erasure.finish(accountId, freshStep(origin)).then(
      () => true,
      () => false,
    );
  }
}
