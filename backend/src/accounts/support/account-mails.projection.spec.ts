import { AT } from '../../platform/given.fixture.js';
import { folded, recorded } from '../../platform/projections/recorded.fixture.js';
import type { AccountEvent } from '../account.js';
import { accountMail, accountMailsProjection } from './account-mails.projection.js';

const asked = (mailId: string, kind: 'verify-email' | 'password-reset'): AccountEvent => ({
  type: 'MailRequested',
  data: { mailId, kind, linkRecord: 'link-1', requestedAt: AT },
});
const bounce = { reason: 'no-mailbox', reply: '550 5.1.1' } as const;
const life: AccountEvent[] = [
  asked('verify-email-1', 'verify-email'),
  { type: 'MailClaimed', data: { mailId: 'verify-email-1', kind: 'verify-email', by: 'w', leaseUntil: AT + 1 } },
  { type: 'MailSent', data: { mailId: 'verify-email-1', kind: 'verify-email' } },
  asked('password-reset-2', 'password-reset'),
  { type: 'MailBounced', data: { mailId: 'password-reset-2', kind: 'password-reset', orderId: null, ...bounce } },
  asked('password-reset-3', 'password-reset'),
  { type: 'MailSuppressed', data: { mailId: 'password-reset-3', kind: 'password-reset' } },
  { type: 'MailBounced', data: { mailId: 'success-2', kind: 'success', orderId: 'order-1', ...bounce } },
  asked('password-reset-4', 'password-reset'),
];
const events = recorded('account-ada', life);

describe('the mails of an account', () => {
  it('say of each what became of it; of those about orders what bounced', async () => {
    const shown = (await folded(accountMailsProjection, [events])).map(accountMail);
    expect(shown.map(({ id, state, bounceReason }) => [id, state, bounceReason])).toEqual([
      ['order-1:success-2', 'bounced', 'no-mailbox'],
      ['password-reset-2', 'bounced', 'no-mailbox'],
      ['password-reset-3', 'not-sent', null],
      ['password-reset-4', 'waiting', null],
      ['verify-email-1', 'sent', null],
    ]);
    expect(shown.at(-1)).toMatchObject({
      requestedAt: new Date(AT).toISOString(),
      endedAt: new Date(AT + 2).toISOString(),
    });
  });

  it('are the same when events come twice, and rebuilt as live', async () => {
    const once = await folded(accountMailsProjection, [events]);
    expect(await folded(accountMailsProjection, [events.slice(0, 4), events, events.slice(2)])).toEqual(once);
    const live = events.map((event) => [event]);
    expect(await folded(accountMailsProjection, live)).toEqual(once);
  });
});
