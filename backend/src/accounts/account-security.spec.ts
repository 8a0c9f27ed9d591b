import { AT, DAY, decisions, HOUR, MINUTE, origin } from '../platform/given.fixture.js';
import { changed, expiresAt, mailRequested, proven, registered, resetRequested, verified } from './account.fixture.js';
import { type AccountEvent, account } from './account.js';
import {
  ChangePassword,
  GrantRole,
  ReplacePassword,
  RequestPasswordReset,
  ResetPassword,
  RevokeRole,
  TellOwner,
} from './account-security.js';

const { given, fold } = decisions(account);

describe('changing the password', () => {
  const change = new ChangePassword('a-1', { current: 'pw-1', passwordRecord: 'pw-2' }, origin);

  it('ends all sessions and tells the owner', () => {
    given(registered).when(change).makes(changed('owner'), mailRequested('password-changed', 1));
  });
  it('is refused when another change was faster', () => {
    given(registered, changed('owner', 'pw-9')).when(change).refused('password-changed', 'conflict');
  });
  it('is refused when it is told twice by two requests: the first has replaced what was checked', () => {
    given(registered, changed('owner')).when(change).refused('password-changed', 'conflict');
  });
  it('names the new record beside the old one, which is to be found until it is erased', () => {
    const { passwordRecord, records, tokenVersion } = fold(registered, changed('owner'));
    expect([passwordRecord, tokenVersion]).toEqual(['pw-2', 1]);
    expect(records.map(({ id }) => id)).toEqual(['pw-1', 'pw-2']);
  });
});

describe('a password that the operator sets', () => {
  it('ends sessions, and every link that leads elsewhere', () => {
    given(registered)
      .when(new ReplacePassword('a-1', { passwordRecord: 'pw-2' }, origin))
      .makes(changed('operator'), mailRequested('password-changed', 1));
    expect(fold(registered, resetRequested('link-1'), changed('operator')).resets).toEqual([]);
  });
  it('takes an undo link from whoever moved the login, which an owner’s own change leaves', () => {
    const left = { emailKey: 'key-old', linkRecord: 'link-undo', until: AT + DAY };
    const moved: AccountEvent = {
      type: 'DetailsChanged',
      data: { emailKey: 'key-new', left, personal: { email: 'ada@new.example' } },
      subject: 'account-a-1',
    };
    expect(fold(registered, moved, changed('owner')).left).toEqual([left]);
    expect(fold(registered, moved, changed('operator')).left).toEqual([]);
  });
  it('asks for no password and may be set again', () => {
    given(registered, changed('operator'))
      .when(new ReplacePassword('a-1', { passwordRecord: 'pw-3' }, origin))
      .makes(changed('operator', 'pw-3', 2), mailRequested('password-changed', 1));
  });
});

describe('a forgotten password', () => {
  const ask = (linkRecord = 'link-1') => new RequestPasswordReset('a-1', { linkRecord, expiresAt }, origin);
  const reset = new ResetPassword('a-1', { linkRecord: 'link-1', passwordRecord: 'pw-2' }, origin);

  it('mails a link', () => {
    given(registered)
      .when(ask())
      .makes(resetRequested('link-1'), mailRequested('password-reset', 1, 'link-1'));
  });
  it('mails at most three links in fifteen minutes', () => {
    const three = [resetRequested('l-1'), resetRequested('l-2'), resetRequested('l-3')];
    given(registered, ...three)
      .when(ask(), AT + 14 * MINUTE)
      .nothing();
  });
  it('sets the new password through the link, which proves the address too', () => {
    given(registered, resetRequested('link-1'))
      .when(reset)
      .makes(proven(), changed('reset'), mailRequested('password-changed', 1));
    given(registered, verified(), resetRequested('link-1'))
      .when(reset)
      .makes(proven(), changed('reset'), mailRequested('password-changed', 1));
  });
  it('empties an account whose address was never confirmed although it was asked for', () => {
    given(registered, mailRequested('verify-email', 1, 'link-v'), resetRequested('link-1'))
      .when(reset)
      .makes(proven({ emptied: AT }), changed('reset'), mailRequested('password-changed', 2));
  });
  it('refuses a link that was used, with all others given out before', () => {
    const used = [resetRequested('link-0'), resetRequested('link-1'), changed('reset')];
    given(registered, ...used)
      .when(reset)
      .refused('link-over', 'gone');
    const older = new ResetPassword('a-1', { linkRecord: 'link-0', passwordRecord: 'pw-3' }, origin);
    given(registered, ...used)
      .when(older)
      .refused('link-over', 'gone');
  });
  it('refuses a link after half an hour', () => {
    given(registered, resetRequested('link-1')).when(reset, expiresAt).refused('link-over', 'gone');
  });
  it('mails again once the quarter of an hour of the oldest link is over', () => {
    const three = [resetRequested('l-1'), resetRequested('l-2', AT + MINUTE), resetRequested('l-3', AT + MINUTE)];
    given(registered, ...three)
      .when(ask('link-4'), AT + 15 * MINUTE)
      .makes(
        resetRequested('link-4', AT + 15 * MINUTE),
        mailRequested('password-reset', 1, 'link-4', AT + 15 * MINUTE),
      );
  });
  it('refuses a link that nobody was given, and every link once the owner has changed the password', () => {
    given(registered).when(reset).refused('link-over', 'gone');
    given(registered, resetRequested('link-1'), changed('owner')).when(reset).refused('link-over', 'gone');
  });
  it('does not empty an account whose owner had proven the address, or whom nobody asked for proof', () => {
    const asked = mailRequested('verify-email', 1, 'link-v');
    given(registered, asked, verified(), resetRequested('link-1'))
      .when(reset)
      .makes(proven(), changed('reset'), mailRequested('password-changed', 2));
    given(registered, resetRequested('link-1'))
      .when(reset)
      .makes(proven(), changed('reset'), mailRequested('password-changed', 1));
  });
});

describe('an address that somebody else wants to register', () => {
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
  it('is given no second password: the link of that mail resets the one there is', () => {
    given(registered, setting(AT), told)
      .when(new ResetPassword('a-1', { linkRecord: 'link-set', passwordRecord: 'pw-2' }, origin))
      .makes(proven(), changed('reset'), mailRequested('password-changed', 2));
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
  it('takes away nothing that nobody has', () => {
    given(registered)
      .when(new RevokeRole('a-1', { role: 'auditor' }, origin))
      .nothing();
  });
  it('are held side by side', () => {
    const admin: AccountEvent = { type: 'RoleGranted', data: { role: 'admin', tokenVersion: 1 } };
    given(registered, admin)
      .when(new GrantRole('a-1', { role: 'auditor' }, origin))
      .makes({ type: 'RoleGranted', data: { role: 'auditor', tokenVersion: 2 } });
    const auditor: AccountEvent = { type: 'RoleGranted', data: { role: 'auditor', tokenVersion: 2 } };
    expect(fold(registered, admin, auditor)).toMatchObject({
      roles: ['shopper', 'admin', 'auditor'],
      tokenVersion: 2,
    });
  });
});

describe('sessions that were ended', () => {
  it('stay ended: every event that ends some counts on from the one before', () => {
    const ended: AccountEvent = { type: 'SessionsRevoked', data: { tokenVersion: 1, reason: 'email-change-undone' } };
    given(registered, ended)
      .when(new GrantRole('a-1', { role: 'admin' }, origin))
      .makes({ type: 'RoleGranted', data: { role: 'admin', tokenVersion: 2 } });
    given(registered, ended)
      .when(new ChangePassword('a-1', { current: 'pw-1', passwordRecord: 'pw-2' }, origin))
      .makes(changed('owner', 'pw-2', 2), mailRequested('password-changed', 1));
  });
});
