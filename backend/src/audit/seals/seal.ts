import { sealText } from '@supreme-access/contract/seals.js';
import type { PublicKey, PublishedSeal } from '@supreme-access/contract/shapes/audit.js';
import { Command, type CommandOf, type Decider, Refused, unreachable } from '../../event-sourcing/decider.js';
import { sha256 } from '../../event-sourcing/ids.js';

export type SealKey = PublicKey;
export type Seal = PublishedSeal;

export type SealEvent =
  /** signs all later seals and receipts */
  { type: 'SealKeyMade'; data: SealKey } | { type: 'LogSealed'; data: Seal };

export class NameSealKey extends Command<SealKey & { after: string | null }> {
  readonly type = 'NameSealKey';
}
export class RecordSeal extends Command<Seal> {
  readonly type = 'RecordSeal';
}
const sealCommands = { NameSealKey, RecordSeal };
type SealCommand = CommandOf<typeof sealCommands>;

export interface SealsState {
  keys: readonly SealKey[];
  last: Seal | null;
}

export const SEALS = 'seals';

export function hashOf(seal: Seal | null): string {
  return seal === null ? '' : sha256(sealText(seal));
}

function decide(command: SealCommand, { keys, last }: SealsState): SealEvent[] {
  switch (command.type) {
    case 'NameSealKey': {
      const { after, ...key } = command.data;
      if ((keys.at(-1)?.keyId ?? null) !== after)
        throw new Refused('sealed-meanwhile', 'conflict', 'A newer signing key has been created in the meantime.');
      return [{ type: 'SealKeyMade', data: key }];
    }
    case 'RecordSeal': {
      const { number, previous } = command.data;
      const isNext = number === (last?.number ?? 0) + 1 && previous === hashOf(last);
      if (!isNext)
        throw new Refused('sealed-meanwhile', 'conflict', 'Someone else has sealed the event log in the meantime.');
      return [{ type: 'LogSealed', data: command.data }];
    }
    default:
      return unreachable(command);
  }
}

function evolve(state: SealsState, event: SealEvent): SealsState {
  switch (event.type) {
    case 'SealKeyMade':
      return { ...state, keys: [...state.keys, event.data] };
    case 'LogSealed':
      return { ...state, last: event.data };
    default:
      return unreachable(event);
  }
}

export const sealing: Decider<SealsState, SealCommand, SealEvent> = {
  category: 'log',
  commands: sealCommands,
  initial: { keys: [], last: null },
  decide,
  evolve,
};
