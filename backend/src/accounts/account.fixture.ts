import { AT, origin } from '../platform/given.fixture.js';
import { type AccountEvent, type AccountMailKind, RegisterAccount, type SavedCard } from './account.js';

export const subject = 'account-a-1';
export const personal = { name: 'Ada Lovelace', email: 'ada@example.com', phone: '+12025550143' };
const registration = {
  emailKey: 'key-ada',
  passwordRecord: 'pw-1',
  roles: ['shopper' as const],
  termsVersion: '2026-11',
};

export const register = (verifyLink: string | null = 'link-verify', emailKey = 'key-ada', passwordRecord = 'pw-1') =>
  new RegisterAccount('a-1', { ...registration, emailKey, passwordRecord, verifyLink, personal }, origin);

export const registered: AccountEvent = { type: 'AccountRegistered', data: { ...registration, personal }, subject };

export const card: SavedCard = {
  customerId: 'cus_1',
  paymentMethodId: 'pm_1',
  brand: 'visa',
  last4: '4242',
  month: 12,
  year: 2040,
  fingerprint: 'print-1',
  mandateVersion: '2026-11',
};
export const address = {
  line1: '350 5th Avenue',
  city: 'New York',
  state: 'NY',
  postal_code: '10118',
  country: 'US',
} as const;

/** `number` counts the account's mails. */
export function mailRequested(
  kind: AccountMailKind,
  number: number,
  linkRecord: string | null = null,
  requestedAt = AT,
): AccountEvent {
  return { type: 'MailRequested', data: { mailId: `${kind}-${number}`, kind, linkRecord, requestedAt } };
}
