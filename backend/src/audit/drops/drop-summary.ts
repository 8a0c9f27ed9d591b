import type { DropSums } from '@supreme-access/contract/shapes/drops.js';
import { Command, type CommandOf, type Decider } from '../../event-sourcing/decider.js';

/** What is published of an ended drop, one stream per product. */

export interface DropSummary {
  /** null: only that it ended; too few slots, cancelled or taken off the shop */
  sums: DropSums | null;
  keyId: string;
  /** Ed25519, base64url, over `summaryText` */
  signature: string;
}

export interface DropSummaryEvent {
  type: 'DropSummarised';
  data: DropSummary;
}

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
