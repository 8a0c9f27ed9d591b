import type { CheckedAt, CheckPoint } from '@supreme-access/contract/checks.js';
import type { CheckFinding, RehearsalFigures } from '@supreme-access/contract/shapes/releases.js';
import { Command, type CommandOf, type Decider, unreachable } from '../../event-sourcing/decider.js';

/** The checks and rehearsals of a drop, one stream per product. */

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
  | { type: 'DropCheckSkipped'; data: { releaseAt: number; at: CheckPoint; reason: Skipped } }
  | {
      type: 'DropRehearsed';
      data: {
        /** of the product that was rehearsed; it counts edits */
        version: number;
        /** ms UTC */
        rehearsedAt: number;
        /** counts; ms after the release; a second */
        figures: RehearsalFigures;
      };
    };

export type Checked = Extract<DropCheckEvent, { type: 'DropChecked' }>['data'];
export type Rehearsed = Extract<DropCheckEvent, { type: 'DropRehearsed' }>['data'];

export class RecordDropCheck extends Command<Omit<Checked, 'checkedAt'>> {
  readonly type = 'RecordDropCheck';
}
export class SkipDropCheck extends Command<{ releaseAt: number; at: CheckPoint; reason: Skipped }> {
  readonly type = 'SkipDropCheck';
}
export class RehearseDrop extends Command<Omit<Rehearsed, 'rehearsedAt'>> {
  readonly type = 'RehearseDrop';
}
const dropCheckCommands = { RecordDropCheck, SkipDropCheck, RehearseDrop };
type DropCheckCommand = CommandOf<typeof dropCheckCommands>;

export interface DropCheckState {
  checks: readonly Checked[];
  done: readonly string[];
  /** the last one */
  rehearsal: Rehearsed | null;
}

const initial: DropCheckState = { checks: [], done: [], rehearsal: null };
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
    case 'RehearseDrop':
      return [{ type: 'DropRehearsed', data: { ...command.data, rehearsedAt: now } }];
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
    case 'DropRehearsed':
      return { ...state, rehearsal: event.data };
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
