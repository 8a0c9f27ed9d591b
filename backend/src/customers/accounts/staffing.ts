import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { type Config, ConfigError } from '../../config/config.js';
import { InjectClock, InjectConfig, InjectEventLog } from '../../config/tokens.js';
import { furtherStep, workerMetadata } from '../../event-sourcing/command-metadata.js';
import { type CommandMetadata, Refused } from '../../event-sourcing/decider.js';
import { all, eventAt } from '../../event-sourcing/reading.js';
import { Reads } from '../../projections/reads.js';
import type { EventLog } from '../../stores/event-log/event-log.js';
import { LockAccount, UnlockAccount } from '../access/lock.js';
import {
  adminsOf,
  haveRole,
  isStaffRole,
  ReinstateStaff,
  STAFF,
  type StaffRole,
  SuspendStaff,
  TakeRoles,
  wasGranted,
} from '../access/staff.js';
import { RevokeSessions } from './account-security.js';
import { Accounts } from './accounts.js';
import { EmailClaims } from './email-claims.js';
import { INVITATION_LIFE } from './invitation.js';
import { invitationsProjection } from './invitations.projection.js';
import { NewPasswords } from './passwords.js';
import { Registration } from './sign-in.js';

const finishing = () => workerMetadata('staff');

@Injectable()
export class StaffRoles {
  constructor(
    private readonly accounts: Accounts,
    private readonly reads: Reads,
    @InjectEventLog() private readonly log: EventLog,
    @InjectClock() private readonly clock: () => number,
  ) {}

  /** Ends the account's sessions. @throws Refused 'not-found' | 'erased' */
  async appoint(accountId: string, role: StaffRole, metadata: CommandMetadata): Promise<void> {
    await this.accounts.open(accountId);
    await this.accounts.giveRole(accountId, role, metadata);
    await this.endSessions(accountId, `role granted: ${role}`, metadata);
  }

  /** Ends the account's sessions. @throws Refused 'not-found' | 'last-admin' */
  async dismiss(accountId: string, roles: readonly StaffRole[], metadata: CommandMetadata): Promise<void> {
    const { closed } = await this.accounts.registered(accountId);
    const active = await this.activeAdmins();
    await this.accounts.askStaff(new TakeRoles(STAFF, { accountId, roles, active }, metadata));
    if (!closed) await this.endSessions(accountId, `role taken: ${roles.join()}`, metadata);
  }

  /** Suspends first, so that the last admin stays. @throws Refused 'not-found' | 'erased' | 'last-admin' */
  async lock(accountId: string, reason: string, metadata: CommandMetadata): Promise<void> {
    await this.accounts.open(accountId);
    const active = await this.activeAdmins();
    await this.accounts.askStaff(new SuspendStaff(STAFF, { accountId, reason, active }, metadata));
    await this.accounts.ask(LockAccount, accountId, { reason }, metadata);
  }

  /** @throws Refused 'not-found' | 'erased' */
  async unlock(accountId: string, reason: string, metadata: CommandMetadata): Promise<void> {
    await this.accounts.askStaff(new ReinstateStaff(STAFF, { accountId }, metadata));
    await this.accounts.ask(UnlockAccount, accountId, { reason }, metadata);
  }

  /** @throws Refused 'last-admin' */
  async leave(accountId: string, metadata: CommandMetadata): Promise<void> {
    const roles = (await this.accounts.roles(accountId)).filter(isStaffRole);
    if (roles.length > 0) await this.dismiss(accountId, roles, metadata);
  }

  /** Finishes what a crash has cut off: locks of suspended staff, roles of invitations that were used. Idempotent. */
  async finish(): Promise<void> {
    const state = await this.accounts.staff();
    for (const { accountId, reason } of state.suspended) {
      const { registered, closed, locked } = await this.accounts.state(accountId);
      if (registered && !closed && !locked) await this.accounts.ask(LockAccount, accountId, { reason }, finishing());
    }
    const where = { ended: 'used', madeAt: { gt: this.clock() - 2 * INVITATION_LIFE } };
    for (const { invitationId, role, usedBy } of await this.reads.find(invitationsProjection, { where })) {
      if (usedBy === null || role === null || !isStaffRole(role) || wasGranted(state, usedBy, role)) continue;
      const { registered, closed } = await this.accounts.state(usedBy);
      if (registered && !closed && (await this.isOfInvited(usedBy, invitationId)))
        await this.accounts.giveRole(usedBy, role, finishing());
    }
  }

  /** False for a stranger, who registered the address after the request that used the invitation was cut off. */
  private async isOfInvited(accountId: string, invitationId: string): Promise<boolean> {
    const registered = await eventAt(this.log, `account-${accountId}`, 0);
    const ofInvitation = await all(this.log.readStream(`invitation-${invitationId}`));
    const used = ofInvitation.find(({ type }) => type === 'InvitationUsed');
    return used !== undefined && used.metadata.causationId === registered?.metadata.commandId;
  }

  async hasAdmin(): Promise<boolean> {
    return haveRole(await this.accounts.staff(), 'admin').length > 0;
  }

  private async endSessions(accountId: string, reason: string, metadata: CommandMetadata): Promise<void> {
    if (!(await this.accounts.hasChangedStaff(metadata))) return;
    await this.accounts.ask(RevokeSessions, accountId, { reason }, furtherStep(metadata, 'sessions'));
  }

  private async activeAdmins(): Promise<string[]> {
    const active: string[] = [];
    for (const admin of adminsOf(await this.accounts.staff())) {
      const { closed, locked } = await this.accounts.state(admin);
      if (!closed && !locked) active.push(admin);
    }
    return active;
  }
}

export interface StaffCredentials {
  email: string;
  password: string | null;
  created: boolean;
}

/** The second attempt completes the claim of another process; the third finds its account. */
const ATTEMPTS = 3;

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

  /** Call it after the read models have caught up. */
  async ensureAdmin(): Promise<StaffCredentials> {
    const { adminEmail, adminPassword } = this.config;
    for (let attempt = 1; ; attempt += 1) {
      if (await this.staff.hasAdmin()) return { email: adminEmail, password: null, created: false };
      try {
        return await this.appoint(adminEmail, 'admin', adminPassword);
      } catch (error) {
        if (!(error instanceof Refused) || attempt === ATTEMPTS) throw error;
        await this.accounts.settled();
      }
    }
  }

  /** Grants the role or makes an account. A new password ends earlier access to an unverified one. */
  async appoint(email: string, role: StaffRole, given: string | null): Promise<StaffCredentials> {
    const accountId = await this.claims.accountOf(this.claims.keyOf(email));
    const { registered, emailVerified } = await this.accounts.state(accountId ?? '');
    if (accountId === null || !registered) return this.make(email, role, given);
    const isThere = (await this.accounts.roles(accountId)).includes(role);
    const password = emailVerified || isThere ? null : (given ?? this.anyPassword());
    if (password !== null) await this.passwords.replace(accountId, password, operator());
    await this.staff.appoint(accountId, role, operator());
    return { email, password, created: false };
  }

  private async make(email: string, role: StaffRole, given: string | null): Promise<StaffCredentials> {
    const password = given ?? this.anyPassword();
    const who = { email, name: role === 'admin' ? 'Admin' : 'Auditor', phone: '', password };
    await this.registration.register(who, { roles: [role], verify: false }, operator());
    return { email, password, created: true };
  }

  /** A generated password must not stay in production (OWASP ASVS 5.0, 6.4.1). */
  private anyPassword(): string {
    if (!this.config.production) return randomBytes(15).toString('base64url');
    throw new ConfigError('ADMIN_PASSWORD is required with NODE_ENV=production to make an admin or auditor');
  }
}

function operator(): CommandMetadata {
  return { ...workerMetadata('admin-create'), actor: { kind: 'system', id: 'admin-create' } };
}
