import type { Role } from '@supreme-access/contract/statuses.js';
import { Command, type CommandOf, type Decider, noSuch, Refused, unreachable } from '../../event-sourcing/decider.js';

/** ms */
export const INVITATION_LIFE = 7 * 24 * 3_600_000;

export interface InvitationFacts {
  role: Role | null;
  /** null: any holder of the token */
  emailKey: string | null;
  /** ms UTC */
  expiresAt: number;
}
export interface Invitee {
  email: string;
}
type Nothing = Record<string, never>;
export type InvitationEvent =
  | { type: 'InvitationMade'; data: InvitationFacts & { personal?: Invitee }; subject?: string }
  | { type: 'InvitationUsed'; data: { accountId: string } }
  | { type: 'InvitationRevoked'; data: Nothing }
  | { type: 'PersonalDataErased'; data: Nothing };

export class MakeInvitation extends Command<InvitationFacts & { personal: Invitee | null }> {
  readonly type = 'MakeInvitation';
}
export class UseInvitation extends Command<{ accountId: string; emailKey: string }> {
  readonly type = 'UseInvitation';
}
export class RevokeInvitation extends Command<Nothing> {
  readonly type = 'RevokeInvitation';
}
export class EraseInvitee extends Command<Nothing> {
  readonly type = 'EraseInvitee';
}
export const invitationCommands = {
  MakeInvitation,
  UseInvitation,
  RevokeInvitation,
  EraseInvitee,
};
export type InvitationCommand = CommandOf<typeof invitationCommands>;

export interface InvitationState {
  made: InvitationFacts | null;
  usedBy: string | null;
  revoked: boolean;
  erased: boolean;
}

const initial: InvitationState = {
  made: null,
  usedBy: null,
  revoked: false,
  erased: false,
};

export function subjectOfInvitation(id: string): string {
  return `invitation-${id}`;
}

function decide(command: InvitationCommand, state: InvitationState, now: number): InvitationEvent[] {
  if (command.type === 'MakeInvitation') return make(command, state, now);
  const { made } = state;
  switch (command.type) {
    case 'UseInvitation': {
      const { accountId, emailKey } = command.data;
      if (state.usedBy === accountId) return [];
      if (state.usedBy !== null) throw invitationInvalid('It has already been used.');
      assertUsable(state, emailKey, now);
      return [{ type: 'InvitationUsed', data: { accountId } }];
    }
    case 'RevokeInvitation':
      if (!made) throw noSuch('invitation');
      if (state.usedBy !== null) {
        throw new Refused('invitation-used', 'conflict', 'This invitation has already been used.');
      }
      return state.revoked ? [] : [{ type: 'InvitationRevoked', data: {} }];
    case 'EraseInvitee':
      return made && !state.erased ? [{ type: 'PersonalDataErased', data: {} }] : [];
    default:
      return unreachable(command);
  }
}

function make({ id, data }: MakeInvitation, state: InvitationState, now: number): InvitationEvent[] {
  const { personal, ...facts } = data;
  if (state.made) return [];
  if (facts.expiresAt <= now) {
    throw new Refused('expiry-past', 'invalid', 'The invitation must end in the future.');
  }
  if (facts.expiresAt > now + INVITATION_LIFE) {
    throw new Refused('expiry-too-late', 'invalid', 'An invitation lasts seven days at most.');
  }
  if (personal === null) return [{ type: 'InvitationMade', data: facts }];
  return [{ type: 'InvitationMade', data: { ...facts, personal }, subject: subjectOfInvitation(id) }];
}

/** `UseInvitation` checks whether it is used. @throws Refused 'invitation-invalid' */
export function assertUsable({ made, revoked }: InvitationState, emailKey: string, now: number): InvitationFacts {
  if (!made) throw invitationInvalid();
  if (revoked) throw invitationInvalid('It was withdrawn.');
  if (made.expiresAt <= now) throw invitationInvalid('It has expired.');
  if (made.emailKey !== null && made.emailKey !== emailKey) {
    throw new Refused('invitation-invalid', 'invalid', 'This invitation is for another email address.');
  }
  return made;
}

function evolve(state: InvitationState, event: InvitationEvent): InvitationState {
  switch (event.type) {
    case 'InvitationMade': {
      const { role, emailKey, expiresAt } = event.data;
      return { ...state, made: { role, emailKey, expiresAt } };
    }
    case 'InvitationUsed':
      return { ...state, usedBy: event.data.accountId };
    case 'InvitationRevoked':
      return { ...state, revoked: true };
    case 'PersonalDataErased':
      return { ...state, erased: true };
    default:
      return unreachable(event);
  }
}

export const invitation: Decider<InvitationState, InvitationCommand, InvitationEvent> = {
  category: 'invitation',
  commands: invitationCommands,
  initial,
  decide,
  evolve,
};

/** Only the holder of an authentic token learns the reason. */
export function invitationInvalid(why = 'The link may be incomplete.'): Refused {
  const text = `This invitation is not valid. ${why} Ask whoever invited you for a new one.`;
  return new Refused('invitation-invalid', 'invalid', text);
}
