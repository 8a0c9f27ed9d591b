import type { CardBrand } from '@supreme-access/contract/limits.js';
import type { BillingAddress } from '@supreme-access/contract/shapes/people.js';
import { Command, type CommandOf, type Decider, noSuch, Refused } from '../../event-sourcing/decider.js';
import {
  decideLock,
  evolveLock,
  type LockCommand,
  type LockEvent,
  type LockState,
  lockCommands,
} from '../access/lock.js';
import {
  type AddressCommand,
  type AddressEvent,
  type AddressState,
  addressCommands,
  type Details,
  decideAddress,
  evolveAddress,
  verificationRequested,
} from './account-address.js';
import {
  assertCurrent,
  decideSecurity,
  type Ends,
  evolveSecurity,
  named,
  type SecurityCommand,
  type SecurityEvent,
  type SecurityState,
  securityCommands,
} from './account-security.js';
import { emailTaken } from './email.js';

export interface SavedCard {
  customerId: string;
  paymentMethodId: string;
  brand: CardBrand | 'unknown';
  last4: string;
  /** 1-12 */
  month: number;
  year: number;
  fingerprint: string;
  mandateVersion: string;
}
interface Registered {
  emailKey: string;
  passwordRecord: string;
  termsVersion: string;
  personal: Details;
}
type Nothing = Record<string, never>;

export type AccountEvent =
  | {
      type: 'AccountRegistered';
      data: Registered & { by: 'owner' | 'operator' };
      subject: string;
    }
  | { type: 'BillingAddressSet'; data: { personal: BillingAddress }; subject: string }
  | { type: 'CardSaved'; data: SavedCard }
  /** `linkRecord`: record of the last mail, null without a known address; `reason`: from the admin who erases */
  | { type: 'ErasureRequested'; data: Ends & { linkRecord: string | null; reason?: string } }
  | { type: 'PersonalDataErased'; data: Nothing }
  | AddressEvent
  | LockEvent
  | SecurityEvent;

export class RegisterAccount extends Command<Registered & { verifyLink: string | null }> {
  readonly type = 'RegisterAccount';
}
export class ChangeDetails extends Command<{ personal: Partial<Omit<Details, 'email'>> }> {
  readonly type = 'ChangeDetails';
}
/** null leaves a value unchanged; `current`: record of the password when the request came */
export class SetBilling extends Command<{
  address: BillingAddress | null;
  card: SavedCard | null;
  current?: string | null;
}> {
  readonly type = 'SetBilling';
}
export class RequestErasure extends Command<{ farewell: string | null; reason?: string }> {
  readonly type = 'RequestErasure';
}
export class EraseAccount extends Command<Nothing> {
  readonly type = 'EraseAccount';
}
export const accountCommands = {
  RegisterAccount,
  ChangeDetails,
  SetBilling,
  RequestErasure,
  EraseAccount,
  ...addressCommands,
  ...lockCommands,
  ...securityCommands,
};
export type AccountCommand = CommandOf<typeof accountCommands>;

export interface AccountState extends AddressState, SecurityState, LockState {
  registered: boolean;
  card: SavedCard | null;
  customers: readonly string[];
  closed: boolean;
  erased: boolean;
}

const initial: AccountState = {
  registered: false,
  emailKey: '',
  emailVerified: false,
  madeBy: null,
  tokenVersion: 0,
  locked: false,
  passwordRecord: null,
  card: null,
  customers: [],
  resets: [],
  left: [],
  pending: null,
  emptying: null,
  joining: false,
  verificationsRequestedAt: [],
  movesRequestedAt: [],
  noticedAt: null,
  records: [],
  closed: false,
  erased: false,
};

export function subjectOfAccount(accountId: string): string {
  return `account-${accountId}`;
}

function decide(command: AccountCommand, state: AccountState, now: number): AccountEvent[] {
  if (command.type === 'RegisterAccount') return register(command, state, now);
  if (!state.registered) throw noSuch('account');
  switch (command.type) {
    case 'RequestErasure': {
      if (state.closed) return [];
      const { farewell: linkRecord, ...why } = command.data;
      const data = { tokenVersion: state.tokenVersion + 1, linkRecord, ...why };
      return [{ type: 'ErasureRequested', data }];
    }
    case 'EraseAccount':
      if (state.erased) return [];
      if (!state.closed) throw new Refused('account-open', 'conflict', 'Nobody requested the erasure of this account.');
      return [{ type: 'PersonalDataErased', data: {} }];
    default:
      if (state.closed) throw new Refused('erased', 'gone', 'This account was erased.');
      return decideOpen(command, state, now);
  }
}

type OpenCommand = ChangeDetails | SetBilling | AddressCommand | LockCommand | SecurityCommand;
function decideOpen(command: OpenCommand, state: AccountState, now: number): AccountEvent[] {
  const subject = subjectOfAccount(command.id);
  switch (command.type) {
    case 'ChangeDetails': {
      const { personal } = command.data;
      if (Object.keys(personal).length === 0) return [];
      return [{ type: 'DetailsChanged', data: { emailKey: state.emailKey, personal }, subject }];
    }
    case 'SetBilling':
      return setBilling(command.data, state, subject);
    case 'VerifyEmail':
    case 'RecordEmptied':
    case 'RecordOrdersJoined':
    case 'RequestVerification':
    case 'RequestEmailMove':
    case 'MoveEmail':
    case 'UndoEmailChange':
      return decideAddress(command, state, now, subject);
    case 'LockAccount':
    case 'UnlockAccount':
      return decideLock(command, state);
    default:
      return decideSecurity(command, state, now);
  }
}

function register({ id, data }: RegisterAccount, state: AccountState, now: number): AccountEvent[] {
  const { verifyLink, ...registered } = data;
  if (state.registered) {
    if (state.records[0]?.id === data.passwordRecord) return [];
    throw emailTaken();
  }
  const by = verifyLink === null ? 'operator' : 'owner';
  const event: AccountEvent = { type: 'AccountRegistered', data: { ...registered, by }, subject: subjectOfAccount(id) };
  return verifyLink === null ? [event] : [event, verificationRequested(verifyLink, now)];
}

function setBilling(
  { address, card, current }: SetBilling['data'],
  state: AccountState,
  subject: string,
): AccountEvent[] {
  if (current) assertCurrent({ passwordRecord: current }, state);
  const events: AccountEvent[] = [];
  if (address) events.push({ type: 'BillingAddressSet', data: { personal: address }, subject });
  const isNew = card !== null && card.paymentMethodId !== state.card?.paymentMethodId;
  if (isNew) events.push({ type: 'CardSaved', data: card });
  return events;
}

function evolve(state: AccountState, event: AccountEvent): AccountState {
  switch (event.type) {
    case 'AccountRegistered': {
      const { emailKey, passwordRecord, by: madeBy } = event.data;
      const records = named(state, 'password', passwordRecord);
      return { ...state, registered: true, emailKey, madeBy, passwordRecord, records };
    }
    case 'BillingAddressSet':
      return state;
    case 'CardSaved':
      return { ...state, card: event.data, customers: [...new Set([...state.customers, event.data.customerId])] };
    case 'ErasureRequested':
      return { ...state, tokenVersion: event.data.tokenVersion, closed: true };
    case 'PersonalDataErased':
      return { ...state, closed: true, erased: true };
    case 'VerificationRequested':
    case 'DetailsChanged':
    case 'EmailVerified':
    case 'AccountEmptied':
    case 'OrdersJoined':
    case 'EmailMoveRequested':
    case 'EmailMoved':
      return evolveAddress(state, event);
    case 'AccountLocked':
    case 'AccountUnlocked':
      return evolveLock(state, event);
    default:
      return evolveSecurity(state, event);
  }
}

export const account: Decider<AccountState, AccountCommand, AccountEvent> = {
  category: 'account',
  commands: accountCommands,
  initial,
  decide,
  evolve,
};
