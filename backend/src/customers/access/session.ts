import { NOTED_EVERY } from '../../auth/session-lives.js';
import { Command, type CommandOf, type Decider, unreachable } from '../../event-sourcing/decider.js';

/** A session of staff from login to end; for shoppers only the end. Times are ms UTC. */
export type SessionEvent =
  | {
      type: 'SessionBegun';
      data: { accountId: string; begunAt: number; version: number };
    }
  /** at most once a minute */
  | { type: 'SessionUsed'; data: { accountId: string; usedAt: number } }
  | { type: 'SessionEnded'; data: { accountId: string } };

export class NoteSession extends Command<{ accountId: string; begunAt: number; version: number }> {
  readonly type = 'NoteSession';
}
export class EndSession extends Command<{ accountId: string }> {
  readonly type = 'EndSession';
}
export const sessionCommands = { NoteSession, EndSession };
export type SessionCommand = CommandOf<typeof sessionCommands>;

export interface SessionState {
  accountId: string | null;
  usedAt: number;
  ended: boolean;
}

function decide(command: SessionCommand, state: SessionState, now: number): SessionEvent[] {
  if (state.ended) return [];
  switch (command.type) {
    case 'NoteSession': {
      const { accountId } = command.data;
      if (state.accountId === null) return [{ type: 'SessionBegun', data: command.data }];
      // Several processes can note the same minute of use.
      if (now - state.usedAt < NOTED_EVERY) return [];
      return [{ type: 'SessionUsed', data: { accountId, usedAt: now } }];
    }
    case 'EndSession':
      return [{ type: 'SessionEnded', data: command.data }];
    default:
      return unreachable(command);
  }
}

function evolve(state: SessionState, event: SessionEvent): SessionState {
  switch (event.type) {
    case 'SessionBegun': {
      const { accountId, begunAt } = event.data;
      return { ...state, accountId, usedAt: begunAt };
    }
    case 'SessionUsed':
      return { ...state, usedAt: event.data.usedAt };
    case 'SessionEnded':
      return { ...state, accountId: event.data.accountId, ended: true };
    default:
      return unreachable(event);
  }
}

export const session: Decider<SessionState, SessionCommand, SessionEvent> = {
  category: 'session',
  commands: sessionCommands,
  initial: { accountId: null, usedAt: 0, ended: false },
  decide,
  evolve,
};
