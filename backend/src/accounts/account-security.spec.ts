import { AT, DAY, decisions, MINUTE, origin } from '../platform/given.fixture.js';
import { mailRequested, registered, subject } from './account.fixture.js';
import { type AccountEvent, account } from './account.js';
import { holdsAddress, type LeftAddress, MoveEmail, RequestEmailMove, UndoEmailChange } from './account-address.js';
import {
  ChangePassword,
  type KnownToReader,
  ReplacePassword,
  RequestPasswordReset,
  ResetPassword,
} from './account-security.js';

const { given, fold } = decisions(account);
const expiresAt = AT + 30 * MINUTE;
const resetRequested = (linkRecord: string, requestedAt = AT): AccountEvent => ({
  type: 'PasswordResetRequested',
  data: { linkRecord, requestedAt, expiresAt },
});
const changed = (by: 'owner' | 'reset' | 'operator', passwordRecord = 'pw-2', tokenVersion = 1): AccountEvent => ({
  type: 'PasswordChanged',
  data: { passwordRecord, by, tokenVersion },
});
const verified = (emailKey = 'key-ada'): AccountEvent => ({ type: 'EmailVerified', data: { emailKey } });
const proven = (more: object = {}): AccountEvent => ({
  type: 'EmailVerified',
  data: { emailKey: 'key-ada', tokenVersion: 1, ...more },
});

describe('changing the password', () => {
  const change = new ChangePassword('a-1', { current: 'pw-1', passwordRecord: 'pw-2' }, origin);

  it('ends all sessions and tells the owner', () => {
    given(registered).when(change).makes(changed('owner'), mailRequested('password-changed', 1));
  });
  it('is refused when another change was faster', () => {
    given(registered, changed('owner', 'pw-9')).when(change).refused('password-changed', 'conflict');
  });
});

describe('a password that the operator sets', () => {
  it('ends sessions, and every link that leads elsewhere', () => {
    given(registered)
      .when(new ReplacePassword('a-1', { passwordRecord: 'pw-2' }, origin))
      .makes(changed('operator'), mailRequested('password-changed', 1));
    expect(fold(registered, resetRequested('link-1'), changed('operator')).resets).toEqual([]);
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
});

describe('moving to another e-mail address', () => {
  const expiresAt = AT + 7 * DAY;
  const personal = { email: 'ada@new.example' };
  const ask = (linkRecord = 'link-move', emailKey = 'key-new') =>
    new RequestEmailMove('a-1', { emailKey, linkRecord, expiresAt, personal }, origin);
  const asked = (linkRecord = 'link-move', requestedAt = AT): AccountEvent => ({
    type: 'EmailMoveRequested',
    data: { emailKey: 'key-new', linkRecord, requestedAt, expiresAt, personal },
    subject,
  });
  const left = { emailKey: 'key-ada', linkRecord: 'link-undo', until: AT + 3 * DAY };
  const knows = { passwordRecord: 'pw-1' };
  const move = (by: KnownToReader = knows, linkRecord = 'link-move') =>
    new MoveEmail('a-1', { linkRecord, left, by, personal }, origin);
  const moved = (from: LeftAddress | null, tokenVersion = 1): AccountEvent => ({
    type: 'EmailMoved',
    data: { emailKey: 'key-new', left: from, tokenVersion, personal },
    subject,
  });

  it('is pending and mails the new address alone; the login stays', () => {
    given(registered)
      .when(ask())
      .makes(asked(), mailRequested('move-email', 1, 'link-move'));
    const state = fold(registered, verified(), asked());
    expect([state.emailKey, state.emailVerified, holdsAddress(state, 'key-new', AT)]).toEqual(['key-ada', true, false]);
  });
  it('can be asked for five times an hour', () => {
    const five = Array.from({ length: 5 }, (_, minute) => asked(`link-${minute}`, AT + minute * MINUTE));
    given(registered, ...five)
      .when(ask(), AT + 59 * MINUTE)
      .refused('too-many', 'too-many');
    given(registered, ...five)
      .when(ask(), AT + 60 * MINUTE)
      .makes(asked('link-move', AT + 60 * MINUTE), mailRequested('move-email', 1, 'link-move', AT + 60 * MINUTE));
  });
  it('moves a proven login and tells the address that is left, which can undo it', () => {
    given(registered, verified(), asked())
      .when(move())
      .makes(moved(left), mailRequested('email-changed-undo', 1, 'link-undo'));
    const state = fold(registered, verified(), asked(), moved(left));
    expect(state).toMatchObject({
      emailKey: 'key-new',
      emailVerified: true,
      tokenVersion: 1,
      pending: null,
      left: [left],
    });
  });
  it('leaves an address that was never proven without an undo link', () => {
    given(registered, asked()).when(move()).makes(moved(null));
  });
  it('is decided once, in time, and by the last link alone', () => {
    given(registered, asked(), moved(null)).when(move()).refused('link-over', 'gone');
    given(registered, asked()).when(move(), expiresAt).refused('link-over', 'gone');
    given(registered, asked(), asked('link-2')).when(move()).refused('link-over', 'gone');
  });
  it('is refused when the reader’s password or session ended in the meantime', () => {
    given(registered, asked())
      .when(move({ passwordRecord: 'pw-0' }))
      .refused('password-changed', 'conflict');
    const revoked: AccountEvent = { type: 'SessionsRevoked', data: { tokenVersion: 3, reason: 'test' } };
    given(registered, asked(), revoked)
      .when(move({ tokenVersion: 2 }))
      .refused('password-changed', 'conflict');
    given(registered, asked(), revoked)
      .when(move({ tokenVersion: 3 }))
      .makes(moved(null, 4));
  });
  it.each<[string, AccountEvent]>([
    ['a proof of the address that logs in', proven()],
    ['a new password', changed('owner')],
    ['a reset', changed('reset')],
    ['the operator', changed('operator')],
  ])('is ended by %s', (_, event) => {
    given(registered, asked(), event).when(move()).refused('link-over', 'gone');
  });
  it('ends reset links that went to the old address', () => {
    expect(fold(registered, resetRequested('link-1'), asked(), moved(null)).resets).toEqual([]);
  });
});

describe('a move that a log from before tells of: it was one at once', () => {
  const until = AT + 3 * DAY;
  const left = { emailKey: 'key-ada', linkRecord: 'link-undo', until };
  const personal = { email: 'ada@new.example' };
  const moved: AccountEvent = { type: 'DetailsChanged', data: { emailKey: 'key-new', left, personal }, subject };
  const undo = new UndoEmailChange('a-1', { linkRecord: 'link-undo', personal: { email: 'ada@example.com' } }, origin);

  it('stays one, and its undo link outlives proofs of before', () => {
    const before = fold(registered, verified(), moved, verified('key-new'), changed('reset'));
    expect(before).toMatchObject({ emailKey: 'key-new', emailVerified: true, left: [left] });
  });
  it('is undone by nobody once the address is proven today, or the operator has set a password', () => {
    const today: AccountEvent = { type: 'EmailVerified', data: { emailKey: 'key-new', tokenVersion: 1 } };
    given(registered, moved, today).when(undo).refused('link-over', 'gone');
    given(registered, moved, changed('operator')).when(undo).refused('link-over', 'gone');
  });
  it('is undone through the link: the old address logs in again and every session ends', () => {
    const back = { emailKey: 'key-ada', left: null, personal: { email: 'ada@example.com' } };
    given(registered, moved)
      .when(undo)
      .makes({ type: 'DetailsChanged', data: back, subject }, verified(), {
        type: 'SessionsRevoked',
        data: { tokenVersion: 1, reason: 'email-change-undone' },
      });
  });
  it('is not undone twice, nor after three days', () => {
    const back: AccountEvent = {
      type: 'DetailsChanged',
      data: { emailKey: 'key-ada', left: null, personal: { email: 'ada@example.com' } },
      subject,
    };
    given(registered, moved, back).when(undo).refused('link-over', 'gone');
    given(registered, moved).when(undo, until).refused('link-over', 'gone');
  });
  it('leaves the first owner the last word when a thief moves on', () => {
    const further: AccountEvent = {
      type: 'DetailsChanged',
      data: {
        emailKey: 'key-third',
        left: { emailKey: 'key-new', linkRecord: 'link-thief', until },
        personal: { email: 'third@new.example' },
      },
      subject,
    };
    const backToThief: AccountEvent = {
      type: 'DetailsChanged',
      data: { emailKey: 'key-new', left: null, personal },
      subject,
    };
    const thief = new UndoEmailChange('a-1', { linkRecord: 'link-thief', personal }, origin);
    const backHome = fold(registered, moved, further, backToThief);
    expect(backHome.left.map(({ linkRecord }) => linkRecord)).toEqual(['link-undo']);
    given(registered, moved, further, {
      type: 'DetailsChanged',
      data: { emailKey: 'key-ada', left: null, personal: { email: 'ada@example.com' } },
      subject,
    })
      .when(thief)
      .refused('link-over', 'gone');
  });
});
