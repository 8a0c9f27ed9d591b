import type { CardBrand } from '@supreme-access/contract/limits.js';
import type { ProfileAddress } from '@supreme-access/contract/shapes/people.js';
import { Command, type CommandOf, type Decider, noSuch, Refused, unreachable } from '../../event-sourcing/decider.js';

export interface Secret {
  kind: 'card' | 'code';
  record: string;
}
export interface CardFacts {
  cardRecord: string;
  codeRecord: string | null;
  brand: CardBrand;
  last4: string;
  /** 1-12 */
  month: number;
  year: number;
  fingerprint: string;
}
export interface ProfilePersonal {
  profileName: string;
  email: string;
  phone: string;
  shipping: ProfileAddress;
  billing: ProfileAddress;
  cardName: string;
  personKey: string;
}
/** When vault records are erased that no open order needs, ms UTC. */
interface Forgetting {
  secrets: { secret: Secret; at: number }[];
}

export type ProfileEvent =
  | {
      type: 'ProfileSaved';
      data: CardFacts &
        Forgetting & {
          accountId: string | null;
          matchInfo: boolean;
          poBox: boolean;
          /** the shopper confirmed that a seeming PO box is a street */
          streetConfirmed?: true;
          personal: ProfilePersonal;
        };
      subject: string;
    }
  | { type: 'ProfileRemoved'; data: Forgetting }
  | { type: 'SecretKept'; data: { secret: Secret; until: number } }
  | { type: 'SecretForgotten'; data: { secret: Secret } }
  | { type: 'PersonalDataErased'; data: { secrets: Secret[] } };

/** `card` null keeps the card of record `keeps`. */
export class SaveProfile extends Command<{
  accountId: string | null;
  subject: string;
  card: CardFacts | null;
  keeps: string | null;
  matchInfo: boolean;
  poBox: boolean;
  streetConfirmed?: true;
  personal: ProfilePersonal;
}> {
  readonly type = 'SaveProfile';
}
export class RemoveProfile extends Command<{ accountId: string }> {
  readonly type = 'RemoveProfile';
}
export class KeepSecret extends Command<{ secret: Secret; until: number }> {
  readonly type = 'KeepSecret';
}
export class ForgetSecret extends Command<{ secret: Secret }> {
  readonly type = 'ForgetSecret';
}
export class EraseProfile extends Command<Record<string, never>> {
  readonly type = 'EraseProfile';
}
export const profileCommands = { SaveProfile, RemoveProfile, KeepSecret, ForgetSecret, EraseProfile };
export type ProfileCommand = CommandOf<typeof profileCommands>;

export interface ProfileState {
  revision: number;
  savedRevision: number;
  accountId: string | null;
  card: CardFacts | null;
  secrets: readonly Secret[];
  /** codes that are offered no more; their records go some seconds later */
  forgotten: readonly Secret[];
  status: 'none' | 'saved' | 'removed' | 'erased';
}

const initial: ProfileState = {
  revision: -1,
  savedRevision: -1,
  accountId: null,
  card: null,
  secrets: [],
  forgotten: [],
  status: 'none',
};

/** ms that an unused security code is kept */
export const CODE_LIFE = 7 * 24 * 3_600_000;
/** ms; a running reservation may still read a replaced record */
export const REPLACED_LIFE = 10 * 60_000;

function decide(command: ProfileCommand, state: ProfileState, now: number): ProfileEvent[] {
  switch (command.type) {
    case 'SaveProfile':
      return save(command.data, state, now);
    case 'RemoveProfile':
      if (state.status === 'none' || state.accountId !== command.data.accountId) throw noSuch('profile');
      if (state.status !== 'saved') return [];
      return [{ type: 'ProfileRemoved', data: { secrets: later(state.secrets, now + REPLACED_LIFE) } }];
    case 'KeepSecret':
      return knows(state, command.data.secret) ? [{ type: 'SecretKept', data: command.data }] : [];
    case 'ForgetSecret':
      return knows(state, command.data.secret) ? [{ type: 'SecretForgotten', data: command.data }] : [];
    case 'EraseProfile':
      if (state.status === 'none' || state.status === 'erased') return [];
      return [{ type: 'PersonalDataErased', data: { secrets: [...state.secrets] } }];
    default:
      return unreachable(command);
  }
}

function save(
  { card, keeps, subject, ...saved }: SaveProfile['data'],
  state: ProfileState,
  now: number,
): ProfileEvent[] {
  if (!mayBeSavedBy(saved.accountId, state)) throw noSuch('profile');
  if (!card) {
    if (!state.card) throw new Refused('card-missing', 'invalid', 'Please add a card.');
    if (state.card.cardRecord !== keeps) {
      throw new Refused('profile-changed', 'conflict', 'The profile was changed in the meantime. Please try again.');
    }
    return [{ type: 'ProfileSaved', data: { ...saved, ...state.card, secrets: [] }, subject }];
  }
  const codes: Secret[] = card.codeRecord === null ? [] : [{ kind: 'code', record: card.codeRecord }];
  // A guest's card serves one order and expires with its code.
  const cards: Secret[] = saved.accountId === null ? [{ kind: 'card', record: card.cardRecord }] : [];
  const secrets = [
    ...later(state.card ? secretsOf(state.card) : [], now + REPLACED_LIFE),
    ...later([...codes, ...cards], now + CODE_LIFE),
  ];
  return [{ type: 'ProfileSaved', data: { ...saved, ...card, secrets }, subject }];
}

export function mayBeSavedBy(accountId: string | null, state: ProfileState): boolean {
  return state.status === 'none' || (state.status === 'saved' && state.accountId === accountId);
}

const later = (secrets: readonly Secret[], at: number) => secrets.map((secret) => ({ secret, at }));
const isSame = (a: Secret, b: Secret) => a.kind === b.kind && a.record === b.record;
const knows = ({ secrets }: ProfileState, secret: Secret) => secrets.some((kept) => isSame(kept, secret));

function secretsOf({ cardRecord, codeRecord }: CardFacts): Secret[] {
  const card: Secret = { kind: 'card', record: cardRecord };
  return codeRecord === null ? [card] : [card, { kind: 'code', record: codeRecord }];
}

function evolve(before: ProfileState, event: ProfileEvent): ProfileState {
  const state = { ...before, revision: before.revision + 1 };
  switch (event.type) {
    case 'ProfileSaved': {
      const { accountId, cardRecord, codeRecord, brand, last4, month, year, fingerprint } = event.data;
      const card = { cardRecord, codeRecord, brand, last4, month, year, fingerprint };
      const added = secretsOf(card).filter((secret) => !knows(state, secret));
      const secrets = [...state.secrets, ...added];
      return { ...state, savedRevision: state.revision, accountId, card, secrets, status: 'saved' };
    }
    case 'ProfileRemoved':
      return { ...state, status: 'removed' };
    case 'SecretKept':
      return state;
    case 'SecretForgotten': {
      const { secret } = event.data;
      const secrets = state.secrets.filter((kept) => !isSame(kept, secret));
      const forgotten = secret.kind === 'code' ? [...state.forgotten, secret] : state.forgotten;
      return { ...state, secrets, forgotten, card: state.card && without(state.card, secret) };
    }
    case 'PersonalDataErased':
      return { ...state, card: null, secrets: [], forgotten: [], status: 'erased' };
    default:
      return unreachable(event);
  }
}

function without(card: CardFacts, { kind, record }: Secret): CardFacts | null {
  if (kind === 'card') return card.cardRecord === record ? null : card;
  return card.codeRecord === record ? { ...card, codeRecord: null } : card;
}

export const profile: Decider<ProfileState, ProfileCommand, ProfileEvent> = {
  category: 'profile',
  commands: profileCommands,
  initial,
  decide,
  evolve,
};
