import { unreachable } from '../event-sourcing/decider.js';
import { jobRule } from '../jobs/jobs.projection.js';
import type { InboxEvent } from './inbox.js';

export const WEBHOOK = 'webhook';

export const stripeDue = jobRule<InboxEvent>(['stripe'], (event) => {
  switch (event.type) {
    case 'WebhookReceived':
      return [{ kind: WEBHOOK, id: event.id, dueAt: event.at }];
    case 'WebhookApplied':
      return [{ kind: WEBHOOK, id: event.id, done: true }];
    default:
      return unreachable(event);
  }
});
