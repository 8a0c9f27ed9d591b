import type { AnyRecorded } from '../projections/recorded.js';
import { FinishWebhook, type InboxEvent, inbox, ReceiveWebhook, type StoredWebhook } from './inbox.js';
import { stripeDue } from './webhook.jobs.js';

const webhook: StoredWebhook = {
  eventId: 'evt_1',
  type: 'payment_intent.succeeded',
  objectId: 'pi_1',
  orderId: 'o-1',
  intentId: 'pi_1',
  status: 'succeeded',
  amount: 2_000,
  currency: 'usd',
  created: 1_893_456_000_000,
  livemode: false,
  sha256: 'abc',
};
const metadata = {
  actor: { kind: 'system', id: 'stripe' },
  commandId: 'c',
  requestHash: '',
  correlationId: 'c',
} as const;
const received: InboxEvent = { type: 'WebhookReceived', data: webhook };
const applied: InboxEvent = { type: 'WebhookApplied', data: { outcome: 'applied' } };

function decide(given: InboxEvent[], command: ReceiveWebhook | FinishWebhook): InboxEvent[] {
  return inbox.decide(command, given.reduce(inbox.evolve, inbox.initial), 0);
}
const receive = (data = webhook) => new ReceiveWebhook('evt_1', data, metadata);
const finish = (outcome = 'applied') => new FinishWebhook('evt_1', { outcome }, metadata);

describe('the inbox of one Stripe event', () => {
  it('stores it once, without missing fields', () => {
    expect(decide([], receive({ ...webhook, reason: undefined }))).toEqual([received]);
    expect(Object.keys(decide([], receive({ ...webhook, reason: undefined }))[0]?.data ?? {})).not.toContain('reason');
    expect(decide([received], receive())).toEqual([]);
    expect(decide([received, applied], receive())).toEqual([]);
  });

  it('is finished once, with its outcome', () => {
    expect(decide([received], finish())).toEqual([applied]);
    expect(decide([received, applied], finish('nothing-new'))).toEqual([]);
  });

  it('cannot be finished before it was received', () => {
    expect(decide([], finish())).toEqual([]);
  });

  it('keeps what was stored first, whatever a repeat under the same id says', () => {
    const state = [received, applied].reduce(inbox.evolve, inbox.initial);
    expect(decide([received], receive({ ...webhook, amount: 1 }))).toEqual([]);
    expect(state).toEqual({ received: webhook, outcome: 'applied' });
  });

  it('is due from its storage until it is applied', () => {
    const recorded = ({ type, data }: InboxEvent) => ({ type, data, id: 'evt_1', at: 7 }) as unknown as AnyRecorded;
    expect(stripeDue.rule(recorded(received))).toEqual([{ kind: 'webhook', id: 'evt_1', dueAt: 7 }]);
    expect(stripeDue.rule(recorded(applied))).toEqual([{ kind: 'webhook', id: 'evt_1', done: true }]);
  });
});
