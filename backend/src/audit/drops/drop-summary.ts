import type { DropSums } from '@supreme-access/contract/shapes/drops.js';
import { Command, type CommandOf, type Decider } from '../../event-sourcing/decider.js';

export type DropSummaryEvent = {
  type: 'DropSummarised';
  data: {
    /** null: only that it ended; too few slots, cancelled or taken off the shop */
    sums: DropSums | null;
    keyId: string;
    /** Ed25519, base64url, over `summaryText` */
    signature: string;
  };
};
export type DropSummary = DropSummaryEvent['data'];

export class SummariseDrop extends Command<DropSummary> {
  readonly type = 'SummariseDrop';
}
const summaryCommands = { SummariseDrop };

interface SummaryState {
  summary: DropSummary | null;
}

export const dropSummary: Decider<SummaryState, CommandOf<typeof summaryCommands>, DropSummaryEvent> = {
  category: 'drop',
  commands: summaryCommands,
  initial: { summary: null },
  decide: ({ data }, { summary }) => (summary === null ? [{ type: 'DropSummarised', data }] : []),
  evolve: (_state, { data }) => ({ summary: data }),
};
