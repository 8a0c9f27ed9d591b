import type { Role } from '@supreme-access/contract/statuses.js';
import { Command, type Decider, Refused, unreachable } from '../platform/decider.js';

/** Who works here, all on one stream: of two last admins who leave at once, one is told to stay. Accounts follow it. */

export const STAFF = 'all';

export const STAFF_ROLES = ['admin', 'auditor'] as const satisfies readonly Role[];
export type StaffRole = (typeof STAFF_ROLES)[number];
export const isStaffRole = (role: string): role is StaffRole => STAFF_ROLES.some((known) => known === role);

export type StaffEvent =
  | { type: 'StaffAppointed'; data: { accountId: string; role: StaffRole } }
  | { type: 'StaffDismissed'; data: { accountId: string; role: StaffRole } };

export class AppointStaff extends Command<{ accountId: string; role: StaffRole }> {
  readonly type = 'AppointStaff';
}
/** For an account that has the role already: nothing, once the stream has heard of the two. */
export class EnrolStaff extends Command<{ accountId: string; role: StaffRole }> {
  readonly type = 'EnrolStaff';
}
/** `standing`: admins whose own streams say that they are, so that nobody is counted on whose account is gone. */
export class DismissStaff extends Command<{
  accountId: string;
  roles: readonly StaffRole[];
  standing: readonly string[];
}> {
  readonly type = 'DismissStaff';
}
export type StaffCommand = AppointStaff | EnrolStaff | DismissStaff;

/** Everybody the stream has heard of; `here` no more once dismissed. */
export interface Member {
  accountId: string;
  role: StaffRole;
  here: boolean;
}
export interface StaffState {
  members: readonly Member[];
}

const initial: StaffState = { members: [] };

export function memberOf({ members }: StaffState, accountId: string, role: StaffRole): Member | null {
  return members.find((member) => member.accountId === accountId && member.role === role) ?? null;
}

export function adminsOf({ members }: StaffState): string[] {
  return members.filter(({ role, here }) => role === 'admin' && here).map(({ accountId }) => accountId);
}

function decide(command: StaffCommand, state: StaffState): StaffEvent[] {
  switch (command.type) {
    case 'AppointStaff':
    case 'EnrolStaff': {
      const { accountId, role } = command.data;
      const member = memberOf(state, accountId, role);
      const isSettled = command.type === 'EnrolStaff' ? member !== null : member?.here;
      return isSettled ? [] : [{ type: 'StaffAppointed', data: { accountId, role } }];
    }
    case 'DismissStaff': {
      const { accountId, roles, standing } = command.data;
      const held = roles.filter((role) => memberOf(state, accountId, role)?.here);
      const others = adminsOf(state).filter((admin) => admin !== accountId && standing.includes(admin));
      if (held.includes('admin') && others.length === 0) throw lastAdmin();
      return held.map((role) => ({ type: 'StaffDismissed', data: { accountId, role } }));
    }
    default:
      return unreachable(command);
  }
}

function lastAdmin(): Refused {
  return new Refused('last-admin', 'conflict', 'This is the last admin. Make somebody else an admin first.');
}

function evolve(state: StaffState, event: StaffEvent): StaffState {
  const { accountId, role } = event.data;
  const others = state.members.filter((member) => member.accountId !== accountId || member.role !== role);
  switch (event.type) {
    case 'StaffAppointed':
      return { members: [...others, { accountId, role, here: true }] };
    case 'StaffDismissed':
      return { members: [...others, { accountId, role, here: false }] };
    default:
      return unreachable(event);
  }
}

export const staff: Decider<StaffState, StaffCommand, StaffEvent> = { category: 'staff', initial, decide, evolve };
