import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { LockAccount, UnlockAccount } from '../access/lock.js';
import {
  AppointStaff,
  adminsOf,
  DismissStaff,
  isStaffRole,
  memberOf,
  ReinstateStaff,
  STAFF,
  STAFF_ROLES,
  type StaffCommand,
  type StaffRole,
  SuspendStaff,
  staff,
} from '../access/staff.js';
import { Commands } from '../platform/commands.js';
import { type Config, ConfigError } from '../platform/config.js';
import { noSuch, type Origin, Refused } from '../platform/decider.js';
import { freshStep, workerOrigin } from '../platform/origins.js';
import { InjectConfig } from '../platform/platform.js';
import { Reads } from '../platform/read-models/reads.js';
import { GrantRole, RevokeRole } from './account-security.js';
import { Accounts } from './accounts.js';
import { accountsProjection } from './accounts.projection.js';
import { EmailClaims } from './email-claims.js';
import { NewPasswords } from './passwords.js';
import { Registration } from './sign-in.js';

/** The staff and the accounts that follow it. What a crash cut off is finished at the next start. */
@Injectable()
export class StaffRoles {
  constructor(
    private readonly commands: Commands,
    private readonly accounts: Accounts,
    private readonly reads: Reads,
  ) {}

  /** Gives an account the role; its sessions end. @throws Refused 'not-found' | 'erased' */
  async appoint(accountId: string, role: StaffRole, origin: Origin): Promise<void> {
    await this.accounts.open(accountId);
    await this.commands.execute(staff, new AppointStaff(STAFF, { accountId, role }, origin));
    await this.follow(accountId, role, origin);
  }

  /** Takes roles from an account; its sessions end. @throws Refused 'not-found' | 'last-admin' */
  async dismiss(accountId: string, roles: readonly StaffRole[], origin: Origin): Promise<void> {
    const { registered, roles: held } = await this.accounts.state(accountId);
    if (!registered) throw noSuch('account');
    await this.accounts.enrol(accountId, held, origin);
    const dismissal = (standing: readonly string[]) => new DismissStaff(STAFF, { accountId, roles, standing }, origin);
    await this.unlessLast(dismissal, origin);
    for (const role of roles) await this.follow(accountId, role, origin);
  }

  /** Locks an account; its sessions end. @throws Refused 'not-found' | 'erased' | 'last-admin' */
  async lock(accountId: string, reason: string, origin: Origin): Promise<void> {
    const { roles } = await this.accounts.open(accountId);
    await this.accounts.enrol(accountId, roles, origin);
    const suspension = (standing: readonly string[]) =>
      new SuspendStaff(STAFF, { accountId, reason, standing }, origin);
    await this.unlessLast(suspension, origin);
    await this.accounts.ask(LockAccount, accountId, { reason }, origin);
  }

  /** @throws Refused 'not-found' | 'erased' */
  async unlock(accountId: string, reason: string, origin: Origin): Promise<void> {
    await this.commands.execute(staff, new ReinstateStaff(STAFF, { accountId }, origin));
    await this.accounts.ask(UnlockAccount, accountId, { reason }, origin);
  }

  /** Takes all roles from an account that is about to be closed. @throws Refused 'last-admin' */
  async leave(accountId: string, origin: Origin): Promise<void> {
    const { roles } = await this.accounts.state(accountId);
    if (roles.some(isStaffRole)) await this.dismiss(accountId, STAFF_ROLES, origin);
  }

  /** Call it once the read models have caught up: enrols who had a role before there was a staff, and finishes what was cut off. */
  async complete(origin: Origin): Promise<void> {
    for (const role of STAFF_ROLES) {
      const docs = await this.reads.find(accountsProjection, { where: { roles: { has: role }, erased: false } });
      for (const { accountId } of docs) await this.accounts.enrol(accountId, [role], origin);
    }
    const { members, suspended } = await this.commands.state(staff, STAFF);
    for (const { accountId, role } of members) await this.follow(accountId, role, origin);
    for (const { accountId, reason } of suspended) {
      const { closed, locked } = await this.accounts.state(accountId);
      if (!closed && !locked) await this.accounts.ask(LockAccount, accountId, { reason }, freshStep(origin));
    }
  }

  async hasAdmin(): Promise<boolean> {
    return (await this.reads.count(accountsProjection, { roles: { has: 'admin' }, erased: false })) > 0;
  }

  /** @throws Refused 'last-admin' */
  private async unlessLast(command: (standing: readonly string[]) => StaffCommand, origin: Origin): Promise<void> {
    const decide = async () => this.commands.execute(staff, command(await this.standing()));
    try {
      await decide();
    } catch (error) {
      if (!(error instanceof Refused) || error.code !== 'last-admin') throw error;
      // Perhaps the stream has not heard of an admin who was there before it.
      await this.accounts.settled();
      await this.complete(origin);
      await decide();
    }
  }

  private async standing(): Promise<string[]> {
    const standing: string[] = [];
    for (const admin of adminsOf(await this.commands.state(staff, STAFF))) {
      const { closed, locked, roles } = await this.accounts.state(admin);
      if (!closed && !locked && roles.includes('admin')) standing.push(admin);
    }
    return standing;
  }

  /** Makes the account what the staff's stream says, until that stream says nothing else any more. */
  private async follow(accountId: string, role: StaffRole, origin: Origin): Promise<void> {
    const isHere = async () => memberOf(await this.commands.state(staff, STAFF), accountId, role)?.here ?? false;
    for (let wanted = await isHere(), done: boolean | null = null; wanted !== done; wanted = await isHere()) {
      const { closed, roles } = await this.accounts.state(accountId);
      if (!closed && roles.includes(role) !== wanted) {
        await this.accounts.ask(wanted ? GrantRole : RevokeRole, accountId, { role }, freshStep(origin));
      }
      done = wanted;
    }
  }
}

export interface StaffCredentials {
  email: string;
  /** null when an account was there already and keeps its password */
  password: string | null;
  created: boolean;
}

/** To make the first admin: the second completes what another process has begun, the third finds what it has ended meanwhile. */
const ATTEMPTS = 3;

/** Admins and auditors whom nobody has invited: the operator says who they are. */
@Injectable()
export class MakeStaff {
  constructor(
    private readonly registration: Registration,
    private readonly claims: EmailClaims,
    private readonly accounts: Accounts,
    private readonly passwords: NewPasswords,
    private readonly staff: StaffRoles,
    @InjectConfig() private readonly config: Config,
  ) {}

  /** Makes the configured admin when there is none; call it once the read models have caught up. */
  async ensureAdmin(): Promise<StaffCredentials> {
    const { adminEmail, adminPassword } = this.config;
    for (let attempt = 1; ; attempt += 1) {
      if (await this.staff.hasAdmin()) return { email: adminEmail, password: null, created: false };
      try {
        return await this.make(adminEmail, 'admin', adminPassword);
      } catch (error) {
        if (!(error instanceof Refused) || attempt === ATTEMPTS) throw error;
        // Another process that began at the same moment may have made it, or have claimed the address for it.
        await this.accounts.settled();
      }
    }
  }

  /** Gives the role to the account of this address, or makes one. An unproven one loses all that let anybody in. */
  async appoint(email: string, role: StaffRole, given: string | null): Promise<StaffCredentials> {
    const accountId = await this.claims.accountOf(this.claims.keyOf(email));
    if (accountId === null) return this.make(email, role, given);
    const { emailVerified, roles } = await this.accounts.state(accountId);
    const password = emailVerified || roles.includes(role) ? null : (given ?? this.anyPassword());
    if (password !== null) await this.passwords.replace(accountId, password, operator());
    await this.staff.appoint(accountId, role, operator());
    return { email, password, created: false };
  }

  /** @throws Refused 'not-registered' */
  private async make(email: string, role: StaffRole, given: string | null): Promise<StaffCredentials> {
    const password = given ?? this.anyPassword();
    const who = { email, name: role === 'admin' ? 'Admin' : 'Auditor', phone: '', password };
    await this.registration.register(who, { roles: [role], verify: false }, operator());
    return { email, password, created: true };
  }

  /** For trying out: what a program made up must never become somebody's password for good (OWASP ASVS 5.0, 6.4.1). */
  private anyPassword(): string {
    if (!this.config.production) return randomBytes(15).toString('base64url');
    throw new ConfigError('ADMIN_PASSWORD is required with NODE_ENV=production to make an admin or auditor');
  }
}

function operator(): Origin {
  return { ...workerOrigin('admin-create'), actor: { kind: 'system', id: 'admin-create' } };
}
