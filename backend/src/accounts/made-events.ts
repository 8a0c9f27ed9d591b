import { Refused } from '../platform/decider.js';
import type { AccountEvent, AccountMailKind, AccountState } from './account.js';

/** A mail is to be sent; `linkRecord` names the link in it. */
export function mail(state: AccountState, kind: AccountMailKind, linkRecord: string | null, now: number): AccountEvent {
  const mailId = `${kind}-${state.mails.length + 1}`;
  return { type: 'MailRequested', data: { mailId, kind, linkRecord, requestedAt: now } };
}

export function newPassword(
  passwordRecord: string,
  by: 'owner' | 'reset' | 'operator',
  state: AccountState,
  now: number,
): AccountEvent[] {
  const data = { passwordRecord, by, tokenVersion: state.tokenVersion + 1 };
  return [{ type: 'PasswordChanged', data }, mail(state, 'password-changed', null, now)];
}

export function linkOver(): Refused {
  return new Refused('link-over', 'gone', 'This link was used already or is too old.');
}

/** @throws Refused 'too-many' when as many as may be were asked for since `now - within` (ms) */
export function limit(asked: readonly number[], { max, within }: { max: number; within: number }, now: number): void {
  const recent = asked.filter((at) => at > now - within);
  const [oldest] = recent;
  if (!oldest || recent.length < max) return;
  const wait = Math.ceil((oldest - (now - within)) / 1_000);
  const text = 'We mailed you just now. Look into your spam folder, or try later.';
  throw new Refused('too-many', 'too-many', text, wait);
}
