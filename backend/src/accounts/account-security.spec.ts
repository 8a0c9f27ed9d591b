import { mailRequested, registered, subject } from './account.fixture.js';
import type { AccountEvent } from './account.js';
import {
  ChangeEmail,
  ChangePassword,
  RequestPasswordReset,
  ResetPassword,
  UndoEmailChange,
} from './account-commands.js';
import { account } from './decide-account.js';
import { AT, DAY, decisions, MINUTE, origin } from './given.fixture.js';

const { given, fold } = decisions(account);
const expiresAt = AT + 30 * MINUTE;
const resetRequested = (linkRecord: string, requestedAt = AT): AccountEvent => ({
  type: 'PasswordResetRequested',
  data: { linkRecord, requestedAt, expiresAt },
});
const changed = (by: 'owner' | 'reset', passwordRecord = 'pw-2', tokenVersion = 1): AccountEvent => ({
  type: 'PasswordChanged',
  data: { passwordRecord, by, tokenVersion },
});
const verified = (emailKey = 'key-ada'): AccountEvent => ({ type: 'EmailVerified', data: { emailKey } });

describe('changing the password', () => {
  const change = new ChangePassword('a-1', { current: 'pw-1', passwordRecord: 'pw-2' }, origin);

  it('ends all sessions and tells the owner', () => {
    given(registered).when(change).makes(changed('owner'), mailRequested('password-changed', 1));
  });
  it('is refused when another change was faster', () => {
    given(registered, changed('owner', 'pw-9')).when(change).refused('password-changed', 'conflict');
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
  it('sets the new password through the link, which verifies the address too', () => {
    given(registered, resetRequested('link-1'))
      .when(reset)
      .makes(verified(), changed('reset'), mailRequested('password-changed', 1));
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

describe('changing the e-mail address', () => {
  const until = AT + 3 * DAY;
  const left = { emailKey: 'key-ada', linkRecord: 'link-undo', until };
  const personal = { email: 'ada@new.example' };
  const change = new ChangeEmail('a-1', { emailKey: 'key-new', left, verifyLink: 'link-verify', personal }, origin);
  const moved: AccountEvent = { type: 'DetailsChanged', data: { emailKey: 'key-new', left, personal }, subject };
  const undo = new UndoEmailChange('a-1', { linkRecord: 'link-undo', personal: { email: 'ada@example.com' } }, origin);

  it('moves the login at once, mails both addresses and forgets what the old one had confirmed', () => {
    given(registered, verified())
      .when(change)
      .makes(
        moved,
        mailRequested('email-changed-undo', 1, 'link-undo'),
        mailRequested('verify-email', 1, 'link-verify'),
      );
    expect(fold(registered, verified(), moved).emailVerified).toBe(false);
  });
  it('ends reset links that went to the old address', () => {
    expect(fold(registered, resetRequested('link-1'), moved).resets).toEqual([]);
  });
  it('is refused when another change was faster', () => {
    const other = { ...left, emailKey: 'key-other' };
    const late = new ChangeEmail('a-1', { emailKey: 'key-new', left: other, verifyLink: 'v', personal }, origin);
    given(registered).when(late).refused('email-changed', 'conflict');
  });
  it('keeps the login when only the spelling changes', () => {
    const spelt = { emailKey: 'key-ada', left: null, personal: { email: 'Ada@Example.com' } };
    given(registered)
      .when(new ChangeEmail('a-1', { ...spelt, verifyLink: 'v' }, origin))
      .makes({ type: 'DetailsChanged', data: spelt, subject });
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
