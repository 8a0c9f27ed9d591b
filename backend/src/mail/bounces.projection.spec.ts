import type { DomainEvent } from '../platform/decider.js';
import { folded, recorded } from '../platform/projections/recorded.fixture.js';
import { bouncesProjection } from './bounces.projection.js';

const data = { mailId: 'success-1', kind: 'success', reason: 'no-mailbox', reply: '550 5.1.1' };
const bounced = (more: object = {}): DomainEvent => ({ type: 'MailBounced', data: { ...data, ...more } });

describe('mails that bounced', () => {
  const events = [
    ...recorded('order-o-1', [{ type: 'MailSent', data: {} }, bounced()]),
    ...recorded('account-a-1', [bounced({ orderId: 'o-1' }), bounced({ orderId: null, kind: 'verify-email' })]),
    ...recorded('invitation-i-1', [bounced({ kind: 'invitation' })]),
    ...recorded('check-p-1', [bounced({ kind: 'drop-check' })]),
  ].map((event, at) => ({ ...event, position: at + 1 }));

  it('are one row each, and what an account is told of an order is none', async () => {
    expect(await folded(bouncesProjection, [events])).toMatchObject([
      { about: 'account', aboutId: 'a-1', kind: 'verify-email' },
      { about: 'check', aboutId: 'p-1', kind: 'drop-check' },
      { about: 'invitation', aboutId: 'i-1', kind: 'invitation' },
      { about: 'order', aboutId: 'o-1', kind: 'success', reason: 'no-mailbox', reply: '550 5.1.1' },
    ]);
  });

  it('are the same rows when they are folded twice', async () => {
    const once = await folded(bouncesProjection, [events]);
    expect(await folded(bouncesProjection, [events, events])).toEqual(once);
  });
});
