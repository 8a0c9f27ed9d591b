import {
  address,
  card,
  erasureRequested,
  registered,
  resetRequested,
  stood,
  subject,
  verificationRequested,
} from '@supreme-access/test/fixtures/account.js';
import { AT, DAY } from '@supreme-access/test/fixtures/decider-test-kit.js';
import { folded, recorded } from '@supreme-access/test/fixtures/recorded.js';
import { jobsProjection } from '../../jobs/jobs.projection.js';
import type { MailEvent } from '../../mail/mail.js';
import type { AnyRecorded } from '../../projections/recorded.js';
import { accountJobs } from './account.jobs.js';
import type { AccountEvent } from './account.js';
import type { AccountMailKind } from './account-mails.js';
import { accountInfo, accountsProjection, listedAccount } from './accounts.projection.js';

const life: AccountEvent[] = [
  registered,
  verificationRequested(),
  { type: 'EmailVerified', data: { emailKey: 'key-ada', tokenVersion: 0 } },
  { type: 'OrdersJoined', data: { orders: 0 } },
  { type: 'BillingAddressSet', data: { personal: address }, subject },
  { type: 'CardSaved', data: card },
  { type: 'DetailsChanged', data: { emailKey: 'key-ada', personal: { name: 'Ada King' } }, subject },
  { type: 'DetailsChanged', data: { emailKey: 'key-new', personal: { email: 'ada@new.example' } }, subject },
  { type: 'PasswordChanged', data: { passwordRecord: 'pw-2', by: 'owner', tokenVersion: 1 } },
  { type: 'SessionsRevoked', data: { reason: 'role granted: admin', tokenVersion: 2 } },
];
const ending: AccountEvent[] = [erasureRequested('link-farewell', 3), { type: 'PersonalDataErased', data: {} }];
const stream = 'account-a-1';
const roles = ['shopper'] as const;

describe('the accounts read model', () => {
  it('shows an account as it is now', async () => {
    const [doc] = await folded(accountsProjection, [recorded(stream, life)]);
    expect(doc && accountInfo({ ...doc, roles: ['shopper', 'admin'] }, 2, AT)).toEqual({
      uuid: 'a-1',
      name: 'Ada King',
      email: 'ada@new.example',
      phone: '+12025550143',
      customer_id: 'cus_1',
      billingAddress: address,
      billingLast4: '4242',
      profiles: 2,
      isAdmin: true,
      roles: ['shopper', 'admin'],
      emailVerified: false,
      pendingEmail: null,
      mailBounced: null,
    });
    expect(doc).toMatchObject({ tokenVersion: 2, paymentMethodId: 'pm_1', emailKey: 'key-new' });
  });

  it('shows the address that it is to move to, until the password is changed', async () => {
    const requested = { emailKey: 'key-new', linkRecord: 'link-move', requestedAt: AT, expiresAt: AT + DAY };
    const personal = { email: 'ada@new.example' };
    const move: AccountEvent = { type: 'EmailMoveRequested', data: { ...requested, personal }, subject };
    const changed: AccountEvent = {
      type: 'PasswordChanged',
      data: { passwordRecord: 'pw-2', by: 'owner', tokenVersion: 1 },
    };
    const pendingAfter = async (...events: AccountEvent[]) => {
      const [doc] = await folded(accountsProjection, [recorded(stream, [registered, ...events])]);
      return doc && accountInfo({ ...doc, roles }, 0, AT).pendingEmail;
    };
    expect(await pendingAfter(move)).toBe('ada@new.example');
    expect(await pendingAfter(move, changed)).toBeNull();
  });

  it('is found by the words of its name and address as they are now', async () => {
    const [doc] = await folded(accountsProjection, [recorded(stream, life)]);
    expect(doc?.words).toEqual(['ada', 'king', 'new', 'example']);
  });

  it('is the same when events come twice', async () => {
    const events = recorded(stream, life);
    const once = await folded(accountsProjection, [events]);
    expect(await folded(accountsProjection, [events.slice(0, 5), events, events.slice(2)])).toEqual(once);
  });

  it('holds nothing personal from the request of an erasure on, but still ends sessions', async () => {
    const [doc] = await folded(accountsProjection, [recorded(stream, [...life, ...ending.slice(0, 1)])]);
    expect(doc).toMatchObject({ email: '', name: '', phone: '', billingAddress: null, customerId: null, erased: true });
    expect(doc?.words).toEqual([]);
    expect(doc?.tokenVersion).toBe(3);
  });

  it('is the same rebuilt after the erasure as it was live', async () => {
    const live = await folded(accountsProjection, [recorded(stream, [...life, ...ending])]);
    const rebuilt = await folded(accountsProjection, [recorded(stream, [...life, ...ending], true)]);
    expect(rebuilt).toEqual(live);
  });
});

describe('the mail that bounced last', () => {
  const bounce = { reason: 'mailbox-full', reply: '552 5.2.2' } as const;
  const mail = (kind: AccountMailKind, about = stream) => ({ about, kind, which: '1' });
  const bounced = (kind: AccountMailKind, about = stream): MailEvent => ({
    type: 'MailBounced',
    data: { ...mail(kind, about), accountId: 'a-1', ...bounce },
  });
  const sent = (kind: AccountMailKind): MailEvent => ({ type: 'MailSent', data: mail(kind) });
  const after = async (...events: (AccountEvent | MailEvent)[]) => {
    const mails = events.map((event, index) => {
      const [one] = recorded('about' in event.data ? 'mail-m-1' : stream, [event]);
      return { ...one, position: 100 + index } as AnyRecorded;
    });
    const [doc] = await folded(accountsProjection, [recorded(stream, life), mails]);
    return doc;
  };

  it('is shown for the account’s address for 30 days', async () => {
    const doc = await after(bounced('password-changed', 'order-o-1'));
    const at = doc?.mailBounced?.at ?? 0;
    const shown = { at: new Date(at).toISOString(), kind: 'password-changed', ...bounce };
    expect(doc && accountInfo({ ...doc, roles }, 2, at + 30 * DAY - 1).mailBounced).toEqual(shown);
    expect(doc && accountInfo({ ...doc, roles }, 2, at + 30 * DAY).mailBounced).toBeNull();
    expect(doc && listedAccount({ ...doc, roles }).mailBounced).toEqual(shown);
  });

  it('is none once another arrives, the address is another, or the person is erased', async () => {
    for (const event of [
      sent('verify-email'),
      { type: 'DetailsChanged', data: { emailKey: 'key-third', personal: {} }, subject } as const,
      ...ending.slice(0, 1),
    ]) {
      expect((await after(bounced('verify-email'), event))?.mailBounced).toBeNull();
    }
  });

  it('is none of those that went elsewhere', async () => {
    expect((await after(bounced('move-email')))?.mailBounced).toBeNull();
    expect((await after(bounced('verify-email'), sent('move-email')))?.mailBounced).not.toBeNull();
  });
});

describe('what accounts make due', () => {
  const due = jobsProjection([accountJobs]);
  const rows = async (events: AccountEvent[]) =>
    (await folded(due, [recorded(stream, events)])).map(({ kind, id }) => `${kind} ${id}`);

  it('is a mail for each event that it concerns', async () => {
    expect(await rows(life)).toEqual(['mail account-a-1:password-changed:8', 'mail account-a-1:verify-email:1']);
    expect(await rows([resetRequested('link-1')])).toEqual(['mail account-a-1:password-reset:0']);
    const move = { emailKey: 'key-new', tokenVersion: 1, personal: { email: 'ada@new.example' } };
    const left = { emailKey: 'key-ada', linkRecord: 'link-undo', until: AT + 1, stood };
    for (const from of [left, null]) {
      const moved: AccountEvent = { type: 'EmailMoved', data: { ...move, left: from }, subject };
      expect(await rows([moved])).toEqual([
        'join-orders a-1',
        ...(from ? ['mail account-a-1:email-changed-undo:0'] : []),
      ]);
    }
  });

  it('is an erasure until it is finished', async () => {
    expect(await rows(ending.slice(0, 1))).toEqual(['erase-account a-1', 'mail account-a-1:account-erased:0']);
    expect(await rows(ending)).toEqual(['mail account-a-1:account-erased:0']);
  });
});
