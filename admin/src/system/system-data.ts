import type { ListedDue } from '@supreme-access/contract/due.js';
import { http } from '../http.js';

const API = '/api/admin';

export interface Difference {
  id: string;
  what: 'missing' | 'left over' | 'other';
  fields: string[];
}
export interface Rebuild {
  id: string;
  projection: string;
  state: 'building' | 'compared' | 'replaced' | 'failed';
  begunAt: string;
  position: number;
  head: number;
  rows: number | null;
  differing: number | null;
  unexplained: number | null;
  differences: Difference[];
  problem: string | null;
}
export interface ReadModel {
  name: string;
  version: number;
  position: number;
  lagEvents: number;
  lagMs: number;
  state: 'running' | 'waiting' | 'stopped';
  why: string | null;
  stoppedAt: { eventId: string; position: number } | null;
}
export interface ReadModels {
  folds: boolean;
  head: number;
  notNow: string | null;
  rebuild: Rebuild | null;
  projections: ReadModel[];
}
export interface Condition {
  name: string;
  state: 'fine' | 'late' | 'not ready';
  says: string;
  todo: string | null;
}
export interface Readiness {
  ready: boolean;
  role: string;
  conditions: Condition[];
}
export interface DueKind {
  kind: string;
  partner: string | null;
  waiting: number;
  overdue: number;
  late: number;
  oldestLateMs: number;
  parked: number;
  hanging: number;
}
export interface Partner {
  partner: string;
  isAway: boolean;
  since: string | null;
  trouble: string | null;
  nextProbeAt: string | null;
  limit: number;
}
export interface Webhook {
  id: string;
  type: string;
  orderId: string | null;
  receivedAt: string;
  handledAt: string | null;
  outcome: string | null;
  waiting: boolean;
  reason: string | null;
}
export interface Bounce {
  id: string;
  about: string;
  aboutId: string;
  kind: string;
  reason: 'no-mailbox' | 'mailbox-full' | 'refused';
  reply: string;
  at: string;
}
export interface Setting {
  name: string;
  value: string;
  secret: boolean;
  from: 'default' | 'environment' | 'file';
}

async function get<Answer>(path: string, signal?: AbortSignal): Promise<Answer> {
  return (await http(`${API}/${path}`, { signal })).json;
}

async function post<Answer>(path: string, body: object, key: string): Promise<Answer> {
  const headers = new Headers({ 'Idempotency-Key': key });
  return (await http(`${API}/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })).json;
}

/** rows of a list that are shown at once */
const SHOWN = 25;
const page = `range=[0,${SHOWN - 1}]`;
const overdue = encodeURIComponent('{"overdue":true}');
const place = (name: string) => `system/projections/${encodeURIComponent(name)}`;

export const system = {
  readiness: (signal: AbortSignal) => get<Readiness>('system/readiness', signal),
  readModels: (signal: AbortSignal) => get<ReadModels>('system/projections', signal),
  partners: (signal: AbortSignal) => get<Partner[]>('system/partners', signal),
  settings: (signal: AbortSignal) => get<Setting[]>('system/settings', signal),
  dueKinds: (signal: AbortSignal) => get<DueKind[]>('due/kinds', signal),
  dueRows: (signal: AbortSignal) => get<ListedDue[]>(`due?filter=${overdue}&${page}`, signal),
  webhooks: (signal: AbortSignal) => get<Webhook[]>(`webhooks?${page}`, signal),
  ignored: (signal: AbortSignal) => get<{ count: number }>('webhooks/ignored', signal),
  bounces: (signal: AbortSignal) => get<Bounce[]>(`bounces?${page}`, signal),
  rebuild: (name: string, key: string) => post<{ rebuild: Rebuild }>(`${place(name)}/rebuild`, {}, key),
  replace: (name: string, rebuildId: string, key: string) =>
    post<{ rebuild: Rebuild }>(`${place(name)}/replace`, { rebuildId }, key),
  retry: (body: { kind: string; id?: string }, key: string) => post<{ retried: number }>('due/retry', body, key),
};
