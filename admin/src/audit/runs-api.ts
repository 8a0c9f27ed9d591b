import type { AuditRun, HealPlan, OfferedRun, RunKind } from '@supreme-access/contract/shapes/audit.js';
import { http } from '../http.js';

const API = '/api/admin/audit';

async function get<Answer>(path: string, signal?: AbortSignal): Promise<Answer> {
  return (await http(`${API}/${path}`, { signal })).json;
}
async function post<Answer>(path: string, body: object, key: string): Promise<Answer> {
  const headers = new Headers({ 'Idempotency-Key': key });
  return (await http(`${API}/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })).json;
}

/** Dates as a date field gives them, `2026-11-22`, in UTC; empty: open. */
export interface RunTimes {
  from?: string | null;
  to?: string | null;
}
export interface ExportWish extends RunTimes {
  what: 'stream' | 'product' | 'time';
  name?: string | null;
  form: 'sealed' | 'masked';
}

/** From the beginning of the first day to the end of the last. */
export function timesOf({ from, to }: RunTimes): { from?: string; to?: string } {
  return { ...(from ? { from: `${from}T00:00:00.000Z` } : {}), ...(to ? { to: `${to}T23:59:59.999Z` } : {}) };
}

export function exportQuery({ what, name, form, ...times }: ExportWish): string {
  const named: Record<string, string> = what === 'time' ? timesOf(times) : { [what]: name ?? '' };
  return new URLSearchParams({ ...named, form }).toString();
}

/** The file's name as the server says it. */
const nameIn = (headers: Headers) => /filename="([^"]+)"/.exec(headers.get('content-disposition') ?? '')?.[1];

export const runsApi = {
  kinds: (signal?: AbortSignal) => get<OfferedRun[]>('kinds', signal),
  start: (kind: RunKind, times: RunTimes, key: string) =>
    post<{ runId: string }>('runs', { kind, ...timesOf(times) }, key),
  one: (id: string, signal?: AbortSignal) => get<AuditRun>(`runs/${encodeURIComponent(id)}`, signal),
  /** `page` counts from 0 */
  list: async (page: number, size: number, signal?: AbortSignal) => {
    const range = JSON.stringify([page * size, page * size + size - 1]);
    const { json, headers } = await http(`${API}/runs?range=${encodeURIComponent(range)}`, { signal });
    return { runs: json as AuditRun[], total: Number(headers.get('content-range')?.split('/')[1] ?? 0) };
  },
  plan: (id: string, finding: string, signal?: AbortSignal) =>
    get<HealPlan>(`runs/${encodeURIComponent(id)}/heal?finding=${encodeURIComponent(finding)}`, signal),
  heal: (id: string, body: { finding: string; shown: string }, key: string) =>
    post<{ success: true }>(`runs/${encodeURIComponent(id)}/heal`, body, key),
  /** An answer that was cut off is none: then it throws, and there is no file. */
  export: async (wish: ExportWish) => {
    const { body, headers } = await http(`${API}/export?${exportQuery(wish)}`);
    return { name: nameIn(headers) ?? 'log.ndjson', text: body, events: body.split('\n').length - 1 };
  },
};
