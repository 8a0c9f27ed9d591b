import type { AccountInfo, BillingAddress, ListedAccount } from '../contract/api-types.js';
import type { Role } from '../contract/statuses.js';
import { unreachable } from '../platform/decider.js';
import { projection } from '../platform/projections/projection.js';
import type { Recorded } from '../platform/projections/recorded.js';
import { wordsOf } from '../platform/read-models/search-words.js';
import type { AccountEvent, SavedCard } from './account.js';

/** An account as screens, reservations and mails read it. Nothing personal is left in it once its erasure was asked for. */
export interface AccountDoc {
  accountId: string;
  emailKey: string;
  /** the vault's record of its password's hash */
  passwordRecord: string | null;
  email: string;
  name: string;
  phone: string;
  emailVerified: boolean;
  roles: readonly Role[];
  tokenVersion: number;
  /** at Stripe; null until a card is saved */
  customerId: string | null;
  paymentMethodId: string | null;
  card: Pick<SavedCard, 'brand' | 'last4' | 'month' | 'year'> | null;
  billingAddress: BillingAddress | null;
  termsVersion: string;
  mandateVersion: string | null;
  /** ms UTC */
  registeredAt: number;
  erased: boolean;
  /** of name and address, to be searched; none once erased */
  words: readonly string[];
}

export const accountsProjection = projection<AccountDoc, AccountEvent>({
  name: 'accounts',
  version: 2,
  indexes: [['erased', 'registeredAt'], ['erased', 'email'], ['tokenVersion'], ['emailKey'], ['passwordRecord']],
  lists: ['words', 'roles'],
  categories: ['account'],
  idsOf: (event) => (event.type.startsWith('Mail') ? [] : [event.id]),
  evolve: (document, event) => {
    if (event.type === 'AccountRegistered') return searchable(born(event));
    if (!document) return null;
    const after = grown(document, event);
    return after.name === document.name && after.email === document.email ? after : searchable(after);
  },
});

function searchable(document: AccountDoc): AccountDoc {
  return { ...document, words: wordsOf(document.name, document.email) };
}

function born(event: Recorded<Extract<AccountEvent, { type: 'AccountRegistered' }>>): AccountDoc {
  const { emailKey, passwordRecord, roles, termsVersion } = event.data;
  const { email, name, phone } = event.personal() ?? { email: '', name: '', phone: '' };
  return {
    accountId: event.id,
    emailKey,
    passwordRecord,
    email,
    name,
    phone,
    emailVerified: false,
    roles,
    tokenVersion: 0,
    customerId: null,
    paymentMethodId: null,
    card: null,
    billingAddress: null,
    termsVersion,
    mandateVersion: null,
    registeredAt: event.at,
    erased: false,
    words: [],
  };
}

function grown(document: AccountDoc, event: Recorded<AccountEvent>): AccountDoc {
  switch (event.type) {
    case 'AccountRegistered':
    case 'PasswordResetRequested':
    case 'MailRequested':
    case 'MailSent':
    case 'MailSuppressed':
      return document;
    case 'EmailVerified':
      return { ...document, emailVerified: document.emailVerified || event.data.emailKey === document.emailKey };
    case 'DetailsChanged': {
      const { emailKey } = event.data;
      const emailVerified = document.emailVerified && emailKey === document.emailKey;
      return { ...document, ...event.personal(), emailKey, emailVerified };
    }
    case 'BillingAddressSet':
      return { ...document, billingAddress: event.personal() };
    case 'CardSaved': {
      const { customerId, paymentMethodId, mandateVersion, brand, last4, month, year } = event.data;
      return { ...document, customerId, paymentMethodId, mandateVersion, card: { brand, last4, month, year } };
    }
    case 'PasswordChanged': {
      const { tokenVersion, passwordRecord } = event.data;
      return { ...document, tokenVersion, passwordRecord };
    }
    case 'SessionsRevoked':
      return { ...document, tokenVersion: event.data.tokenVersion };
    case 'RoleGranted': {
      const { tokenVersion, role } = event.data;
      return { ...document, tokenVersion, roles: [...document.roles, role] };
    }
    case 'RoleRevoked': {
      const { tokenVersion, role } = event.data;
      return { ...document, tokenVersion, roles: document.roles.filter((held) => held !== role) };
    }
    case 'ErasureRequested':
    case 'PersonalDataErased': {
      const tokenVersion = event.type === 'ErasureRequested' ? event.data.tokenVersion : document.tokenVersion;
      return { ...document, ...NOTHING_LEFT, tokenVersion };
    }
    default:
      return unreachable(event);
  }
}

const NOTHING_LEFT = {
  emailKey: '',
  passwordRecord: null,
  email: '',
  name: '',
  phone: '',
  emailVerified: false,
  customerId: null,
  paymentMethodId: null,
  card: null,
  billingAddress: null,
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
  | 'roles'
  | 'emailVerified';

/** An account as the API answers it; `profiles` is how many are saved. */
export function accountInfo(account: Pick<AccountDoc, Shown>, profiles: number): AccountInfo {
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
  };
}

/** An account in the admins' list. */
export function listedAccount(doc: AccountDoc): ListedAccount {
  const { accountId, name, email, phone, roles, emailVerified, customerId, card, registeredAt, erased } = doc;
  return {
    id: accountId,
    uuid: accountId,
    name,
    email,
    phone,
    roles: [...roles],
    isAdmin: roles.includes('admin'),
    emailVerified,
    customer_id: customerId,
    billingLast4: card?.last4 ?? null,
    registeredAt: new Date(registeredAt).toISOString(),
    erased,
  };
}
