import type { Role } from '@supreme-access/contract/statuses.js';
import { Command, type CommandOf, type Decider, Refused, unreachable } from '../platform/decider.js';

/** Who works here, all on one stream: of two last admins who leave at once, one is told to stay. Accounts follow it. */

export const STAFF = 'all';

export const STAFF_ROLES = ['admin', 'auditor'] as const satisfies readonly Role[];
export type StaffRole = (typeof STAFF_ROLES)[number];
export const isStaffRole = (role: string): role is StaffRole => STAFF_ROLES.some((known) => known === role);

export type StaffEvent =
  | { type: 'StaffAppointed'; data: { accountId: string; role: StaffRole } }
  | { type: 'StaffDismissed'; data: { accountId: string; role: StaffRole } }
  /** Their account is to be locked: until they are reinstated no admin is counted on them. */
  | { type: 'StaffSuspended'; data: { accountId: string; reason: string } }
  | { type: 'StaffReinstated'; data: { accountId: string } };

export class AppointStaff extends Command<{ accountId: string; role: StaffRole }> {
  readonly type = 'AppointStaff';
}
/** For an account that has the role already: nothing, once the stream has heard of the two. */
export class EnrolStaff extends Command<{ accountId: string; role: StaffRole }> {
  readonly type = 'EnrolStaff';
}
/** `standing`: admins who are not locked and whose own streams say that they are, so that nobody is counted on whose account is gone. */
export class DismissStaff extends Command<{
  accountId: string;
  roles: readonly StaffRole[];
  standing: readonly string[];
}> {
  readonly type = 'DismissStaff';
}
/** Before their account is locked; nothing for who has no role. */
export class SuspendStaff extends Command<{ accountId: string; reason: string; standing: readonly string[] }> {
  readonly type = 'SuspendStaff';
}
export class ReinstateStaff extends Command<{ accountId: string }> {
  readonly type = 'ReinstateStaff';
}
export const staffCommands = { AppointStaff, EnrolStaff, DismissStaff, SuspendStaff, ReinstateStaff };
export type StaffCommand = CommandOf<typeof staffCommands>;

/** Everybody the stream has heard of; `here` no more once dismissed. */
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

export function memberOf({ members }: StaffState, accountId: string, role: StaffRole): Member | null {
  return members.find((member) => member.accountId === accountId && member.role === role) ?? null;
}

/** Admins who are not suspended. */
export function adminsOf({ members, suspended }: StaffState): string[] {
  const admins = members.filter(({ role, here }) => role === 'admin' && here).map(({ accountId }) => accountId);
  return admins.filter((admin) => !isSuspended(suspended, admin));
}

const isSuspended = (suspended: readonly Suspended[], accountId: string) =>
  suspended.some((one) => one.accountId === accountId);

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
      if (held.includes('admin')) assertAnother(state, accountId, standing);
      return held.map((role) => ({ type: 'StaffDismissed', data: { accountId, role } }));
    }
    case 'SuspendStaff': {
      const { accountId, reason, standing } = command.data;
      const held = STAFF_ROLES.filter((role) => memberOf(state, accountId, role)?.here);
      if (held.length === 0 || isSuspended(state.suspended, accountId)) return [];
      if (held.includes('admin')) assertAnother(state, accountId, standing);
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

/** @throws Refused 'last-admin' */
function assertAnother(state: StaffState, accountId: string, standing: readonly string[]): void {
  const others = adminsOf(state).filter((admin) => admin !== accountId && standing.includes(admin));
  if (others.length > 0) return;
  throw new Refused('last-admin', 'conflict', 'This is the last admin. Make someone else an admin first.');
}

function evolve(state: StaffState, event: StaffEvent): StaffState {
  const { accountId } = event.data;
  switch (event.type) {
    case 'StaffAppointed':
    case 'StaffDismissed': {
      const { role } = event.data;
      const others = state.members.filter((member) => member.accountId !== accountId || member.role !== role);
      const here = event.type === 'StaffAppointed';
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
