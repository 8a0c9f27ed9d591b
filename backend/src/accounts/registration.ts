import { Injectable } from '@nestjs/common';
import type { Role } from '@supreme-access/contract/statuses.js';
import { TERMS_VERSION, TEXTS } from '@supreme-access/contract/texts.js';
import { type Origin, Refused } from '../platform/decider.js';
import { freshStep } from '../platform/origins.js';
import { type AccountState, RegisterAccount } from './account.js';
import { AccountDesk } from './account-desk.js';
import { TellOwner } from './account-security.js';
import { Credentials } from './credentials.js';
import { EmailClaims } from './email-claims.js';
import { RESET_WITHIN } from './password-changes.js';
import { isMailable } from './read-updates.js';
import { SignedLinks } from './signed-links.js';
import { StaffDesk } from './staff-desk.js';

/** ms */
const VERIFY_WITHIN = 7 * 24 * 3_600_000;

export interface Registrant {
  email: string;
  name: string;
  /** E.164, or '' */
  phone: string;
  password: string;
}
/** How somebody comes to register: by themselves, invited, or as the first admin. */
export interface Admission {
  roles: readonly Role[];
  /** done once the account's id is known, before it is made */
  redeem?(accountId: string): Promise<void>;
  /** asks to confirm the address */
  verify: boolean;
}

/** Makes accounts: the address is claimed first, then the hash is kept, then the account is. */
@Injectable()
export class Registration {
  constructor(
    private readonly desk: AccountDesk,
    private readonly claims: EmailClaims,
    private readonly credentials: Credentials,
    private readonly links: SignedLinks,
    private readonly staff: StaffDesk,
  ) {}

  /** @throws Refused 'email-taken' (the owner is told by mail), 'password-...' */
  async register(
    who: Registrant,
    admission: Admission,
    origin: Origin,
  ): Promise<{ accountId: string; state: AccountState }> {
    const { password, ...personal } = who;
    if (!isMailable(who.email)) throw new Refused('invalid', 'invalid', TEXTS.form);
    this.credentials.check(password);
    const emailKey = this.claims.keyOf(who.email);
    try {
      const accountId = await this.claims.claimForNew(emailKey, origin);
      const passwordRecord = await this.credentials.keep(password);
      await admission.redeem?.(accountId);
      const verifyLink = admission.verify ? await this.verifyLink(accountId, emailKey) : null;
      const roles = [...new Set<Role>(['shopper', ...admission.roles])];
      const facts = { emailKey, passwordRecord, roles, termsVersion: TERMS_VERSION, verifyLink, personal };
      const { state } = await this.desk.ask(RegisterAccount, accountId, facts, origin);
      await this.staff.enrol(accountId, roles, origin);
      return { accountId, state };
    } catch (error) {
      if (error instanceof Refused && error.code === 'email-taken') await this.tellOwner(emailKey, password, origin);
      throw error;
    }
  }

  private verifyLink(accountId: string, emailKey: string): Promise<string> {
    return this.links.make({ purpose: 'verify', accountId, emailKey }, this.desk.now() + VERIFY_WITHIN);
  }

  /** As long as a registration takes, so that the time does not tell that the address has an account. */
  private async tellOwner(emailKey: string, password: string, origin: Origin): Promise<void> {
    await this.credentials.keepNothing(password);
    const accountId = await this.claims.accountOf(emailKey);
    if (accountId === null) return;
    const expiresAt = this.desk.now() + RESET_WITHIN;
    const linkRecord = await this.links.make({ purpose: 'reset', accountId, emailKey }, expiresAt);
    const { events } = await this.desk.ask(TellOwner, accountId, { linkRecord, expiresAt }, freshStep(origin));
    if (events.length === 0) await this.links.forget(linkRecord);
  }
}
