import { Injectable } from '@nestjs/common';
import { Commands } from '../platform/commands.js';
import { type Origin, Refused } from '../platform/decider.js';
import { freshStep } from '../platform/origins.js';
import { Reads } from '../platform/read-models/reads.js';
import { AccountDesk } from './account-desk.js';
import { AccountReader } from './account-reader.js';
import { GrantRole, RevokeRole } from './account-security.js';
import { accountsProjection } from './accounts.projection.js';
import {
  AppointStaff,
  adminsOf,
  DismissStaff,
  EnrolStaff,
  isStaffRole,
  memberOf,
  STAFF,
  STAFF_ROLES,
  type StaffRole,
  staff,
} from './staff.js';

/** The staff and the accounts that follow it. What a crash cut off is finished at the next start. */
@Injectable()
export class StaffDesk {
  constructor(
    private readonly commands: Commands,
    private readonly desk: AccountDesk,
    private readonly reader: AccountReader,
    private readonly reads: Reads,
  ) {}

  /** Gives an account the role; its sessions end. @throws Refused 'not-found' | 'erased' */
  async appoint(accountId: string, role: StaffRole, origin: Origin): Promise<void> {
    const { registered, closed } = await this.desk.state(accountId);
    if (!registered) throw new Refused('not-found', 'not-found', 'There is no such account.');
    if (closed) throw new Refused('erased', 'gone', 'This account was erased.');
    await this.commands.execute(staff, new AppointStaff(STAFF, { accountId, role }, freshStep(origin)));
    await this.follow(accountId, role, origin);
  }

  /** Writes down that a new account has its roles. */
  async enrol(accountId: string, roles: readonly string[], origin: Origin): Promise<void> {
    for (const role of roles.filter(isStaffRole)) {
      await this.commands.execute(staff, new EnrolStaff(STAFF, { accountId, role }, freshStep(origin)));
    }
  }

  /** Takes roles from an account; its sessions end. @throws Refused 'not-found' | 'last-admin' */
  async dismiss(accountId: string, roles: readonly StaffRole[], origin: Origin): Promise<void> {
    const { registered, roles: held } = await this.desk.state(accountId);
    if (!registered) throw new Refused('not-found', 'not-found', 'There is no such account.');
    await this.enrol(accountId, held, origin);
    try {
      await this.tryToDismiss(accountId, roles, origin);
    } catch (error) {
      if (!(error instanceof Refused) || error.code !== 'last-admin') throw error;
      // Perhaps the stream has not heard of an admin who was there before it.
      await this.reader.settled();
      await this.complete(origin);
      await this.tryToDismiss(accountId, roles, origin);
    }
    for (const role of roles) await this.follow(accountId, role, origin);
  }

  /** Takes all roles from an account that is about to be closed. @throws Refused 'last-admin' */
  async leave(accountId: string, origin: Origin): Promise<void> {
    const { roles } = await this.desk.state(accountId);
    if (roles.some(isStaffRole)) await this.dismiss(accountId, STAFF_ROLES, origin);
  }

  /** Call it once the read models have caught up: enrols who had a role before there was a staff, and finishes what was cut off. */
  async complete(origin: Origin): Promise<void> {
    for (const role of STAFF_ROLES) {
      const docs = await this.reads.find(accountsProjection, { where: { roles: { has: role }, erased: false } });
      for (const { accountId } of docs) await this.enrol(accountId, [role], origin);
    }
    const { members } = await this.commands.state(staff, STAFF);
    for (const { accountId, role } of members) await this.follow(accountId, role, origin);
  }

  private async tryToDismiss(accountId: string, roles: readonly StaffRole[], origin: Origin): Promise<void> {
    const standing: string[] = [];
    for (const admin of adminsOf(await this.commands.state(staff, STAFF))) {
      const { closed, roles: held } = await this.desk.state(admin);
      if (!closed && held.includes('admin')) standing.push(admin);
    }
    const command = new DismissStaff(STAFF, { accountId, roles, standing }, freshStep(origin));
    await this.commands.execute(staff, command);
  }

  /** Makes the account what the staff's stream says, until that stream says nothing else any more. */
  private async follow(accountId: string, role: StaffRole, origin: Origin): Promise<void> {
    const isHere = async () => memberOf(await this.commands.state(staff, STAFF), accountId, role)?.here ?? false;
    for (let wanted = await isHere(), done: boolean | null = null; wanted !== done; wanted = await isHere()) {
      const { closed, roles } = await this.desk.state(accountId);
      if (!closed && roles.includes(role) !== wanted) {
        await this.desk.ask(wanted ? GrantRole : RevokeRole, accountId, { role }, freshStep(origin));
      }
      done = wanted;
    }
  }
}
