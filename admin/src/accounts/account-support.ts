import type { AccountAccess, MaskedProfile } from '@supreme-access/contract/shapes/people.js';
import { http } from '../http.js';
import type { EraseInput } from '../ui/EraseInputs.js';
import type { Proof } from '../ui/OwnProof.js';

const at = (id: string, what: string) => `/api/admin/accounts/${encodeURIComponent(id)}/${what}`;

/** `key` is the Idempotency-Key of the intent. */
async function post<Answer>(id: string, what: string, key: string, body: object): Promise<Answer> {
  const headers = new Headers({ 'Idempotency-Key': key });
  return (await http(at(id, what), { method: 'POST', headers, body: JSON.stringify(body) })).json;
}

export const accountSupport = {
  access: async (id: string, signal?: AbortSignal): Promise<AccountAccess> =>
    (await http(at(id, 'access'), { signal })).json,
  profiles: async (id: string, signal?: AbortSignal): Promise<MaskedProfile[]> =>
    (await http(at(id, 'profiles'), { signal })).json,
  endSessions: (id: string, body: { reason: string }, key: string) => post<unknown>(id, 'sessions/end', key, body),
  grant: (id: string, body: Proof & { role: string }, key: string) => post<unknown>(id, 'roles', key, body),
  erase: (id: string, body: EraseInput, key: string) => post<{ finished: boolean }>(id, 'erase', key, body),
};
