import {
  changed,
  emailMoved,
  expiresAt,
  madeByOperator,
  proven,
  registered,
  resetRequested,
  stood,
  verificationRequested,
  verified,
} from '@supreme-access/test/fixtures/account.js';
import { AT, DAY, decisions, HOUR, MINUTE, metadata } from '@supreme-access/test/fixtures/decider-test-kit.js';
import { type AccountEvent, account } from './account.js';
import { limit } from './account-address.js';
import {
  ChangePassword,
  MAILS,
  NotifyOwner,
  ReplacePassword,
  RequestPasswordReset,
  ResetPassword,
  RevokeSessions,
} from './account-security.js';

const { given, fold } = decisions(account);

describe('changing the password', () => {
  const change = new ChangePassword('a-1', { current: 'pw-1', passwordRecord: 'pw-2' }, metadata);

  it('ends all sessions and mails the owner', () => {
    given(registered).when(change).makes(changed('owner'));
  });
  it('is refused when another change was faster', () => {
    given(registered, changed('owner', 'pw-9')).when(change).refused('password-changed', 'conflict');
  });
  it('is refused when two requests send it: the first has replaced what was checked', () => {
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
      .when(new ReplacePassword('a-1', { passwordRecord: 'pw-2' }, metadata))
      .makes(changed('operator'));
    expect(fold(registered, resetRequested('link-1'), changed('operator')).resets).toEqual([]);
  });
  it('leaves the undo link of an address that was left, as an owner’s own change does', () => {
    const left = { emailKey: 'key-old', linkRecord: 'link-undo', until: AT + DAY, stood };
    const moved = emailMoved('key-new', left);
    expect(fold(registered, moved, changed('owner')).left).toEqual([left]);
    expect(fold(registered, moved, changed('operator')).left).toEqual([left]);
  });
  it('asks for no password and may be set again', () => {
    given(registered, changed('operator'))
      .when(new ReplacePassword('a-1', { passwordRecord: 'pw-3' }, metadata))
      .makes(changed('operator', 'pw-3', 2));
  });
});

describe('a forgotten password', () => {
  const ask = (linkRecord = 'link-1') => new RequestPasswordReset('a-1', { linkRecord, expiresAt }, metadata);
  const reset = new ResetPassword('a-1', { linkRecord: 'link-1', passwordRecord: 'pw-2' }, metadata);

  it('mails a link', () => {
    given(registered).when(ask()).makes(resetRequested('link-1'));
  });
  it('mails at most three links in fifteen minutes', () => {
    const three = [resetRequested('l-1'), resetRequested('l-2'), resetRequested('l-3')];
    given(registered, ...three)
      .when(ask(), AT + 14 * MINUTE)
      .nothing();
    given(registered, ...three)
      .when(ask(), AT + 15 * MINUTE - 1)
      .nothing();
  });
  it('mails a third link, and each leads in until one is used', () => {
    const two = [resetRequested('link-1'), resetRequested('link-2')];
    given(registered, ...two)
      .when(ask('link-3'))
      .makes(resetRequested('link-3'));
    given(registered, verified(), ...two)
      .when(reset)
      .makes(proven(), changed('reset'));
  });
  it('names the record of each link, which is to be found also when the link leads nowhere', () => {
    expect(fold(registered, resetRequested('link-1'), changed('owner')).records).toEqual([
      { kind: 'password', id: 'pw-1' },
      { kind: 'link', id: 'link-1' },
      { kind: 'password', id: 'pw-2' },
    ]);
  });
  it('forgets a link that has expired, however many a stranger asks for over the months', () => {
    const later = resetRequested('link-2', AT + HOUR);
    const { resets, records } = fold(registered, resetRequested('link-1'), later);
    expect(resets.map(({ linkRecord }) => linkRecord)).toEqual(['link-2']);
    expect(records.map(({ id }) => id)).toEqual(['pw-1', 'link-2']);
  });
  it('sets the new password through the link, which proves the address too', () => {
    given(madeByOperator, resetRequested('link-1')).when(reset).makes(proven(), changed('reset'));
    given(registered, verified(), resetRequested('link-1')).when(reset).makes(proven(), changed('reset'));
  });
  it('empties an account whose address was never confirmed although it was asked for', () => {
    given(registered, verificationRequested('link-v'), resetRequested('link-1'))
      .when(reset)
      .makes(proven({ emptied: AT }), changed('reset'));
  });
  it('refuses a link that was used, with all others given out before', () => {
    const used = [resetRequested('link-0'), resetRequested('link-1'), changed('reset')];
    given(registered, ...used)
      .when(reset)
      .refused('link-over', 'gone');
    const older = new ResetPassword('a-1', { linkRecord: 'link-0', passwordRecord: 'pw-3' }, metadata);
    given(registered, ...used)
      .when(older)
      .refused('link-over', 'gone');
  });
  it('refuses a link after half an hour', () => {
    given(registered, resetRequested('link-1')).when(reset, expiresAt).refused('link-over', 'gone');
  });
  it('takes a link on its last millisecond, and empties what was entered until then', () => {
    const last = expiresAt - 1;
    given(registered, verificationRequested('link-v'), resetRequested('link-1'))
      .when(reset, last)
      .makes(proven({ emptied: last }), changed('reset'));
  });
  it('proves the address that logs in by now, and counts on from the sessions that ended', () => {
    const move = { emailKey: 'key-new', left: null, tokenVersion: 1, personal: { email: 'ada@new.example' } };
    const moved: AccountEvent = { type: 'EmailMoved', data: move, subject: 'account-a-1' };
    given(registered, moved, resetRequested('link-1'))
      .when(reset)
      .makes(proven({ emailKey: 'key-new', tokenVersion: 2 }), changed('reset', 'pw-2', 2));
  });
  it('mails again once the quarter of an hour of the oldest link is over', () => {
    const three = [resetRequested('l-1'), resetRequested('l-2', AT + MINUTE), resetRequested('l-3', AT + MINUTE)];
    given(registered, ...three)
      .when(ask('link-4'), AT + 15 * MINUTE)
      .makes(resetRequested('link-4', AT + 15 * MINUTE));
  });
  it('refuses a link that nobody was given, and every link once the owner has changed the password', () => {
    given(registered).when(reset).refused('link-over', 'gone');
    given(registered, resetRequested('link-1'), changed('owner')).when(reset).refused('link-over', 'gone');
  });
  it('does not empty an account whose owner had proven the address, or whom nobody asked for proof', () => {
    const requested = verificationRequested('link-v');
    given(registered, requested, verified(), resetRequested('link-1')).when(reset).makes(proven(), changed('reset'));
    given(madeByOperator, requested, resetRequested('link-1')).when(reset).makes(proven(), changed('reset'));
  });
});

describe('an address that somebody else wants to register', () => {
  const tell = new NotifyOwner('a-1', { linkRecord: 'link-set', expiresAt: AT + DAY }, metadata);
  const setting = (requestedAt: number): AccountEvent => ({
    type: 'PasswordResetRequested',
    data: { linkRecord: 'link-set', requestedAt, expiresAt: AT + DAY, by: 'sign-up' },
  });

  it('mails the owner that somebody tried to register, and lets them set a password', () => {
    given(registered).when(tell).makes(setting(AT));
  });
  it('mails it once an hour, whatever a stranger does', () => {
    given(registered, setting(AT))
      .when(tell, AT + HOUR - 1)
      .nothing();
    given(registered, setting(AT))
      .when(tell, AT + HOUR + 1)
      .makes(setting(AT + HOUR + 1));
  });
  it('mails it again as the hour ends, and not twice at one time', () => {
    given(registered, setting(AT))
      .when(tell, AT + HOUR)
      .makes(setting(AT + HOUR));
    given(registered).when(tell).onlyOnce();
  });
  it('is silent for the hour also when the password was changed since', () => {
    given(registered, setting(AT), changed('owner'))
      .when(tell, AT + HOUR - 1)
      .nothing();
  });
  it('mails it however many links the owner has just asked for, and takes one of their three', () => {
    const two = [resetRequested('l-1'), resetRequested('l-2')];
    given(registered, ...two, resetRequested('l-3'))
      .when(tell)
      .makes(setting(AT));
    given(registered, ...two, setting(AT))
      .when(new RequestPasswordReset('a-1', { linkRecord: 'link-4', expiresAt }, metadata))
      .nothing();
  });
  it('is given no second password: the link of that mail resets the one there is', () => {
    given(registered, verified(), setting(AT))
      .when(new ResetPassword('a-1', { linkRecord: 'link-set', passwordRecord: 'pw-2' }, metadata))
      .makes(proven(), changed('reset'));
  });
});

describe('sessions that were ended', () => {
  const revoke = new RevokeSessions('a-1', { reason: 'stolen laptop' }, metadata);
  const ended: AccountEvent = { type: 'SessionsRevoked', data: { tokenVersion: 1, reason: 'stolen laptop' } };

  it('are all there were: processed again, those that began since end as well', () => {
    given(registered).when(revoke).makes(ended);
    given(registered, ended)
      .when(revoke)
      .makes({ type: 'SessionsRevoked', data: { tokenVersion: 2, reason: 'stolen laptop' } });
  });
  it('leave the account all else: password and links', () => {
    const before = fold(registered, resetRequested('link-1'));
    expect(fold(registered, resetRequested('link-1'), ended)).toEqual({ ...before, tokenVersion: 1 });
  });
  it('stay ended: every event that ends some counts on from the one before', () => {
    given(registered, ended)
      .when(new ChangePassword('a-1', { current: 'pw-1', passwordRecord: 'pw-2' }, metadata))
      .makes(changed('owner', 'pw-2', 2));
  });
});

describe('mails that anybody can cause', () => {
  const times = [AT, AT + MINUTE, AT + 2 * MINUTE];
  const ask = (before: number[], later: number) => () => limit(before, MAILS, AT + later);

  it('are refused after the third, and say when the first of them is a quarter of an hour old', () => {
    const refusal = { code: 'too-many', kind: 'too-many' };
    expect(ask(times, 3 * MINUTE)).toThrow(expect.objectContaining({ ...refusal, retryAfter: 12 * 60 }));
    expect(ask(times, 15 * MINUTE - 1)).toThrow(expect.objectContaining({ ...refusal, retryAfter: 1 }));
    expect(ask(times, 15 * MINUTE)).not.toThrow();
    expect(ask(times.slice(1), 3 * MINUTE)).not.toThrow();
  });
});
