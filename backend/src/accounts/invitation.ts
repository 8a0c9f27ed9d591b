import type { Role } from '../contract/statuses.js';
import { Command, type Decider, Refused, unreachable } from '../platform/decider.js';

/** An admin's invitation to register: good for one account, for a while, with a role only if it says so. */

// ---- events

export interface InvitationFacts {
  /** null: an ordinary shopper */
  role: Role | null;
  /** null: whoever holds the token; otherwise only the address of this key */
  emailKey: string | null;
  /** ms UTC */
  expiresAt: number;
}
export type InvitationEvent =
  | { type: 'InvitationMade'; data: InvitationFacts }
  | { type: 'InvitationUsed'; data: { accountId: string } };

// ---- commands

export class MakeInvitation extends Command<InvitationFacts> {
  readonly type = 'MakeInvitation';
}
export class UseInvitation extends Command<{ accountId: string; emailKey: string }> {
  readonly type = 'UseInvitation';
}
export type InvitationCommand = MakeInvitation | UseInvitation;
export const INVITATION_COMMANDS = [MakeInvitation, UseInvitation] as const;

// ---- state

export interface InvitationState {
  made: InvitationFacts | null;
  usedBy: string | null;
}

const initial: InvitationState = { made: null, usedBy: null };

// ---- decide

function decide(command: InvitationCommand, state: InvitationState, now: number): InvitationEvent[] {
  switch (command.type) {
    case 'MakeInvitation':
      if (state.made) return [];
      if (command.data.expiresAt <= now) {
        throw new Refused('expiry-past', 'invalid', 'The invitation must end in the future.');
      }
      return [{ type: 'InvitationMade', data: command.data }];
    case 'UseInvitation': {
      const { accountId, emailKey } = command.data;
      if (state.usedBy === accountId) return [];
      const { made } = state;
      const isForThem = made?.emailKey === null || made?.emailKey === emailKey;
      if (!made || state.usedBy !== null || made.expiresAt <= now || !isForThem) throw invitationInvalid();
      return [{ type: 'InvitationUsed', data: { accountId } }];
    }
    default:
      return unreachable(command);
  }
}

// ---- evolve

function evolve(state: InvitationState, event: InvitationEvent): InvitationState {
  switch (event.type) {
    case 'InvitationMade':
      return { ...state, made: event.data };
    case 'InvitationUsed':
      return { ...state, usedBy: event.data.accountId };
    default:
      return unreachable(event);
  }
}

export const invitation: Decider<InvitationState, InvitationCommand, InvitationEvent> = {
  category: 'invitation',
  initial,
  decide,
  evolve,
};

/** Used, expired, altered, for somebody else: a stranger is not told which. */
export function invitationInvalid(): Refused {
  return new Refused('invitation-invalid', 'invalid', 'This invitation is not valid any more.');
}
