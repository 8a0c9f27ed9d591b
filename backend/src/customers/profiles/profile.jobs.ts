import { unreachable } from '../../event-sourcing/decider.js';
import { type JobChange, jobRule } from '../../jobs/jobs.projection.js';
import type { ProfileEvent, Secret } from './profile.js';

export const FORGET = 'forget-secret';

export const profileDue = jobRule<ProfileEvent>(['profile'], (event): readonly JobChange[] => {
  const { id } = event;
  switch (event.type) {
    case 'ProfileSaved':
    case 'ProfileRemoved':
      return event.data.secrets.map(({ secret, at }) => ({ kind: FORGET, id: rowOf(id, secret), dueAt: at }));
    case 'SecretKept':
      return [{ kind: FORGET, id: rowOf(id, event.data.secret), dueAt: event.data.until }];
    case 'SecretForgotten':
      return [{ kind: FORGET, id: rowOf(id, event.data.secret), done: true }];
    case 'PersonalDataErased':
      return event.data.secrets.map((secret) => ({ kind: FORGET, id: rowOf(id, secret), done: true }));
    default:
      return unreachable(event);
  }
});

function rowOf(profileId: string, { kind, record }: Secret): string {
  return `${kind}:${record}:${profileId}`;
}

export function secretOfRow(row: string): { profileId: string; secret: Secret } {
  const [kind = '', record = '', ...rest] = row.split(':');
  if (kind !== 'card' && kind !== 'code') throw new Error(`no such secret: ${kind}`);
  return { profileId: rest.join(':'), secret: { kind, record } };
}
