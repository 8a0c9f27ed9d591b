import { Command, type CommandOf, Refused, unreachable } from '../../event-sourcing/decider.js';
import {
  type Address,
  type AddressProven,
  assertCurrent,
  type Credential,
  type Ends,
  linkOver,
  MAILS,
  named,
  newPassword,
  proven,
  type SecurityEvent,
  type SecurityState,
} from './account-security.js';

export interface Details {
  name: string;
  email: string;
  phone: string;
}
/** An earlier address, which its link restores until `until` (ms UTC). */
export interface LeftAddress {
  emailKey: string;
  linkRecord: string;
  until: number;
  stood: Entry;
}
export interface Entry {
  passwordRecord: string | null;
  codes: { record: string; recovery: string } | null;
}
/** An unverified new address neither logs in nor blocks others. Times are ms UTC. */
interface PendingMove {
  emailKey: string;
  linkRecord: string;
  requestedAt: number;
  expiresAt: number;
}
type NewAddress = { emailKey: string; left: LeftAddress | null; personal: { email: string } };

export type AddressEvent =
  | { type: 'DetailsChanged'; data: { emailKey: string; personal: Partial<Details> }; subject: string }
  | AddressProven
  | { type: 'VerificationRequested'; data: { linkRecord: string; requestedAt: number } }
  | { type: 'AccountEmptied'; data: Record<string, never> }
  | { type: 'EmailMoveRequested'; data: PendingMove & { personal: { email: string } }; subject: string }
  /** `left` is null when the old address was neither verified nor set by an operator */
  | { type: 'EmailMoved'; data: Ends & NewAddress; subject: string }
  | { type: 'OrdersJoined'; data: { orders: number } };

export class VerifyEmail extends Command<{ emailKey: string; by: Credential | { newPasswordRecord: string } }> {
  readonly type = 'VerifyEmail';
}
export class RecordEmptied extends Command<Record<string, never>> {
  readonly type = 'RecordEmptied';
}
export class RecordOrdersJoined extends Command<{ orders: number; emailKey: string }> {
  readonly type = 'RecordOrdersJoined';
}
export class RequestVerification extends Command<{ emailKey: string; linkRecord: string }> {
  readonly type = 'RequestVerification';
}
export class RequestEmailMove extends Command<{
  emailKey: string;
  linkRecord: string;
  expiresAt: number;
  personal: { email: string };
}> {
  readonly type = 'RequestEmailMove';
}
export class MoveEmail extends Command<{
  linkRecord: string;
  left: Omit<LeftAddress, 'stood'>;
  codes: Entry['codes'];
  by: Credential;
  personal: { email: string };
}> {
  readonly type = 'MoveEmail';
}
/** `newPasswordRecord` null keeps the password, unless it was set after the move. */
export class UndoEmailChange extends Command<{
  linkRecord: string;
  newPasswordRecord: string | null;
  personal: { email: string };
}> {
  readonly type = 'UndoEmailChange';
}
export const addressCommands = {
  VerifyEmail,
  RecordEmptied,
  RecordOrdersJoined,
  RequestVerification,
  RequestEmailMove,
  MoveEmail,
  UndoEmailChange,
};
export type AddressCommand = CommandOf<typeof addressCommands>;

export interface AddressState extends Address {
  left: readonly LeftAddress[];
  pending: PendingMove | null;
  /** data entered before this time is still to be removed, ms UTC */
  emptying: number | null;
  joining: boolean;
  /** ms UTC */
  verificationsRequestedAt: readonly number[];
  /** ms UTC */
  movesRequestedAt: readonly number[];
}

/** What an address is decided on: also the password and the sessions that its move ends. */
type Facts = AddressState & SecurityState;
type Decided = (AddressEvent | SecurityEvent)[];

/** Whether the address is barred for others: it logs in, or its link can restore it. `now`: ms UTC */
export function holdsAddress(state: AddressState, emailKey: string, now: number): boolean {
  return state.emailKey === emailKey || state.left.some((left) => left.emailKey === emailKey && left.until > now);
}

const MOVES = { max: 5, within: 3_600_000 };

export function decideAddress(command: AddressCommand, state: Facts, now: number, subject: string): Decided {
  switch (command.type) {
    case 'VerifyEmail':
      return verify(command.data, state, now);
    case 'RecordEmptied':
      return state.emptying === null ? [] : [{ type: 'AccountEmptied', data: {} }];
    case 'RecordOrdersJoined':
      return joined(command.data, state);
    case 'RequestVerification':
      return requestVerification(command.data, state, now);
    case 'RequestEmailMove': {
      limit(state.movesRequestedAt, MOVES, now);
      const data = { ...command.data, requestedAt: now };
      return [{ type: 'EmailMoveRequested', data, subject }];
    }
    case 'MoveEmail':
      return moveEmail(command.data, state, now, subject);
    case 'UndoEmailChange':
      return undo(command.data, state, now, subject);
    default:
      return unreachable(command);
  }
}

function verify({ emailKey, by }: VerifyEmail['data'], state: Facts, now: number): Decided {
  if (state.emailVerified || emailKey !== state.emailKey) throw linkOver();
  if ('newPasswordRecord' in by) {
    return [proven(state, false, now), ...newPassword(by.newPasswordRecord, 'reset', state)];
  }
  assertCurrent(by, state);
  return [proven(state, true, now)];
}

function requestVerification(
  { emailKey, linkRecord }: RequestVerification['data'],
  state: Facts,
  now: number,
): Decided {
  if (state.emailVerified || emailKey !== state.emailKey) return [];
  limit(state.verificationsRequestedAt, MAILS, now);
  return [verificationRequested(linkRecord, now)];
}

export function verificationRequested(linkRecord: string, now: number): AddressEvent {
  return { type: 'VerificationRequested', data: { linkRecord, requestedAt: now } };
}

/** @throws Refused 'too-many' at `max` requests since `now - within` (ms) */
export function limit(times: readonly number[], { max, within }: { max: number; within: number }, now: number): void {
  const recent = times.filter((at) => at > now - within);
  const [oldest] = recent;
  if (!oldest || recent.length < max) return;
  const wait = Math.ceil((oldest - (now - within)) / 1_000);
  const text = 'We just emailed you. Check your spam folder, or try again later.';
  throw new Refused('too-many', 'too-many', text, wait);
}

function moveEmail(
  { linkRecord, left, codes, by, personal }: MoveEmail['data'],
  state: Facts,
  now: number,
  subject: string,
): Decided {
  const { pending, passwordRecord, tokenVersion } = state;
  if (pending?.linkRecord !== linkRecord || pending.expiresAt <= now) throw linkOver();
  assertCurrent(by, state);
  if (left.emailKey !== state.emailKey) {
    throw new Refused('email-changed', 'conflict', 'The email address was changed in the meantime.');
  }
  const { emailKey } = pending;
  const isSomebodys = state.emailVerified || state.madeBy === 'operator';
  const data = {
    emailKey,
    left: isSomebodys ? { ...left, stood: { passwordRecord, codes } } : null,
    tokenVersion: tokenVersion + 1,
    personal,
  };
  return [{ type: 'EmailMoved', data, subject }];
}

/** The reader of the old address's mail is trusted: the address logs in again and all sessions end. */
function undo(
  { linkRecord, newPasswordRecord, personal }: UndoEmailChange['data'],
  state: Facts,
  now: number,
  subject: string,
): Decided {
  const { emailKey, stood } = openUndo(state, linkRecord, now);
  const tokenVersion = state.tokenVersion + 1;
  const isSetSince = state.passwordRecord !== null && state.passwordRecord !== stood.passwordRecord;
  const revoked: Decided = isSetSince ? [{ type: 'PasswordRevoked', data: { tokenVersion } }] : [];
  return [
    { type: 'DetailsChanged', data: { emailKey, personal }, subject },
    { type: 'EmailVerified', data: { emailKey, tokenVersion } },
    { type: 'SessionsRevoked', data: { tokenVersion, reason: 'email-change-undone' } },
    ...(newPasswordRecord === null ? revoked : newPassword(newPasswordRecord, 'reset', state)),
  ];
}

/** @throws Refused 'link-over' */
export function openUndo(state: AddressState, linkRecord: string, now: number): LeftAddress {
  const link = state.left.find((left) => left.linkRecord === linkRecord);
  if (!link || link.until <= now) throw linkOver();
  return link;
}

/** After another move the orders of the newer address still have to join. */
function joined({ orders, emailKey }: RecordOrdersJoined['data'], state: Facts): Decided {
  return state.joining && emailKey === state.emailKey ? [{ type: 'OrdersJoined', data: { orders } }] : [];
}

/** `card`: was entered by whoever is not the owner of the address */
export function evolveAddress<State extends Facts & { card: object | null }>(state: State, event: AddressEvent): State {
  switch (event.type) {
    case 'DetailsChanged':
      return event.data.emailKey === state.emailKey ? state : moved(state, event.data.emailKey, null);
    case 'EmailVerified':
      return verified(state, event.data);
    case 'VerificationRequested': {
      const { linkRecord, requestedAt } = event.data;
      const verificationsRequestedAt = [...state.verificationsRequestedAt, requestedAt].slice(-MAILS.max);
      return { ...state, verificationsRequestedAt, records: named(state, 'link', linkRecord) };
    }
    case 'AccountEmptied':
      return { ...state, emptying: null };
    case 'OrdersJoined':
      return { ...state, joining: false };
    case 'EmailMoveRequested': {
      const records = named(state, 'link', event.data.linkRecord);
      const movesRequestedAt = [...state.movesRequestedAt, event.data.requestedAt].slice(-MOVES.max);
      return { ...state, pending: event.data, movesRequestedAt, records };
    }
    case 'EmailMoved': {
      const { emailKey, left, tokenVersion } = event.data;
      const records = left ? named(state, 'link', left.linkRecord) : state.records;
      return { ...moved(state, emailKey, left), emailVerified: true, tokenVersion, joining: true, records };
    }
    default:
      return unreachable(event);
  }
}

function verified<State extends Facts & { card: object | null }>(
  state: State,
  { emailKey, tokenVersion, emptied }: Extract<AddressEvent, { type: 'EmailVerified' }>['data'],
): State {
  const emailVerified = state.emailVerified || emailKey === state.emailKey;
  const ended = { ...state, emailVerified, joining: true, tokenVersion, pending: null };
  return emptied === undefined ? ended : { ...ended, card: null, emptying: emptied };
}

/** Returning to an earlier address ends its link and all later ones, but not the earlier ones. */
function moved<State extends Facts>(state: State, emailKey: string, left: LeftAddress | null): State {
  const back = state.left.findIndex((earlier) => earlier.emailKey === emailKey);
  const remaining = left === null && back >= 0 ? state.left.slice(0, back) : state.left;
  return {
    ...state,
    emailKey,
    emailVerified: false,
    resets: [],
    pending: null,
    left: left ? [...remaining, left] : remaining,
  };
}
