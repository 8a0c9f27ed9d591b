import { Injectable } from '@nestjs/common';
import type { AccountAccess, MaskedProfile } from '@supreme-access/contract/shapes/people.js';
import { Guesses } from '../../../auth/guesses.js';
import { type CommandMetadata, Refused } from '../../../event-sourcing/decider.js';
import { OneTimeCodes } from '../../access/one-time-codes.js';
import { SessionList } from '../../access/session-list.js';
import { isStaffRole, type StaffRole } from '../../access/staff.js';
import { SavedProfiles } from '../../profiles/saved-profiles.js';
import { RevokeSessions } from '../account-security.js';
import { Accounts } from '../accounts.js';
import { StaffRoles } from '../staffing.js';

@Injectable()
export class AccountSupport {
  constructor(
    private readonly accounts: Accounts,
    private readonly book: SessionList,
    private readonly codes: OneTimeCodes,
    private readonly guesses: Guesses,
    private readonly saved: SavedProfiles,
    private readonly staff: StaffRoles,
  ) {}

  /** @throws Refused 'not-found' */
  async existing(id: string): Promise<string> {
    await this.accounts.registered(id);
    return id;
  }

  /** @throws Refused 'not-found' */
  async access(id: string): Promise<AccountAccess> {
    const { tokenVersion, emailKey, closed } = await this.accounts.registered(id);
    const isStaff = (await this.accounts.roles(id)).some(isStaffRole);
    const [sessions, { on }, wrongPasswords] = await Promise.all([
      isStaff ? this.book.of(id, tokenVersion, '') : [],
      this.codes.status(id),
      closed ? 0 : this.guesses.wrongLately(emailKey),
    ]);
    const shown = sessions.map(({ current: _, ...session }) => session);
    return { sessions: shown, sessionsKept: isStaff, oneTimeCodes: on, wrongPasswords };
  }

  /** @throws Refused 'not-found' */
  async profiles(id: string): Promise<MaskedProfile[]> {
    return this.saved.masked(await this.existing(id));
  }

  /** @throws Refused 'not-found' | 'erased' */
  async endSessions(id: string, reason: string, metadata: CommandMetadata): Promise<void> {
    await this.accounts.ask(RevokeSessions, await this.existing(id), { reason }, metadata);
  }

  /** @throws Refused 'not-found' | 'erased' | 'address-unproven' | 'account-locked' */
  async grant(id: string, role: StaffRole, metadata: CommandMetadata): Promise<void> {
    const { closed, emailVerified, locked } = await this.accounts.registered(id);
    // A stranger may have registered an unverified address.
    if (!closed && !emailVerified) {
      const text = 'This address is not verified yet. Its owner must follow the link we emailed.';
      throw new Refused('address-unproven', 'conflict', text);
    }
    if (!closed && locked) throw new Refused('account-locked', 'conflict', 'This account is locked. Unlock it first.');
    await this.staff.appoint(id, role, metadata);
  }
}
