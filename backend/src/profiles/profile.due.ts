import { unreachable } from '../platform/decider.js';
import { type DueChange, dueRule } from '../platform/due/due.projection.js';
import type { Recorded } from '../platform/projections/recorded.js';
import { PERSON_VERSION } from '../products/person-version.js';
import type { ProfileEvent, Secret } from './profile.js';

type Of<T extends ProfileEvent['type']> = Recorded<Extract<ProfileEvent, { type: T }>>;

export const FORGET = 'forget-secret';
export const ADD_PERSON_KEY = 'add-person-key';

export const profileDue = dueRule<ProfileEvent>(['profile'], (event): readonly DueChange[] => {
  const { id } = event;
  switch (event.type) {
    case 'ProfileSaved':
      return [...forgetting(event), personKey(event)];
    case 'PersonKeyAdded':
      return [personKeyDone(id)];
    case 'ProfileRemoved':
      return [...forgetting(event), personKeyDone(id)];
    case 'SecretKept':
    case 'CodeRetired':
      return [{ kind: FORGET, id: rowOf(id, event.data.secret), dueAt: event.data.until }];
    case 'SecretForgotten': {
      const { secret } = event.data;
      const forgotten: DueChange = { kind: FORGET, id: rowOf(id, secret), done: true };
      // A card that was replaced is of a save that has both keys: this one is the profile's own.
      return secret.kind === 'card' ? [forgotten, personKeyDone(id)] : [forgotten];
    }
    case 'PersonalDataErased':
      return [
        ...event.data.secrets.map((secret) => ({ kind: FORGET, id: rowOf(id, secret), done: true as const })),
        personKeyDone(id),
      ];
    default:
      return unreachable(event);
  }
});

function forgetting({ id, data }: Of<'ProfileSaved' | 'ProfileRemoved'>): DueChange[] {
  return data.secrets.map(({ secret, at }) => ({ kind: FORGET, id: rowOf(id, secret), dueAt: at }));
}

/** A guest's profile is for one order, whose slot it has or never gets. */
function personKey({ id, at, data }: Of<'ProfileSaved'>): DueChange {
  const isComplete = (data.personVersion ?? 1) >= PERSON_VERSION || data.accountId === null;
  return isComplete ? personKeyDone(id) : { kind: ADD_PERSON_KEY, id, dueAt: at };
}

function personKeyDone(id: string): DueChange {
  return { kind: ADD_PERSON_KEY, id, done: true };
}

function rowOf(profileId: string, { kind, record }: Secret): string {
  return `${kind}:${record}:${profileId}`;
}

export function secretOfRow(row: string): { profileId: string; secret: Secret } {
  const [kind = '', record = '', ...rest] = row.split(':');
  if (kind !== 'card' && kind !== 'code') throw new Error(`no such secret: ${kind}`);
  return { profileId: rest.join(':'), secret: { kind, record } };
}
