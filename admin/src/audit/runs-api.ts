import type { AuditPromise, AuditRun, HealPlan, OfferedRun, RunKind } from '@supreme-access/contract/shapes/audit.js';
import { http } from '../http.js';

const API = '/api/admin/audit';

async function get<Answer>(path: string, signal?: AbortSignal): Promise<Answer> {
  return (await http(`${API}/${path}`, { signal })).json;
}
async function post<Answer>(path: string, body: object, key: string): Promise<Answer> {
  const headers = new Headers({ 'Idempotency-Key': key });
  return (await http(`${API}/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })).json;
}

/** Dates of a date field, `2026-11-22`, in UTC; an empty one is open. */
export interface RunTimes {
  from?: string | null;
  to?: string | null;
}
export interface ExportInput extends RunTimes {
  what: 'stream' | 'product' | 'time';
  name?: string | null;
  form: 'sealed' | 'masked';
}

/** Both days are included as a whole. */
export function timesOf({ from, to }: RunTimes): { from?: string; to?: string } {
  return { ...(from ? { from: `${from}T00:00:00.000Z` } : {}), ...(to ? { to: `${to}T23:59:59.999Z` } : {}) };
}

export function exportQuery({ what, name, form, ...times }: ExportInput): string {
  const named: Record<string, string> = what === 'time' ? timesOf(times) : { [what]: name ?? '' };
  return new URLSearchParams({ ...named, form }).toString();
}

const nameIn = (headers: Headers) => /filename="([^"]+)"/.exec(headers.get('content-disposition') ?? '')?.[1];

export const runsApi = {
  promises: (signal?: AbortSignal) => get<AuditPromise[]>('promises', signal),
  kinds: (signal?: AbortSignal) => get<OfferedRun[]>('kinds', signal),
  start: (kind: RunKind, times: RunTimes, key: string) =>
    post<{ runId: string }>('runs', { kind, ...timesOf(times) }, key),
  one: (id: string, signal?: AbortSignal) => get<AuditRun>(`runs/${encodeURIComponent(id)}`, signal),
  /** `page` counts from 0. */
  list: async (page: number, size: number, signal?: AbortSignal) => {
    const range = JSON.stringify([page * size, page * size + size - 1]);
    const { json, headers } = await http(`${API}/runs?range=${encodeURIComponent(range)}`, { signal });
    return { runs: json as AuditRun[], total: Number(headers.get('content-range')?.split('/')[1] ?? 0) };
  },
  plan: (id: string, finding: string, signal?: AbortSignal) =>
    get<HealPlan>(`runs/${encodeURIComponent(id)}/heal?finding=${encodeURIComponent(finding)}`, signal),
  heal: (id: string, body: { finding: string; shown: string }, key: string) =>
    post<{ success: true }>(`runs/${encodeURIComponent(id)}/heal`, body, key),
  /** @throws when the answer is cut off, so that no incomplete file is saved */
  export: async (input: ExportInput) => {
    const { body, headers } = await http(`${API}/export?${exportQuery(input)}`);
    return { name: nameIn(headers) ?? 'log.ndjson', text: body, events: body.split('\n').length - 1 };
  },
};
