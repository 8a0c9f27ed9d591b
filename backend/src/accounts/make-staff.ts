import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Origin } from '../platform/decider.js';
import { workerOrigin } from '../platform/origins.js';
import { AccountDesk } from './account-desk.js';
import { EmailClaims } from './email-claims.js';
import { PasswordChanges } from './password-changes.js';
import { Registration } from './registration.js';
import type { StaffRole } from './staff.js';
import { StaffDesk } from './staff-desk.js';

export interface StaffCredentials {
  email: string;
  /** null when an account was there already and keeps its password */
  password: string | null;
  created: boolean;
}

/** Admins and auditors whom nobody has invited: the operator says who they are. */
@Injectable()
export class MakeStaff {
  constructor(
    private readonly registration: Registration,
    private readonly claims: EmailClaims,
    private readonly desk: AccountDesk,
    private readonly passwords: PasswordChanges,
    private readonly staff: StaffDesk,
  ) {}

  /**
   * An account with this address gets the role, otherwise one is made. Anybody can have registered an address that was
   * never proven: then the account gets a new password as well, and all that let them in has ended.
   */
  async appoint(email: string, role: StaffRole, given: string | null): Promise<StaffCredentials> {
    const accountId = await this.claims.accountOf(this.claims.keyOf(email));
    if (accountId === null) return this.make(email, role, given);
    const { emailVerified, roles } = await this.desk.state(accountId);
    const password = emailVerified || roles.includes(role) ? null : (given ?? anyPassword());
    if (password !== null) await this.passwords.replace(accountId, password, operator());
    await this.staff.appoint(accountId, role, operator());
    return { email, password, created: false };
  }

  /** @throws Refused 'email-taken' */
  async make(email: string, role: StaffRole, given: string | null): Promise<StaffCredentials> {
    const password = given ?? anyPassword();
    const who = { email, name: role === 'admin' ? 'Admin' : 'Auditor', phone: '', password };
    await this.registration.register(who, { roles: [role], verify: false }, operator());
    return { email, password, created: true };
  }
}

const anyPassword = () => randomBytes(15).toString('base64url');

function operator(): Origin {
  return { ...workerOrigin('admin-create'), actor: { kind: 'system', id: 'admin-create' } };
}
