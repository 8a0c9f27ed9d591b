import type { CheckedAt, CheckPoint } from '@supreme-access/contract/checks.js';
import type { CheckFinding } from '@supreme-access/contract/shapes/releases.js';
import { Command, type CommandOf, type Decider, unreachable } from '../../event-sourcing/decider.js';

/** The checks of a drop, one stream per product. */

export const CHECK_MAIL = 'drop-check';
type Skipped = 'moved' | 'over' | 'overtaken' | 'repeated';

export type DropCheckEvent =
  | {
      type: 'DropChecked';
      data: {
        /** ms UTC; null: released by hand */
        releaseAt: number | null;
        at: CheckedAt;
        /** ms UTC */
        checkedAt: number;
        findings: CheckFinding[];
        /** accounts that get a mail; empty unless a finding is red */
        operators: string[];
      };
    }
  | { type: 'DropCheckSkipped'; data: { releaseAt: number; at: CheckPoint; reason: Skipped } };

export type Checked = Extract<DropCheckEvent, { type: 'DropChecked' }>['data'];

export class RecordDropCheck extends Command<Omit<Checked, 'checkedAt'>> {
  readonly type = 'RecordDropCheck';
}
export class SkipDropCheck extends Command<{ releaseAt: number; at: CheckPoint; reason: Skipped }> {
  readonly type = 'SkipDropCheck';
}
const dropCheckCommands = { RecordDropCheck, SkipDropCheck };
type DropCheckCommand = CommandOf<typeof dropCheckCommands>;

export interface DropCheckState {
  checks: readonly Checked[];
  done: readonly string[];
}

const initial: DropCheckState = { checks: [], done: [] };
const KEPT = 20;

function pointOf({ releaseAt, at }: { releaseAt: number | null; at: CheckedAt }): string {
  return `${at}@${releaseAt}`;
}
export function isChecked({ done }: DropCheckState, point: { releaseAt: number; at: CheckPoint }): boolean {
  return done.includes(pointOf(point));
}

function decide(command: DropCheckCommand, state: DropCheckState, now: number): DropCheckEvent[] {
  switch (command.type) {
    case 'RecordDropCheck':
      if (state.done.includes(pointOf(command.data))) return [];
      return [{ type: 'DropChecked', data: { ...command.data, checkedAt: now } }];
    case 'SkipDropCheck':
      return [{ type: 'DropCheckSkipped', data: command.data }];
    default:
      return unreachable(command);
  }
}

function evolve(state: DropCheckState, event: DropCheckEvent): DropCheckState {
  switch (event.type) {
    case 'DropChecked': {
      const check = event.data;
      return {
        ...state,
        checks: [...state.checks, check].slice(-KEPT),
        done: check.at === 'by-hand' ? state.done : [...state.done, pointOf(check)],
      };
    }
    case 'DropCheckSkipped':
      return state;
    default:
      return unreachable(event);
  }
}

export const dropCheck: Decider<DropCheckState, DropCheckCommand, DropCheckEvent> = {
  category: 'check',
  commands: dropCheckCommands,
  initial,
  decide,
  evolve,
};
