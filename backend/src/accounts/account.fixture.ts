import { LockAccount, UnlockAccount } from '../access/lock.js';
import { AT, MINUTE, origin } from '../platform/given.fixture.js';
import {
  type AccountCommand,
  type AccountEvent,
  ChangeDetails,
  EraseAccount,
  RegisterAccount,
  RequestErasure,
  type SavedCard,
  SetBilling,
} from './account.js';
import {
  type LeftAddress,
  MoveEmail,
  RecordEmptied,
  RecordOrdersJoined,
  RequestEmailMove,
  RequestVerification,
  UndoEmailChange,
  VerifyEmail,
} from './account-address.js';
import {
  ChangePassword,
  ReplacePassword,
  RequestPasswordReset,
  ResetPassword,
  RevokeSessions,
  TellOwner,
} from './account-security.js';

export const subject = 'account-a-1';
export const personal = { name: 'Ada Lovelace', email: 'ada@example.com', phone: '+12025550143' };
const registration = {
  emailKey: 'key-ada',
  passwordRecord: 'pw-1',
  termsVersion: '2026-11',
};

export const register = (verifyLink: string | null = 'link-verify', emailKey = 'key-ada', passwordRecord = 'pw-1') =>
  new RegisterAccount('a-1', { ...registration, emailKey, passwordRecord, verifyLink, personal }, origin);

const known = { ...registration, personal };
export const registered: AccountEvent = { type: 'AccountRegistered', data: { ...known, by: 'owner' }, subject };
export const madeByOperator: AccountEvent = { ...registered, data: { ...known, by: 'operator' } };

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

export const verificationRequested = (linkRecord = 'link-verify', requestedAt = AT): AccountEvent => ({
  type: 'VerificationRequested',
  data: { linkRecord, requestedAt },
});
/** `linkRecord`: of the farewell */
export const erasureRequested = (linkRecord: string | null = 'link-farewell', tokenVersion = 1): AccountEvent => ({
  type: 'ErasureRequested',
  data: { tokenVersion, linkRecord },
});

export const expiresAt = AT + 30 * MINUTE;
export const resetRequested = (linkRecord: string, requestedAt = AT): AccountEvent => ({
  type: 'PasswordResetRequested',
  data: { linkRecord, requestedAt, expiresAt, by: 'owner' },
});
export const changed = (
  by: 'owner' | 'reset' | 'operator',
  passwordRecord = 'pw-2',
  tokenVersion = 1,
): AccountEvent => ({
  type: 'PasswordChanged',
  data: { passwordRecord, by, tokenVersion },
});
export const verified = (emailKey = 'key-ada', tokenVersion = 0): AccountEvent => ({
  type: 'EmailVerified',
  data: { emailKey, tokenVersion },
});
export const proven = (more: object = {}): AccountEvent => ({
  type: 'EmailVerified',
  data: { emailKey: 'key-ada', tokenVersion: 1, ...more },
});

/** One of each, but for registering; with links and records that `number` tells apart. */
export function everyCommand(number = 1): {
  [T in Exclude<AccountCommand['type'], 'RegisterAccount'>]: AccountCommand;
} {
  const [link, pw, expiresAt] = [`link-${number}`, `pw-${number}`, AT + 3_600_000];
  const by = { passwordRecord: 'pw-1' };
  const left = { emailKey: 'key-ada', linkRecord: `undo-${number}`, until: expiresAt };
  const email = { email: 'ada@new.example' };
  return {
    ChangeDetails: new ChangeDetails('a-1', { personal: { name: 'Ada King' } }, origin),
    SetBilling: new SetBilling('a-1', { address, card: { ...card, paymentMethodId: `pm_${number}` } }, origin),
    RequestErasure: new RequestErasure('a-1', { farewell: link }, origin),
    EraseAccount: new EraseAccount('a-1', {}, origin),
    VerifyEmail: new VerifyEmail('a-1', { emailKey: 'key-ada', by }, origin),
    RecordEmptied: new RecordEmptied('a-1', {}, origin),
    RecordOrdersJoined: new RecordOrdersJoined('a-1', { orders: number, emailKey: 'key-ada' }, origin),
    RequestVerification: new RequestVerification('a-1', { emailKey: 'key-ada', linkRecord: link }, origin),
    RequestEmailMove: new RequestEmailMove(
      'a-1',
      { emailKey: 'key-new', linkRecord: link, expiresAt, personal: email },
      origin,
    ),
    MoveEmail: new MoveEmail('a-1', { linkRecord: link, left, codes: null, by, personal: email }, origin),
    UndoEmailChange: new UndoEmailChange(
      'a-1',
      { linkRecord: `undo-${number}`, newPasswordRecord: null, personal: email },
      origin,
    ),
    ChangePassword: new ChangePassword('a-1', { current: 'pw-1', passwordRecord: pw }, origin),
    ReplacePassword: new ReplacePassword('a-1', { passwordRecord: pw }, origin),
    RequestPasswordReset: new RequestPasswordReset('a-1', { linkRecord: link, expiresAt }, origin),
    TellOwner: new TellOwner('a-1', { linkRecord: link, expiresAt }, origin),
    ResetPassword: new ResetPassword('a-1', { linkRecord: link, passwordRecord: pw }, origin),
    RevokeSessions: new RevokeSessions('a-1', { reason: 'logged out everywhere' }, origin),
    LockAccount: new LockAccount('a-1', { reason: 'stolen laptop' }, origin),
    UnlockAccount: new UnlockAccount('a-1', { reason: 'found' }, origin),
  };
}

export const emailMoved = (emailKey: string, left: LeftAddress | null, tokenVersion = 1): AccountEvent => ({
  type: 'EmailMoved',
  data: { emailKey, left, tokenVersion, personal: { email: 'ada@new.example' } },
  subject,
});
export const stood = { passwordRecord: 'pw-1', codes: null };
