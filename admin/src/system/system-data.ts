import type {
  ListedJob,
  ListedJobKind,
  ListedPartner,
  ListedRebuild,
  Readiness,
  ReadModels,
  SettingInForce,
} from '@supreme-access/contract/shapes/system.js';
import { http } from '../http.js';

const API = '/api/admin';

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

async function get<Answer>(path: string, signal?: AbortSignal): Promise<Answer> {
  return (await http(`${API}/${path}`, { signal })).json;
}

async function post<Answer>(path: string, body: object, key: string): Promise<Answer> {
  const headers = new Headers({ 'Idempotency-Key': key });
  return (await http(`${API}/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })).json;
}

const MAX_ROWS = 25;
const page = `range=[0,${MAX_ROWS - 1}]`;
const overdue = encodeURIComponent('{"overdue":true}');
const parked = encodeURIComponent('{"parked":true}');
const place = (name: string) => `system/projections/${encodeURIComponent(name)}`;

export const system = {
  readiness: (signal: AbortSignal) => get<Readiness>('system/readiness', signal),
  readModels: (signal: AbortSignal) => get<ReadModels>('system/projections', signal),
  partners: (signal: AbortSignal) => get<ListedPartner[]>('system/partners', signal),
  settings: (signal: AbortSignal) => get<SettingInForce[]>('system/settings', signal),
  jobKinds: (signal: AbortSignal) => get<ListedJobKind[]>('due/kinds', signal),
  jobRows: (signal: AbortSignal) => get<ListedJob[]>(`due?filter=${overdue}&${page}`, signal),
  parkedJobs: (signal: AbortSignal) => get<ListedJob[]>(`due?filter=${parked}&${page}`, signal),
  webhooks: (signal: AbortSignal) => get<Webhook[]>(`webhooks?${page}`, signal),
  ignored: (signal: AbortSignal) => get<{ count: number }>('webhooks/ignored', signal),
  bounces: (signal: AbortSignal) => get<Bounce[]>(`bounces?${page}`, signal),
  rebuild: (name: string, key: string) => post<{ rebuild: ListedRebuild }>(`${place(name)}/rebuild`, {}, key),
  replace: (name: string, rebuildId: string, key: string) =>
    post<{ rebuild: ListedRebuild }>(`${place(name)}/replace`, { rebuildId }, key),
  retry: (body: { kind: string; id?: string }, key: string) => post<{ retried: number }>('due/retry', body, key),
  setAside: (body: { kind: string; id: string; reason: string }, key: string) =>
    post<object>('due/set-aside', body, key),
};
