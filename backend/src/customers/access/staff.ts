import type { Role } from '@supreme-access/contract/statuses.js';
import { Command, type CommandOf, type Decider, Refused, unreachable } from '../../event-sourcing/decider.js';

/** All roles share one stream, so that two last admins cannot leave at the same time. */

export const STAFF = 'all';

export const STAFF_ROLES = ['admin', 'auditor'] as const satisfies readonly Role[];
export type StaffRole = (typeof STAFF_ROLES)[number];
export const isStaffRole = (role: string): role is StaffRole => STAFF_ROLES.some((staffRole) => staffRole === role);

export type StaffEvent =
  | { type: 'RoleGranted'; data: { accountId: string; role: StaffRole } }
  | { type: 'RoleTaken'; data: { accountId: string; role: StaffRole } }
  /** precedes the account's lock; a suspended admin does not count as one */
  | { type: 'StaffSuspended'; data: { accountId: string; reason: string } }
  | { type: 'StaffReinstated'; data: { accountId: string } };

export class GrantRole extends Command<{ accountId: string; role: StaffRole }> {
  readonly type = 'GrantRole';
}
/** `active`: admins whose accounts are neither locked nor closed */
export class TakeRoles extends Command<{
  accountId: string;
  roles: readonly StaffRole[];
  active: readonly string[];
}> {
  readonly type = 'TakeRoles';
}
export class SuspendStaff extends Command<{ accountId: string; reason: string; active: readonly string[] }> {
  readonly type = 'SuspendStaff';
}
export class ReinstateStaff extends Command<{ accountId: string }> {
  readonly type = 'ReinstateStaff';
}
export const staffCommands = { GrantRole, TakeRoles, SuspendStaff, ReinstateStaff };
export type StaffCommand = CommandOf<typeof staffCommands>;

export interface Member {
  accountId: string;
  role: StaffRole;
  here: boolean;
}
interface Suspended {
  accountId: string;
  reason: string;
}
export interface StaffState {
  members: readonly Member[];
  suspended: readonly Suspended[];
}

const initial: StaffState = { members: [], suspended: [] };

function hasRole({ members }: StaffState, accountId: string, role: StaffRole): boolean {
  return members.some((member) => member.accountId === accountId && member.role === role && member.here);
}

export function rolesOf(state: StaffState, accountId: string): Role[] {
  return ['shopper', ...STAFF_ROLES.filter((role) => hasRole(state, accountId, role))];
}

export function haveRole({ members }: StaffState, role: StaffRole): string[] {
  return members.filter((member) => member.role === role && member.here).map(({ accountId }) => accountId);
}

/** Also true for a role that was taken since. */
export function wasGranted({ members }: StaffState, accountId: string, role: Role): boolean {
  return role === 'shopper' || members.some((member) => member.accountId === accountId && member.role === role);
}

export function isWithheld({ members, suspended }: StaffState, accountId: string, role: Role): boolean {
  if (role !== 'shopper' && isSuspended(suspended, accountId)) return true;
  return members.some((member) => member.accountId === accountId && member.role === role && !member.here);
}

/** Admins who are not suspended. */
export function adminsOf(state: StaffState): string[] {
  return haveRole(state, 'admin').filter((admin) => !isSuspended(state.suspended, admin));
}

const isSuspended = (suspended: readonly Suspended[], accountId: string) =>
  suspended.some((one) => one.accountId === accountId);

function decide(command: StaffCommand, state: StaffState): StaffEvent[] {
  switch (command.type) {
    case 'GrantRole': {
      const { accountId, role } = command.data;
      return hasRole(state, accountId, role) ? [] : [{ type: 'RoleGranted', data: { accountId, role } }];
    }
    case 'TakeRoles': {
      const { accountId, roles, active } = command.data;
      const held = roles.filter((role) => hasRole(state, accountId, role));
      if (held.includes('admin')) assertAnother(state, accountId, active);
      return held.map((role) => ({ type: 'RoleTaken', data: { accountId, role } }));
    }
    case 'SuspendStaff': {
      const { accountId, reason, active } = command.data;
      const held = STAFF_ROLES.filter((role) => hasRole(state, accountId, role));
      if (held.length === 0 || isSuspended(state.suspended, accountId)) return [];
      if (held.includes('admin')) assertAnother(state, accountId, active);
      return [{ type: 'StaffSuspended', data: { accountId, reason } }];
    }
    case 'ReinstateStaff': {
      const { accountId } = command.data;
      return isSuspended(state.suspended, accountId) ? [{ type: 'StaffReinstated', data: { accountId } }] : [];
    }
    default:
      return unreachable(command);
  }
}

function assertAnother(state: StaffState, accountId: string, active: readonly string[]): void {
  const others = adminsOf(state).filter((admin) => admin !== accountId && active.includes(admin));
  if (others.length > 0) return;
  throw new Refused('last-admin', 'conflict', 'This is the last admin. Make someone else an admin first.');
}

function evolve(state: StaffState, event: StaffEvent): StaffState {
  const { accountId } = event.data;
  switch (event.type) {
    case 'RoleGranted':
    case 'RoleTaken': {
      const { role } = event.data;
      const others = state.members.filter((member) => member.accountId !== accountId || member.role !== role);
      const here = event.type === 'RoleGranted';
      return { ...state, members: [...others, { accountId, role, here }] };
    }
    case 'StaffSuspended':
      return { ...state, suspended: [...state.suspended, event.data] };
    case 'StaffReinstated':
      return { ...state, suspended: state.suspended.filter((one) => one.accountId !== accountId) };
    default:
      return unreachable(event);
  }
}

export const staff: Decider<StaffState, StaffCommand, StaffEvent> = {
  category: 'staff',
  commands: staffCommands,
  initial,
  decide,
  evolve,
};
