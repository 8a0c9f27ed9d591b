import { AT, DAY, decisions, HOUR, MINUTE, origin } from '../platform/given.fixture.js';
import { address, card, mailRequested, register, registered, subject } from './account.fixture.js';
import {
  type AccountEvent,
  account,
  ChangeDetails,
  EraseAccount,
  RecordAccountMail,
  RequestErasure,
  SetBilling,
} from './account.js';
import { holdsAddress, RecordEmptied, RequestVerification, VerifyEmail } from './account-address.js';
import { GrantRole, RevokeRole, TellOwner } from './account-security.js';

const { given, fold } = decisions(account);
const verified: AccountEvent = { type: 'EmailVerified', data: { emailKey: 'key-ada' } };
const erasureRequested: AccountEvent = { type: 'ErasureRequested', data: { tokenVersion: 1 } };
const erased: AccountEvent = { type: 'PersonalDataErased', data: {} };

describe('registering', () => {
  it('makes the account and asks to confirm the address', () => {
    given()
      .when(register())
      .makes(registered, mailRequested('verify-email', 1, 'link-verify'));
  });
  it('asks nobody when no link was made', () => {
    given().when(register(null)).makes(registered);
  });
  it('is refused to a second registrant of the same address', () => {
    given(registered)
      .when(register('link-2', 'key-ada', 'pw-other'))
      .refused('email-taken', 'conflict');
  });
  it('makes nothing when told twice', () => {
    given().when(register()).onlyOnce();
  });
});

describe('confirming the address', () => {
  const verify = new VerifyEmail('a-1', { emailKey: 'key-ada', by: { passwordRecord: 'pw-1' } }, origin);
  const proven = (more: object = {}): AccountEvent => ({
    type: 'EmailVerified',
    data: { emailKey: 'key-ada', tokenVersion: 1, ...more },
  });

  it('verifies the address that logs in and ends what others hold on to', () => {
    given(registered).when(verify).makes(proven());
    const left = { emailKey: 'key-old', linkRecord: 'link-undo', until: AT + DAY };
    const moved: AccountEvent = { type: 'DetailsChanged', data: { emailKey: 'key-ada', left, personal: {} }, subject };
    expect(
      fold({ ...registered, data: { ...registered.data, emailKey: 'key-old' } } as AccountEvent, moved, proven()),
    ).toMatchObject({
      emailVerified: true,
      tokenVersion: 1,
      left: [],
    });
  });
  it('does it for somebody who sets a new password, and leaves nothing of who registered', () => {
    given(registered, mailRequested('verify-email', 1, 'link-verify'), { type: 'CardSaved', data: card })
      .when(new VerifyEmail('a-1', { emailKey: 'key-ada', by: { newPasswordRecord: 'pw-2' } }, origin))
      .makes(
        proven({ emptied: AT }),
        { type: 'PasswordChanged', data: { passwordRecord: 'pw-2', by: 'reset', tokenVersion: 1 } },
        mailRequested('password-changed', 2),
      );
    const state = fold(registered, { type: 'CardSaved', data: card }, proven({ emptied: AT }));
    expect([state.card, state.emptying, state.customers]).toEqual([null, AT, ['cus_1']]);
  });
  it('is finished once what was entered before has gone, which is told once', () => {
    const record = new RecordEmptied('a-1', {}, origin);
    given(registered, proven({ emptied: AT }))
      .when(record)
      .makes({ type: 'AccountEmptied', data: {} });
    given(registered, proven({ emptied: AT }))
      .when(record)
      .onlyOnce();
  });
  it('is refused a second time, and for an address that does not log in', () => {
    given(registered, verified).when(verify).refused('link-over', 'gone');
    given(registered)
      .when(new VerifyEmail('a-1', { emailKey: 'key-old', by: { passwordRecord: 'pw-1' } }, origin))
      .refused('link-over', 'gone');
  });
  it('is refused for an account that does not exist', () => {
    given().when(verify).refused('not-found', 'not-found');
  });
});

describe('asking for the mail that confirms the address once more', () => {
  const again = new RequestVerification('a-1', { emailKey: 'key-ada', linkRecord: 'link-2' }, origin);
  const first = mailRequested('verify-email', 1, 'link-verify');
  const second = mailRequested('verify-email', 2, 'link-2', AT + MINUTE);
  const third = mailRequested('verify-email', 3, 'link-3', AT + 2 * MINUTE);

  it('sends it with a new link', () => {
    given(registered, first)
      .when(again, AT + MINUTE)
      .makes(second);
  });
  it('sends nothing once the address is verified, or another one logs in', () => {
    given(registered, first, verified).when(again).nothing();
    given(registered, first)
      .when(new RequestVerification('a-1', { emailKey: 'key-old', linkRecord: 'link-2' }, origin))
      .nothing();
  });
  it('is refused after three in a quarter of an hour', () => {
    given(registered, first, second, third)
      .when(again, AT + 3 * MINUTE)
      .refused('too-many', 'too-many');
    given(registered, first, second, third)
      .when(again, AT + 15 * MINUTE + 1)
      .makes(mailRequested('verify-email', 4, 'link-2', AT + 15 * MINUTE + 1));
  });
});

describe('changing name and phone', () => {
  it('keeps what changed under the account key', () => {
    const changes = { name: 'Ada King' };
    given(registered)
      .when(new ChangeDetails('a-1', { personal: changes }, origin))
      .makes({ type: 'DetailsChanged', data: { emailKey: 'key-ada', left: null, personal: changes }, subject });
  });
  it('makes nothing of no changes', () => {
    given(registered)
      .when(new ChangeDetails('a-1', { personal: {} }, origin))
      .nothing();
  });
});

describe('billing', () => {
  const saved: AccountEvent = { type: 'CardSaved', data: card };
  const set = (changes: { address?: typeof address; card?: typeof card }) =>
    new SetBilling('a-1', { address: changes.address ?? null, card: changes.card ?? null }, origin);

  it('sets the address and saves the card', () => {
    given(registered)
      .when(set({ address, card }))
      .makes({ type: 'BillingAddressSet', data: { personal: address }, subject }, saved);
  });
  it('saves the same card once', () => {
    given(registered).when(set({ card })).onlyOnce();
  });
  it('remembers every customer that was made at Stripe', () => {
    const other: AccountEvent = { type: 'CardSaved', data: { ...card, customerId: 'cus_2', paymentMethodId: 'pm_2' } };
    expect(fold(registered, saved, other).customers).toEqual(['cus_1', 'cus_2']);
  });
});

describe('roles', () => {
  const grant = new GrantRole('a-1', { role: 'admin' }, origin);

  it('grants one and ends the sessions that do not have it', () => {
    given(registered)
      .when(grant)
      .makes({ type: 'RoleGranted', data: { role: 'admin', tokenVersion: 1 } });
  });
  it('grants it once', () => {
    given(registered).when(grant).onlyOnce();
  });
  it('takes one away and ends the sessions that still have it, once', () => {
    const granted: AccountEvent = { type: 'RoleGranted', data: { role: 'admin', tokenVersion: 1 } };
    const revoke = new RevokeRole('a-1', { role: 'admin' }, origin);
    given(registered, granted)
      .when(revoke)
      .makes({ type: 'RoleRevoked', data: { role: 'admin', tokenVersion: 2 } });
    given(registered, granted).when(revoke).onlyOnce();
    expect(fold(registered, granted, { type: 'RoleRevoked', data: { role: 'admin', tokenVersion: 2 } }).roles).toEqual([
      'shopper',
    ]);
  });
});

describe('mails', () => {
  const tell = new TellOwner('a-1', { linkRecord: 'link-set', expiresAt: AT + DAY }, origin);
  const told = mailRequested('already-registered', 1, 'link-set');
  const setting = (requestedAt: number): AccountEvent => ({
    type: 'PasswordResetRequested',
    data: { linkRecord: 'link-set', requestedAt, expiresAt: AT + DAY },
  });

  it('tells the owner that somebody tried to register, and lets them set a password', () => {
    given(registered).when(tell).makes(setting(AT), told);
  });
  it('tells it once an hour, whatever a stranger does', () => {
    given(registered, told)
      .when(tell, AT + HOUR - 1)
      .nothing();
    given(registered, told)
      .when(tell, AT + HOUR + 1)
      .makes(setting(AT + HOUR + 1), mailRequested('already-registered', 2, 'link-set', AT + HOUR + 1));
  });
  it.each([
    ['sent', 'MailSent'],
    ['suppressed', 'MailSuppressed'],
  ] as const)('records one as %s, once', (outcome, type) => {
    const record = new RecordAccountMail('a-1', { mailId: 'already-registered-1', outcome }, origin);
    const ended: AccountEvent = { type, data: { mailId: 'already-registered-1', kind: 'already-registered' } };
    given(registered, told).when(record).makes(ended);
    given(registered, told, ended).when(record).nothing();
  });
});

describe('erasing', () => {
  const request = new RequestErasure('a-1', { farewell: 'link-farewell' }, origin);
  const erase = new EraseAccount('a-1', {}, origin);

  it('closes the account, ends its sessions and says good-bye', () => {
    given(registered)
      .when(request)
      .makes(erasureRequested, mailRequested('account-erased', 1, 'link-farewell'));
  });
  it('closes it once', () => {
    given(registered).when(request).onlyOnce();
  });
  it('is refused while the account has a role that others count on', () => {
    const granted: AccountEvent = { type: 'RoleGranted', data: { role: 'admin', tokenVersion: 1 } };
    given(registered, granted).when(request).refused('on-staff', 'conflict');
  });
  it('refuses everything to a closed account', () => {
    given(registered, erasureRequested)
      .when(new ChangeDetails('a-1', { personal: { name: 'Ada King' } }, origin))
      .refused('erased', 'gone');
  });
  it('is not recorded before it was asked for', () => {
    given(registered).when(erase).refused('account-open', 'conflict');
  });
  it('is recorded once', () => {
    given(registered, erasureRequested).when(erase).makes(erased);
    given(registered, erasureRequested).when(erase).onlyOnce();
  });
  it('names every vault record but that of the last mail', () => {
    const state = fold(
      registered,
      mailRequested('verify-email', 1, 'link-verify'),
      mailRequested('account-erased', 2, 'link-farewell'),
    );
    expect(state.records).toEqual([
      { kind: 'password', id: 'pw-1' },
      { kind: 'link', id: 'link-verify' },
    ]);
  });
});

describe('the address an account holds', () => {
  const left = { emailKey: 'key-ada', linkRecord: 'link-undo', until: AT + 3 * DAY };
  const moved: AccountEvent = {
    type: 'DetailsChanged',
    data: { emailKey: 'key-new', left, personal: { email: 'ada@new.example' } },
    subject,
  };

  it('is the one that logs in, and for three days the one that was left', () => {
    const state = fold(registered, moved);
    expect(holdsAddress(state, 'key-new', AT)).toBe(true);
    expect(holdsAddress(state, 'key-ada', AT + 3 * DAY - MINUTE)).toBe(true);
    expect(holdsAddress(state, 'key-ada', AT + 3 * DAY)).toBe(false);
  });
});
