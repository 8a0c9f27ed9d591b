import { TEXTS } from '@supreme-access/contract/texts.js';
import { Command, type CommandOf, type Decider, Refused, unreachable } from '../../event-sourcing/decider.js';

export type EmailEvent =
  | { type: 'EmailClaimed'; data: { accountId: string; claimedAt: number } }
  /** reserved until `freeAt` (ms UTC) */
  | { type: 'EmailReleased'; data: { accountId: string; freeAt: number } };

export class ClaimEmail extends Command<{ accountId: string }> {
  readonly type = 'ClaimEmail';
}
export class FreeEmail extends Command<{ accountId: string; freeAt: number | null }> {
  readonly type = 'FreeEmail';
}
export const emailCommands = { ClaimEmail, FreeEmail };
export type EmailCommand = CommandOf<typeof emailCommands>;

/** ms; an older claim of an unused address comes from a crash */
export const ABANDONED_AFTER = 60_000;

export interface EmailState {
  accountId: string | null;
  /** ms UTC */
  claimedAt: number;
  /** ms UTC; null while in use */
  freeAt: number | null;
}

const initial: EmailState = { accountId: null, claimedAt: 0, freeAt: null };

/** The holder keeps a released address until `freeAt`. `now`: ms UTC */
export function holderOf({ accountId, freeAt }: EmailState, now: number): string | null {
  return freeAt !== null && freeAt <= now ? null : accountId;
}

function decide(command: EmailCommand, state: EmailState, now: number): EmailEvent[] {
  const { accountId } = command.data;
  const holder = holderOf(state, now);
  switch (command.type) {
    case 'ClaimEmail':
      if (holder !== null && holder !== accountId) throw emailTaken();
      if (holder === accountId && state.freeAt === null && state.claimedAt > now - ABANDONED_AFTER / 2) return [];
      return [{ type: 'EmailClaimed', data: { accountId, claimedAt: now } }];
    case 'FreeEmail': {
      const freeAt = command.data.freeAt ?? now;
      if (holder !== accountId || (state.freeAt !== null && state.freeAt <= freeAt)) return [];
      return [{ type: 'EmailReleased', data: { accountId, freeAt } }];
    }
    default:
      return unreachable(command);
  }
}

function evolve(state: EmailState, event: EmailEvent): EmailState {
  switch (event.type) {
    case 'EmailClaimed':
      return { ...event.data, freeAt: null };
    case 'EmailReleased':
      return { ...state, freeAt: event.data.freeAt };
    default:
      return unreachable(event);
  }
}

export const email: Decider<EmailState, EmailCommand, EmailEvent> = {
  category: 'email',
  commands: emailCommands,
  initial,
  decide,
  evolve,
};

export function emailTaken(): Refused {
  return new Refused('email-taken', 'conflict', TEXTS.register);
}
