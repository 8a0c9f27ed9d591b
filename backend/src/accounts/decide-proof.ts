import { Refused } from '../platform/decider.js';
import type { AccountEvent, AccountState } from './account.js';
import type {
  KnownToReader,
  MoveEmail,
  RequestEmailMove,
  RequestPasswordReset,
  RequestVerification,
  ResetPassword,
  UndoEmailChange,
  VerifyEmail,
} from './account-commands.js';
import { limit, linkOver, mail, newPassword } from './made-events.js';

/** Mails of one kind that anybody can cause: so many in so long, ms. */
const MAILS = { max: 3, within: 15 * 60_000 };
const MOVES = { max: 5, within: 3_600_000 };

/** Whoever follows a mailed link has proven the address: what others hold on to the account ends with that. */
function proven(state: AccountState, knowsPassword: boolean, now: number): AccountEvent {
  const { emailKey, emailVerified, tokenVersion, mails } = state;
  // Whom the operator made was never asked; nobody can have been there before them.
  const wasAsked = mails.some(({ kind }) => kind === 'verify-email');
  const isEmptied = !emailVerified && !knowsPassword && wasAsked;
  const data = { emailKey, tokenVersion: tokenVersion + 1, ...(isEmptied ? { emptied: now } : {}) };
  return { type: 'EmailVerified', data };
}

/** @throws Refused when what the reader knew has ended in the meantime */
function stillKnown(by: KnownToReader, { passwordRecord, tokenVersion }: AccountState): void {
  const known = 'passwordRecord' in by ? by.passwordRecord === passwordRecord : by.tokenVersion >= tokenVersion;
  if (!known) throw new Refused('password-changed', 'conflict', 'The password was changed in the meantime.');
}

export function verify({ emailKey, by }: VerifyEmail['data'], state: AccountState, now: number): AccountEvent[] {
  if (state.emailVerified || emailKey !== state.emailKey) throw linkOver();
  if ('newPasswordRecord' in by) {
    return [proven(state, false, now), ...newPassword(by.newPasswordRecord, 'reset', state, now)];
  }
  stillKnown(by, state);
  return [proven(state, true, now)];
}

/** The mail that registration sent counts as well: there is no need for another one before it can have arrived. */
export function requestVerification(
  { emailKey, linkRecord }: RequestVerification['data'],
  state: AccountState,
  now: number,
): AccountEvent[] {
  if (state.emailVerified || emailKey !== state.emailKey) return [];
  const asked = state.mails.filter(({ kind }) => kind === 'verify-email').map(({ requestedAt }) => requestedAt);
  limit(asked, MAILS, now);
  return [mail(state, 'verify-email', linkRecord, now)];
}

export function requestMove(
  { emailKey, linkRecord, expiresAt, personal }: RequestEmailMove['data'],
  state: AccountState,
  now: number,
  subject: string,
): AccountEvent[] {
  limit(state.movesAsked, MOVES, now);
  const data = { emailKey, linkRecord, requestedAt: now, expiresAt, personal };
  return [{ type: 'EmailMoveRequested', data, subject }, mail(state, 'move-email', linkRecord, now)];
}

/** The login moves. The address before is told and can undo it, but only if it was somebody's who had proven it. */
export function moveEmail(
  { linkRecord, left, by, personal }: MoveEmail['data'],
  state: AccountState,
  now: number,
  subject: string,
): AccountEvent[] {
  const { pending, emailVerified, tokenVersion } = state;
  if (pending?.linkRecord !== linkRecord || pending.expiresAt <= now) throw linkOver();
  stillKnown(by, state);
  if (left.emailKey !== state.emailKey) {
    throw new Refused('email-changed', 'conflict', 'The e-mail address was changed in the meantime.');
  }
  const { emailKey } = pending;
  const data = { emailKey, left: emailVerified ? left : null, tokenVersion: tokenVersion + 1, personal };
  const told = emailVerified ? [mail(state, 'email-changed-undo', left.linkRecord, now)] : [];
  return [{ type: 'EmailMoved', data, subject }, ...told];
}

/** Whoever reads the old address's mail is believed: it is the login again, and whoever else is signed in is out. */
export function undo(
  { linkRecord, personal }: UndoEmailChange['data'],
  state: AccountState,
  now: number,
  subject: string,
): AccountEvent[] {
  const link = state.left.find((left) => left.linkRecord === linkRecord);
  if (!link || link.until <= now) throw linkOver();
  const { emailKey } = link;
  return [
    { type: 'DetailsChanged', data: { emailKey, left: null, personal }, subject },
    { type: 'EmailVerified', data: { emailKey } },
    { type: 'SessionsRevoked', data: { tokenVersion: state.tokenVersion + 1, reason: 'email-change-undone' } },
  ];
}

export function requestReset(link: RequestPasswordReset['data'], state: AccountState, now: number): AccountEvent[] {
  const recent = state.resets.filter(({ requestedAt }) => requestedAt > now - MAILS.within);
  return recent.length >= MAILS.max ? [] : mailReset('password-reset', link, state, now);
}

export function mailReset(
  kind: 'password-reset' | 'already-registered',
  { linkRecord, expiresAt }: RequestPasswordReset['data'],
  state: AccountState,
  now: number,
): AccountEvent[] {
  const data = { linkRecord, requestedAt: now, expiresAt };
  return [{ type: 'PasswordResetRequested', data }, mail(state, kind, linkRecord, now)];
}

export function reset(
  { linkRecord, passwordRecord }: ResetPassword['data'],
  state: AccountState,
  now: number,
): AccountEvent[] {
  const link = state.resets.find((one) => one.linkRecord === linkRecord);
  if (!link || link.expiresAt <= now) throw linkOver();
  return [proven(state, false, now), ...newPassword(passwordRecord, 'reset', state, now)];
}
