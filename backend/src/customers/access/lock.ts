import { Command, type CommandOf } from '../../event-sourcing/decider.js';

export type LockEvent =
  | {
      type: 'AccountLocked';
      data: { tokenVersion: number; reason: string };
    }
  | { type: 'AccountUnlocked'; data: { reason: string } };

export class LockAccount extends Command<{ reason: string }> {
  readonly type = 'LockAccount';
}
export class UnlockAccount extends Command<{ reason: string }> {
  readonly type = 'UnlockAccount';
}
export const lockCommands = { LockAccount, UnlockAccount };
export type LockCommand = CommandOf<typeof lockCommands>;

export interface LockState {
  locked: boolean;
  tokenVersion: number;
}

export function decideLock({ type, data }: LockCommand, { locked, tokenVersion }: LockState): LockEvent[] {
  const { reason } = data;
  if (locked === (type === 'LockAccount')) return [];
  if (locked) return [{ type: 'AccountUnlocked', data: { reason } }];
  return [{ type: 'AccountLocked', data: { tokenVersion: tokenVersion + 1, reason } }];
}

export function evolveLock<State extends LockState>(state: State, event: LockEvent): State {
  if (event.type === 'AccountUnlocked') return { ...state, locked: false };
  return { ...state, locked: true, tokenVersion: event.data.tokenVersion };
}
