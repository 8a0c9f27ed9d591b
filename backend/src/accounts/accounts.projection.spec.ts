import { dueProjection } from '../platform/due/due.projection.js';
import { AT } from '../platform/given.fixture.js';
import { folded, recorded } from '../platform/projections/recorded.fixture.js';
import { accountDue } from './account.due.js';
import { address, card, mailRequested, registered, subject } from './account.fixture.js';
import type { AccountEvent } from './account.js';
import { accountInfo, accountsProjection } from './accounts.projection.js';

const left = { emailKey: 'key-ada', linkRecord: 'link-undo', until: AT + 1 };
const life: AccountEvent[] = [
  registered,
  mailRequested('verify-email', 1, 'link-verify'),
  { type: 'EmailVerified', data: { emailKey: 'key-ada' } },
  { type: 'BillingAddressSet', data: { personal: address }, subject },
  { type: 'CardSaved', data: card },
  { type: 'DetailsChanged', data: { emailKey: 'key-ada', left: null, personal: { name: 'Ada King' } }, subject },
  {
    type: 'DetailsChanged',
    data: { emailKey: 'key-new', left, personal: { email: 'ada@new.example' } },
    subject,
  },
  { type: 'PasswordChanged', data: { passwordRecord: 'pw-2', by: 'owner', tokenVersion: 1 } },
  { type: 'RoleGranted', data: { role: 'admin', tokenVersion: 2 } },
];
const ending: AccountEvent[] = [
  { type: 'ErasureRequested', data: { tokenVersion: 3 } },
  mailRequested('account-erased', 2, 'link-farewell'),
  { type: 'PersonalDataErased', data: {} },
];
const stream = 'account-a-1';

describe('the accounts read model', () => {
  it('shows an account as it is now', async () => {
    const [doc] = await folded(accountsProjection, [recorded(stream, life)]);
    expect(doc && accountInfo(doc, 2, AT)).toEqual({
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
    });
    expect(doc).toMatchObject({ tokenVersion: 2, paymentMethodId: 'pm_1', emailKey: 'key-new' });
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

describe('what accounts make due', () => {
  const due = dueProjection([accountDue]);
  const rows = async (events: AccountEvent[]) =>
    (await folded(due, [recorded(stream, events)])).map(({ kind, id }) => `${kind} ${id}`);

  it('is each mail until it was sent', async () => {
    expect(await rows(life)).toEqual(['mail account:a-1:verify-email-1']);
    expect(
      await rows([...life, { type: 'MailSent', data: { mailId: 'verify-email-1', kind: 'verify-email' } }]),
    ).toEqual([]);
  });

  it('is an erasure until it is finished', async () => {
    expect(await rows(ending.slice(0, 1))).toEqual(['erase-account a-1']);
    expect(await rows(ending)).toEqual(['mail account:a-1:account-erased-2']);
  });
});
