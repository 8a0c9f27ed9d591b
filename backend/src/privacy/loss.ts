import { Command, type CommandOf, type Decider, noSuch, unreachable } from '../platform/decider.js';
import type { VaultKind } from '../platform/vault/vault.js';

/** What was lost with a vault that could not be put back, and was accepted: from then on it counts as erased. */

export interface LostRecord {
  kind: VaultKind;
  record: string;
  /** whose event named it last */
  stream: string;
}
export interface Lost {
  /** people whose keys are gone: account-{id}, guest-{orderId}, invitation-{id} */
  subjects: string[];
  records: LostRecord[];
}
interface Settled {
  /** one of the subjects, or a card or code of a profile: kind:record:profileId */
  lost: string;
}
export type LossEvent =
  /** as many as it takes */
  { type: 'LossAccepted'; data: Lost } | { type: 'LossSettled'; data: Settled };

export class AcceptLoss extends Command<Lost> {
  readonly type = 'AcceptLoss';
}
export class SettleLoss extends Command<Settled> {
  readonly type = 'SettleLoss';
}
const lossCommands = { AcceptLoss, SettleLoss };
type LossCommand = CommandOf<typeof lossCommands>;

interface LossState {
  accepted: boolean;
  settled: readonly string[];
}

function decide(command: LossCommand, state: LossState): LossEvent[] {
  switch (command.type) {
    case 'AcceptLoss':
      return [{ type: 'LossAccepted', data: command.data }];
    case 'SettleLoss':
      if (!state.accepted) throw noSuch('loss');
      return state.settled.includes(command.data.lost) ? [] : [{ type: 'LossSettled', data: command.data }];
    default:
      return unreachable(command);
  }
}

function evolve(state: LossState, event: LossEvent): LossState {
  switch (event.type) {
    case 'LossAccepted':
      return { ...state, accepted: true };
    case 'LossSettled':
      return { ...state, settled: [...state.settled, event.data.lost] };
    default:
      return unreachable(event);
  }
}

export const loss: Decider<LossState, LossCommand, LossEvent> = {
  category: 'loss',
  commands: lossCommands,
  initial: { accepted: false, settled: [] },
  decide,
  evolve,
};
