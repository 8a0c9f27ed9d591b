import type { BillingAddress } from '@supreme-access/contract/api-types.js';
import type { CardBrand } from '@supreme-access/contract/limits.js';
import type { Role } from '@supreme-access/contract/statuses.js';
import { unreachable } from '../platform/decider.js';

/** An account: who may sign in, how to reach them, and the card their fees are charged to. */

// ---- events

export interface Details {
  name: string;
  email: string;
  phone: string;
}
export interface SavedCard {
  customerId: string;
  paymentMethodId: string;
  brand: CardBrand | 'unknown';
  last4: string;
  /** 1-12 */
  month: number;
  year: number;
  fingerprint: string;
  /** wording the shopper agreed to */
  mandateVersion: string;
}
export type AccountMailKind =
  | 'verify-email'
  | 'password-reset'
  | 'already-registered'
  | 'move-email'
  | 'email-changed-undo'
  | 'password-changed'
  | 'account-erased';
/** The address an account has left: it can be had back through the link until then (ms UTC). */
export interface LeftAddress {
  emailKey: string;
  linkRecord: string;
  until: number;
}
/** Another address that has not been proven yet: it logs nobody in and is free for others. ms UTC */
export interface PendingMove {
  emailKey: string;
  linkRecord: string;
  requestedAt: number;
  expiresAt: number;
}
interface Ends {
  /** sessions that began under an older version are over */
  tokenVersion: number;
}
type Nothing = Record<string, never>;

export type AccountEvent =
  | {
      type: 'AccountRegistered';
      data: { emailKey: string; passwordRecord: string; roles: Role[]; termsVersion: string; personal: Details };
      subject: string;
    }
  | {
      type: 'EmailVerified';
      /**
       * with `tokenVersion` it also ends sessions, a pending move and all undo links; `emptied` (ms UTC): by somebody who did
       * not know the password, so what was entered before that time goes
       */
      data: { emailKey: string; tokenVersion?: number; emptied?: number };
    }
  /** card, billing address and profiles of whoever entered them before the address was proven are gone */
  | { type: 'AccountEmptied'; data: Nothing }
  | {
      type: 'DetailsChanged';
      /** `emailKey` of the address that logs in from now on */
      data: { emailKey: string; left: LeftAddress | null; personal: Partial<Details> };
      subject: string;
    }
  /** in place of an earlier one */
  | { type: 'EmailMoveRequested'; data: PendingMove & { personal: { email: string } }; subject: string }
  /** proven through the link mailed to it; `left` is null when the address before was never proven */
  | {
      type: 'EmailMoved';
      data: Ends & { emailKey: string; left: LeftAddress | null; personal: { email: string } };
      subject: string;
    }
  | { type: 'BillingAddressSet'; data: { personal: BillingAddress }; subject: string }
  | { type: 'CardSaved'; data: SavedCard }
  | { type: 'PasswordChanged'; data: Ends & { passwordRecord: string; by: 'owner' | 'reset' | 'operator' } }
  | { type: 'PasswordResetRequested'; data: { linkRecord: string; requestedAt: number; expiresAt: number } }
  | { type: 'SessionsRevoked'; data: Ends & { reason: string } }
  | { type: 'RoleGranted'; data: Ends & { role: Role } }
  | { type: 'RoleRevoked'; data: Ends & { role: Role } }
  | { type: 'ErasureRequested'; data: Ends }
  | {
      type: 'MailRequested';
      data: { mailId: string; kind: AccountMailKind; linkRecord: string | null; requestedAt: number };
    }
  | { type: 'MailSent'; data: { mailId: string } }
  /** Not written: its link has expired, or its account is closed. */
  | { type: 'MailSuppressed'; data: { mailId: string } }
  | { type: 'PersonalDataErased'; data: Nothing };

// ---- state

export interface RequestedMail {
  mailId: string;
  kind: AccountMailKind;
  linkRecord: string | null;
  /** ms UTC */
  requestedAt: number;
  /** sent or suppressed */
  ended: boolean;
}
export interface VaultRecord {
  kind: 'password' | 'link';
  id: string;
}
export interface AccountState {
  registered: boolean;
  /** HMAC of the address that logs in */
  emailKey: string;
  emailVerified: boolean;
  roles: readonly Role[];
  tokenVersion: number;
  passwordRecord: string | null;
  card: SavedCard | null;
  /** at Stripe, all that were ever made for this account */
  customers: readonly string[];
  /** unused reset links, oldest first */
  resets: readonly { linkRecord: string; requestedAt: number; expiresAt: number }[];
  /** addresses left behind, oldest first */
  left: readonly LeftAddress[];
  pending: PendingMove | null;
  /** what was entered before this has yet to go, ms UTC */
  emptying: number | null;
  /** when moves were asked for lately, ms UTC */
  movesAsked: readonly number[];
  mails: readonly RequestedMail[];
  /** every vault record an event has named */
  records: readonly VaultRecord[];
  /** its erasure was asked for: nobody signs in any more */
  closed: boolean;
  erased: boolean;
}

export const NO_ACCOUNT: AccountState = {
  registered: false,
  emailKey: '',
  emailVerified: false,
  roles: [],
  tokenVersion: 0,
  passwordRecord: null,
  card: null,
  customers: [],
  resets: [],
  left: [],
  pending: null,
  emptying: null,
  movesAsked: [],
  mails: [],
  records: [],
  closed: false,
  erased: false,
};

/** Addresses nobody else may register: the one that logs in and those that can still be had back. `now` is ms UTC. */
export function holdsAddress(state: AccountState, emailKey: string, now: number): boolean {
  return state.emailKey === emailKey || state.left.some((left) => left.emailKey === emailKey && left.until > now);
}

// ---- evolve

/** as many as are ever counted */
export const MOVES_REMEMBERED = 5;
const named = (state: AccountState, kind: VaultRecord['kind'], id: string) => [...state.records, { kind, id }];

export function evolveAccount(state: AccountState, event: AccountEvent): AccountState {
  switch (event.type) {
    case 'AccountRegistered': {
      const { emailKey, passwordRecord, roles } = event.data;
      const records = named(state, 'password', passwordRecord);
      return { ...state, registered: true, emailKey, passwordRecord, roles, records };
    }
    case 'EmailVerified':
      return verified(state, event.data);
    case 'AccountEmptied':
      return { ...state, emptying: null };
    case 'DetailsChanged':
      return event.data.emailKey === state.emailKey ? state : moved(state, event.data.emailKey, event.data.left);
    case 'EmailMoveRequested': {
      const records = named(state, 'link', event.data.linkRecord);
      const movesAsked = [...state.movesAsked, event.data.requestedAt].slice(-MOVES_REMEMBERED);
      return { ...state, pending: event.data, movesAsked, records };
    }
    case 'EmailMoved': {
      const { emailKey, left, tokenVersion } = event.data;
      return { ...moved(state, emailKey, left), emailVerified: true, tokenVersion };
    }
    case 'BillingAddressSet':
      return state;
    case 'CardSaved':
      return { ...state, card: event.data, customers: [...new Set([...state.customers, event.data.customerId])] };
    case 'PasswordChanged': {
      const { passwordRecord, tokenVersion } = event.data;
      const records = named(state, 'password', passwordRecord);
      const left = event.data.by === 'operator' ? [] : state.left;
      return { ...state, passwordRecord, tokenVersion, resets: [], left, pending: null, records };
    }
    case 'PasswordResetRequested': {
      const records = named(state, 'link', event.data.linkRecord);
      return { ...state, resets: [...state.resets, event.data], records };
    }
    case 'SessionsRevoked':
      return { ...state, tokenVersion: event.data.tokenVersion };
    case 'RoleGranted':
      return { ...state, tokenVersion: event.data.tokenVersion, roles: [...state.roles, event.data.role] };
    case 'RoleRevoked': {
      const roles = state.roles.filter((role) => role !== event.data.role);
      return { ...state, tokenVersion: event.data.tokenVersion, roles };
    }
    case 'ErasureRequested':
      return { ...state, tokenVersion: event.data.tokenVersion, closed: true };
    case 'MailRequested':
    case 'MailSent':
    case 'MailSuppressed':
      return evolveMails(state, event);
    case 'PersonalDataErased':
      return { ...state, closed: true, erased: true };
    default:
      return unreachable(event);
  }
}

/** Events of logs from before proofs ended anything have no token version. */
function verified(
  state: AccountState,
  { emailKey, tokenVersion, emptied }: Extract<AccountEvent, { type: 'EmailVerified' }>['data'],
): AccountState {
  const emailVerified = state.emailVerified || emailKey === state.emailKey;
  if (tokenVersion === undefined) return { ...state, emailVerified };
  const ended = { ...state, emailVerified, tokenVersion, pending: null, left: [] };
  return emptied === undefined ? ended : { ...ended, card: null, emptying: emptied };
}

type MailEvent = Extract<AccountEvent, { type: `Mail${string}` }>;
function evolveMails(state: AccountState, event: MailEvent): AccountState {
  if (event.type !== 'MailRequested') {
    const { mailId } = event.data;
    return { ...state, mails: state.mails.map((mail) => (mail.mailId === mailId ? { ...mail, ended: true } : mail)) };
  }
  const { linkRecord, kind } = event.data;
  // The farewell is sent after everything else is gone; its record ends by its own expiry.
  const isNamed = linkRecord !== null && kind !== 'account-erased';
  const records = isNamed ? named(state, 'link', linkRecord) : state.records;
  return { ...state, mails: [...state.mails, { ...event.data, ended: false }], records };
}

/** Another address logs in. Going back to one that was left ends its link and those given out later, not the earlier ones. */
function moved(state: AccountState, emailKey: string, left: LeftAddress | null): AccountState {
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
