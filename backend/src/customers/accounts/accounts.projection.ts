import type {
  AccountInfo,
  BillingAddress,
  BouncedMail,
  ListedAccount,
} from '@supreme-access/contract/shapes/people.js';
import type { Role } from '@supreme-access/contract/statuses.js';
import { unreachable } from '../../event-sourcing/decider.js';
import { idsAbout, type MailEvent } from '../../mail/mail.js';
import { projection } from '../../projections/projection.js';
import type { Recorded } from '../../projections/recorded.js';
import { wordsOf } from '../../stores/read-models/search-words.js';
import type { AccountEvent, SavedCard } from './account.js';

/** The document holds no personal data after an erasure request. */
export interface AccountDoc {
  accountId: string;
  emailKey: string;
  passwordRecord: string | null;
  email: string;
  name: string;
  phone: string;
  emailVerified: boolean;
  pendingEmail: { email: string; until: number } | null;
  locked: boolean;
  tokenVersion: number;
  /** ms UTC */
  sessionsEndedAt: number | null;
  customerId: string | null;
  paymentMethodId: string | null;
  card: Pick<SavedCard, 'brand' | 'last4' | 'month' | 'year'> | null;
  billingAddress: BillingAddress | null;
  termsVersion: string;
  mandateVersion: string | null;
  /** `at` ms UTC */
  mailBounced: (Omit<BouncedMail, 'at'> & { at: number }) | null;
  /** ms UTC */
  registeredAt: number;
  erased: boolean;
  words: readonly string[];
}

const ELSEWHERE: readonly string[] = ['move-email', 'email-changed-undo', 'account-erased'];

type Mailed = Extract<MailEvent, { type: 'MailSent' | 'MailBounced' }>;
const isMailed = (event: Recorded<AccountEvent | Mailed>): event is Recorded<Mailed> => event.category === 'mail';

function accountIdsOf({ type, data }: Recorded<Mailed>): string[] {
  if (ELSEWHERE.includes(data.kind)) return [];
  if (type === 'MailBounced') return data.accountId === null ? [] : [data.accountId];
  return type === 'MailSent' ? idsAbout('account', data) : [];
}

function mailed(document: AccountDoc, { type, data, at }: Recorded<Mailed>): AccountDoc {
  if (type === 'MailSent') return { ...document, mailBounced: null };
  const { kind, reason, reply } = data;
  return document.erased ? document : { ...document, mailBounced: { at, kind, reason, reply } };
}

export const accountsProjection = projection<AccountDoc, AccountEvent | Mailed>({
  name: 'accounts',
  version: 6,
  indexes: [['erased', 'registeredAt'], ['erased', 'email'], ['sessionsEndedAt'], ['emailKey'], ['passwordRecord']],
  lists: ['words'],
  isPersonal: true,
  categories: ['account', 'mail'],
  own: ['account'],
  idsOf: (event) => (isMailed(event) ? accountIdsOf(event) : [event.id]),
  evolve: (document, event) => {
    if (event.type === 'AccountRegistered') return searchable(onCreate(event));
    if (!document) return null;
    if (isMailed(event)) return mailed(document, event);
    const grew = apply(document, event);
    const after = grew.tokenVersion === document.tokenVersion ? grew : { ...grew, sessionsEndedAt: event.at };
    return after.name === document.name && after.email === document.email ? after : searchable(after);
  },
});

function searchable(document: AccountDoc): AccountDoc {
  return { ...document, words: wordsOf(document.name, document.email) };
}

function onCreate(event: Recorded<Extract<AccountEvent, { type: 'AccountRegistered' }>>): AccountDoc {
  const { emailKey, passwordRecord, termsVersion } = event.data;
  const { email, name, phone } = event.personal() ?? { email: '', name: '', phone: '' };
  return {
    accountId: event.id,
    emailKey,
    passwordRecord,
    email,
    name,
    phone,
    emailVerified: false,
    pendingEmail: null,
    locked: false,
    tokenVersion: 0,
    sessionsEndedAt: null,
    customerId: null,
    paymentMethodId: null,
    card: null,
    billingAddress: null,
    termsVersion,
    mandateVersion: null,
    mailBounced: null,
    registeredAt: event.at,
    erased: false,
    words: [],
  };
}

function apply(document: AccountDoc, event: Recorded<AccountEvent>): AccountDoc {
  switch (event.type) {
    case 'AccountRegistered':
    case 'PasswordResetRequested':
    case 'VerificationRequested':
    case 'AccountEmptied':
    case 'OrdersJoined':
      return document;
    case 'EmailVerified':
      return verified(document, event.data);
    case 'EmailMoveRequested': {
      const email = event.personal()?.email;
      return { ...document, pendingEmail: email === undefined ? null : { email, until: event.data.expiresAt } };
    }
    case 'EmailMoved': {
      const { emailKey, tokenVersion } = event.data;
      const moved = { emailKey, tokenVersion, emailVerified: true, pendingEmail: null, mailBounced: null };
      return { ...document, ...event.personal(), ...moved };
    }
    case 'DetailsChanged': {
      const { emailKey } = event.data;
      const emailVerified = document.emailVerified && emailKey === document.emailKey;
      const isSame = emailKey === document.emailKey;
      const { pendingEmail, mailBounced } = isSame ? document : { pendingEmail: null, mailBounced: null };
      return { ...document, ...event.personal(), emailKey, emailVerified, pendingEmail, mailBounced };
    }
    case 'BillingAddressSet':
      return { ...document, billingAddress: event.personal() };
    case 'CardSaved': {
      const { customerId, paymentMethodId, mandateVersion, brand, last4, month, year } = event.data;
      return { ...document, customerId, paymentMethodId, mandateVersion, card: { brand, last4, month, year } };
    }
    case 'PasswordChanged': {
      const { tokenVersion, passwordRecord } = event.data;
      return { ...document, tokenVersion, passwordRecord, pendingEmail: null };
    }
    case 'PasswordRevoked':
      return { ...document, tokenVersion: event.data.tokenVersion, passwordRecord: null };
    case 'SessionsRevoked':
      return { ...document, tokenVersion: event.data.tokenVersion };
    case 'AccountLocked':
      return { ...document, tokenVersion: event.data.tokenVersion, locked: true };
    case 'AccountUnlocked':
      return { ...document, locked: false };
    case 'ErasureRequested':
    case 'PersonalDataErased': {
      const tokenVersion = event.type === 'ErasureRequested' ? event.data.tokenVersion : document.tokenVersion;
      return { ...document, ...NOTHING_LEFT, tokenVersion };
    }
    default:
      return unreachable(event);
  }
}

function verified(
  document: AccountDoc,
  { emailKey, tokenVersion, emptied }: Extract<AccountEvent, { type: 'EmailVerified' }>['data'],
): AccountDoc {
  const emailVerified = document.emailVerified || emailKey === document.emailKey;
  return { ...document, ...(emptied === undefined ? {} : EMPTIED), emailVerified, tokenVersion, pendingEmail: null };
}

const EMPTIED = {
  name: '',
  phone: '',
  customerId: null,
  paymentMethodId: null,
  card: null,
  billingAddress: null,
  mandateVersion: null,
} as const;

const NOTHING_LEFT = {
  emailKey: '',
  passwordRecord: null,
  email: '',
  name: '',
  phone: '',
  emailVerified: false,
  pendingEmail: null,
  customerId: null,
  paymentMethodId: null,
  card: null,
  billingAddress: null,
  mailBounced: null,
  erased: true,
} as const;

type Shown =
  | 'accountId'
  | 'name'
  | 'email'
  | 'phone'
  | 'customerId'
  | 'billingAddress'
  | 'card'
  | 'emailVerified'
  | 'pendingEmail'
  | 'mailBounced';

interface Roles {
  roles: readonly Role[];
}

/** ms; older bounces are not shown */
const BOUNCE_SHOWN_FOR = 30 * 24 * 3_600_000;

/** `profiles`: number of saved profiles; `now`: ms UTC */
export function accountInfo(account: Pick<AccountDoc, Shown> & Roles, profiles: number, now: number): AccountInfo {
  const { pendingEmail: pending } = account;
  return {
    uuid: account.accountId,
    name: account.name,
    email: account.email,
    phone: account.phone,
    customer_id: account.customerId,
    billingAddress: account.billingAddress,
    billingLast4: account.card?.last4 ?? null,
    profiles,
    isAdmin: account.roles.includes('admin'),
    roles: [...account.roles],
    emailVerified: account.emailVerified,
    pendingEmail: pending && pending.until > now ? pending.email : null,
    mailBounced: account.mailBounced && account.mailBounced.at > now - BOUNCE_SHOWN_FOR ? shownBounce(account) : null,
  };
}

export function shownBounce({ mailBounced }: Pick<AccountDoc, 'mailBounced'>): BouncedMail | null {
  return mailBounced && { ...mailBounced, at: new Date(mailBounced.at).toISOString() };
}

export function listedAccount(doc: AccountDoc & Roles): ListedAccount {
  const { accountId, name, email, phone, roles, locked, emailVerified, customerId, card, registeredAt, erased } = doc;
  return {
    id: accountId,
    uuid: accountId,
    name,
    email,
    phone,
    roles: [...roles],
    isAdmin: roles.includes('admin'),
    locked,
    emailVerified,
    customer_id: customerId,
    billingLast4: card?.last4 ?? null,
    mailBounced: shownBounce(doc),
    registeredAt: new Date(registeredAt).toISOString(),
    erased,
  };
}
