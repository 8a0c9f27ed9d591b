import {
  card,
  changed,
  emailMoved,
  madeByOperator,
  proven,
  registered,
  resetRequested,
  stood,
  subject,
  verificationRequested,
  verified,
} from '@supreme-access/test/fixtures/account.js';
import { AT, DAY, decisions, MINUTE, metadata } from '@supreme-access/test/fixtures/decider-test-kit.js';
import { type AccountEvent, account } from './account.js';
import {
  holdsAddress,
  type LeftAddress,
  MoveEmail,
  RecordEmptied,
  RecordOrdersJoined,
  RequestEmailMove,
  RequestVerification,
  UndoEmailChange,
  VerifyEmail,
} from './account-address.js';
import type { Credential } from './account-security.js';

const { given, fold } = decisions(account);
describe('confirming the address', () => {
  const verify = new VerifyEmail('a-1', { emailKey: 'key-ada', by: { passwordRecord: 'pw-1' } }, metadata);
  it('verifies the address that logs in and ends what others hold on to', () => {
    given(registered).when(verify).makes(proven());
    const left = { emailKey: 'key-old', linkRecord: 'link-undo', until: AT + DAY, stood };
    const before = { ...registered, data: { ...registered.data, emailKey: 'key-old' } } as AccountEvent;
    expect(fold(before, emailMoved('key-ada', left), proven())).toMatchObject({
      emailVerified: true,
      tokenVersion: 1,
      left: [left],
    });
  });
  it('does it for somebody who sets a new password, and leaves nothing of who registered', () => {
    given(registered, verificationRequested(), { type: 'CardSaved', data: card })
      .when(new VerifyEmail('a-1', { emailKey: 'key-ada', by: { newPasswordRecord: 'pw-2' } }, metadata))
      .makes(proven({ emptied: AT }), {
        type: 'PasswordChanged',
        data: { passwordRecord: 'pw-2', by: 'reset', tokenVersion: 1 },
      });
    const state = fold(registered, { type: 'CardSaved', data: card }, proven({ emptied: AT }));
    expect([state.card, state.emptying, state.customers]).toEqual([null, AT, ['cus_1']]);
  });
  it('is finished once what was entered before has gone, which is recorded once', () => {
    const record = new RecordEmptied('a-1', {}, metadata);
    given(registered, proven({ emptied: AT }))
      .when(record)
      .makes({ type: 'AccountEmptied', data: {} });
    given(registered, proven({ emptied: AT }))
      .when(record)
      .onlyOnce();
  });
  it('is refused a second time, and for an address that does not log in', () => {
    given(registered, verified()).when(verify).refused('link-over', 'gone');
    given(registered)
      .when(new VerifyEmail('a-1', { emailKey: 'key-old', by: { passwordRecord: 'pw-1' } }, metadata))
      .refused('link-over', 'gone');
  });
  it('is refused for an account that does not exist', () => {
    given().when(verify).refused('not-found', 'not-found');
  });
});

describe('asking for the mail that confirms the address once more', () => {
  const again = new RequestVerification('a-1', { emailKey: 'key-ada', linkRecord: 'link-2' }, metadata);
  const first = verificationRequested();
  const second = verificationRequested('link-2', AT + MINUTE);
  const third = verificationRequested('link-3', AT + 2 * MINUTE);

  it('sends it with a new link', () => {
    given(registered, first)
      .when(again, AT + MINUTE)
      .makes(second);
  });
  it('sends nothing once the address is verified(), or another one logs in', () => {
    given(registered, first, verified()).when(again).nothing();
    given(registered, first)
      .when(new RequestVerification('a-1', { emailKey: 'key-old', linkRecord: 'link-2' }, metadata))
      .nothing();
  });
  it('is refused after three in a quarter of an hour', () => {
    given(registered, first, second, third)
      .when(again, AT + 3 * MINUTE)
      .refused('too-many', 'too-many');
    given(registered, first, second, third)
      .when(again, AT + 15 * MINUTE + 1)
      .makes(verificationRequested('link-2', AT + 15 * MINUTE + 1));
  });
});

describe('moving to another email address', () => {
  const expiresAt = AT + 7 * DAY;
  const personal = { email: 'ada@new.example' };
  const ask = (linkRecord = 'link-move', emailKey = 'key-new') =>
    new RequestEmailMove('a-1', { emailKey, linkRecord, expiresAt, personal }, metadata);
  const requested = (linkRecord = 'link-move', requestedAt = AT): AccountEvent => ({
    type: 'EmailMoveRequested',
    data: { emailKey: 'key-new', linkRecord, requestedAt, expiresAt, personal },
    subject,
  });
  const gone = { emailKey: 'key-ada', linkRecord: 'link-undo', until: AT + 3 * DAY };
  const codes = { record: 'totp-1', recovery: 'codes-1' };
  const left = { ...gone, stood: { passwordRecord: 'pw-1', codes } };
  const knows = { passwordRecord: 'pw-1' };
  const move = (by: Credential = knows, linkRecord = 'link-move') =>
    new MoveEmail('a-1', { linkRecord, left: gone, codes, by, personal }, metadata);
  const moved = (from: LeftAddress | null, tokenVersion = 1): AccountEvent => ({
    type: 'EmailMoved',
    data: { emailKey: 'key-new', left: from, tokenVersion, personal },
    subject,
  });

  it('is pending and mails the new address alone; the login stays', () => {
    given(registered).when(ask()).makes(requested());
    const state = fold(registered, verified(), requested());
    expect([state.emailKey, state.emailVerified, holdsAddress(state, 'key-new', AT)]).toEqual(['key-ada', true, false]);
  });
  it('can be asked for five times an hour', () => {
    const five = Array.from({ length: 5 }, (_, minute) => requested(`link-${minute}`, AT + minute * MINUTE));
    given(registered, ...five)
      .when(ask(), AT + 59 * MINUTE)
      .refused('too-many', 'too-many');
    given(registered, ...five)
      .when(ask(), AT + 60 * MINUTE)
      .makes(requested('link-move', AT + 60 * MINUTE));
  });
  it('moves a proven login and mails the address that is left, which can undo it', () => {
    given(registered, verified(), requested()).when(move()).makes(moved(left));
    const state = fold(registered, verified(), requested(), moved(left));
    expect(state).toMatchObject({
      emailKey: 'key-new',
      emailVerified: true,
      tokenVersion: 1,
      pending: null,
      left: [left],
    });
  });
  it('leaves an address that was never proven without an undo link, unless an operator made the account', () => {
    given(registered, requested()).when(move()).makes(moved(null));
    given(madeByOperator, requested()).when(move()).makes(moved(left));
  });
  it('is undone within its time, whatever was proven since', () => {
    const far = [registered, verified(), requested(), moved(left)];
    const since: AccountEvent = { type: 'EmailVerified', data: { emailKey: 'key-new', tokenVersion: 2 } };
    const home = { email: 'ada@example.com' };
    const undo = (newPasswordRecord: string | null) =>
      new UndoEmailChange('a-1', { linkRecord: 'link-undo', newPasswordRecord, personal: home }, metadata);
    const back = (tokenVersion: number): AccountEvent[] => [
      { type: 'DetailsChanged', data: { emailKey: 'key-ada', personal: home }, subject },
      verified('key-ada', tokenVersion),
      { type: 'SessionsRevoked', data: { tokenVersion, reason: 'email-change-undone' } },
    ];
    given(...far)
      .when(undo(null))
      .makes(...back(2));
    given(...far, since, changed('reset', 'pw-2', 2))
      .when(undo(null))
      .makes(...back(3), { type: 'PasswordRevoked', data: { tokenVersion: 3 } });
    given(...far, since, changed('reset', 'pw-2', 2))
      .when(undo('pw-3'))
      .makes(...back(3), changed('reset', 'pw-3', 3));
    given(...far)
      .when(undo(null), gone.until)
      .refused('link-over', 'gone');
    const ended = fold(...far, since, ...back(3), { type: 'PasswordRevoked', data: { tokenVersion: 3 } });
    expect(ended).toMatchObject({ emailKey: 'key-ada', passwordRecord: null, tokenVersion: 3, left: [] });
  });
  it('is decided once, in time, and by the last link alone', () => {
    given(registered, requested(), moved(null)).when(move()).refused('link-over', 'gone');
    given(registered, requested()).when(move(), expiresAt).refused('link-over', 'gone');
    given(registered, requested(), requested('link-2')).when(move()).refused('link-over', 'gone');
  });
  it('is refused when the reader’s password or session ended in the meantime', () => {
    given(registered, requested())
      .when(move({ passwordRecord: 'pw-0' }))
      .refused('password-changed', 'conflict');
    const revoked: AccountEvent = { type: 'SessionsRevoked', data: { tokenVersion: 3, reason: 'test' } };
    given(registered, requested(), revoked)
      .when(move({ tokenVersion: 2 }))
      .refused('password-changed', 'conflict');
    given(registered, requested(), revoked)
      .when(move({ tokenVersion: 3 }))
      .makes(moved(null, 4));
  });
  it.each<[string, AccountEvent]>([
    ['a proof of the address that logs in', proven()],
    ['a new password', changed('owner')],
    ['a reset', changed('reset')],
    ['the operator', changed('operator')],
  ])('is ended by %s', (_, event) => {
    given(registered, requested(), event).when(move()).refused('link-over', 'gone');
  });
  it('ends reset links that went to the old address', () => {
    expect(fold(registered, resetRequested('link-1'), requested(), moved(null)).resets).toEqual([]);
  });
});

describe('an address that was left', () => {
  it('has the last word of its first owner when a thief moves on', () => {
    const until = AT + 3 * DAY;
    const left = (emailKey: string, linkRecord: string) => ({ emailKey, linkRecord, until, stood });
    const moves = [
      emailMoved('key-new', left('key-ada', 'link-undo')),
      emailMoved('key-third', left('key-new', 'link-thief'), 2),
    ];
    const back = (emailKey: string): AccountEvent => ({
      type: 'DetailsChanged',
      data: { emailKey, personal: {} },
      subject,
    });
    const backToThief = fold(registered, ...moves, back('key-new'));
    expect(backToThief.left.map(({ linkRecord }) => linkRecord)).toEqual(['link-undo']);
    const thief = { linkRecord: 'link-thief', newPasswordRecord: null, personal: { email: 'thief@new.example' } };
    given(registered, ...moves, back('key-ada'))
      .when(new UndoEmailChange('a-1', thief, metadata))
      .refused('link-over', 'gone');
  });
});

describe('the address an account holds', () => {
  const moved = emailMoved('key-new', { emailKey: 'key-ada', linkRecord: 'link-undo', until: AT + 3 * DAY, stood });

  it('is the one that logs in, and for three days the one that was left', () => {
    const state = fold(registered, moved);
    expect(holdsAddress(state, 'key-new', AT)).toBe(true);
    expect(holdsAddress(state, 'key-ada', AT + 3 * DAY - MINUTE)).toBe(true);
    expect(holdsAddress(state, 'key-ada', AT + 3 * DAY)).toBe(false);
  });
});

describe('orders that were made with a proven address', () => {
  const joined = (emailKey: string) => new RecordOrdersJoined('a-1', { orders: 2, emailKey }, metadata);

  it('have joined once, and not for an address that was left meanwhile', () => {
    given(registered, verified())
      .when(joined('key-ada'))
      .makesOnce({ type: 'OrdersJoined', data: { orders: 2 } });
    const data = {
      emailKey: 'key-new',
      left: null,
      tokenVersion: 1,
      personal: { email: 'a@new.example' },
    } as const;
    given(registered, verified(), { type: 'EmailMoved', data, subject }).when(joined('key-ada')).makes();
  });
});
