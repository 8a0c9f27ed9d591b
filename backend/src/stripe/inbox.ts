import { Command, type CommandOf, type Decider, unreachable } from '../event-sourcing/decider.js';
import type { WebhookRecord } from './webhook-record.js';

/** One stream per Stripe event: it is stored before the webhook is answered, and applied afterwards. */

export type StoredWebhook = Omit<WebhookRecord, 'foreign'>;

export type InboxEvent =
  | { type: 'WebhookReceived'; data: StoredWebhook }
  | { type: 'WebhookApplied'; data: { outcome: string } };

export class ReceiveWebhook extends Command<StoredWebhook> {
  readonly type = 'ReceiveWebhook';
  override readonly isFirst = true;
}
export class FinishWebhook extends Command<{ outcome: string }> {
  readonly type = 'FinishWebhook';
}
const inboxCommands = { ReceiveWebhook, FinishWebhook };
type InboxCommand = CommandOf<typeof inboxCommands>;

export interface InboxState {
  received: StoredWebhook | null;
  outcome: string | null;
}

export const inbox: Decider<InboxState, InboxCommand, InboxEvent> = {
  category: 'stripe',
  commands: inboxCommands,
  initial: { received: null, outcome: null },
  decide(command, state) {
    switch (command.type) {
      case 'ReceiveWebhook':
        return state.received ? [] : [{ type: 'WebhookReceived', data: withoutGaps(command.data) }];
      case 'FinishWebhook':
        if (!state.received || state.outcome !== null) return [];
        return [{ type: 'WebhookApplied', data: command.data }];
      default:
        return unreachable(command);
    }
  },
  evolve(state, event) {
    switch (event.type) {
      case 'WebhookReceived':
        return { ...state, received: event.data };
      case 'WebhookApplied':
        return { ...state, outcome: event.data.outcome };
      default:
        return unreachable(event);
    }
  },
};

/** The log refuses `undefined`, which JSON does not know. */
function withoutGaps<T extends object>(data: T): T {
  return Object.fromEntries(Object.entries(data).filter(([, value]) => value !== undefined)) as T;
}
