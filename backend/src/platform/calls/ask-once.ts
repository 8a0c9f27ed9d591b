import { callsTo } from './http-calls.js';

/** bytes: a page of a log is some MB */
const ANSWER_LIMIT = 256 * 1024 * 1024;
/** ms: a rotation of keys seals every record anew before it answers */
const DEADLINE = 300_000;

export interface AskedOnce {
  method?: 'GET' | 'POST';
  headers?: Readonly<Record<string, string>>;
  body?: string;
}
export interface AnsweredOnce {
  status: number;
  ok: boolean;
  text: string;
}

/** One question of a tool to a running server of ours. It follows no redirect. @throws when there is no answer, or it has no end */
export async function askOnce(url: string, { method = 'GET', headers = {}, body }: AskedOnce): Promise<AnsweredOnce> {
  const { origin, pathname, search } = new URL(url);
  const call = { method, path: `${pathname}${search}`, headers, ...(body === undefined ? {} : { body }) };
  const { status, text } = await callsTo(origin, ANSWER_LIMIT)({ ...call, signal: AbortSignal.timeout(DEADLINE) });
  if (text === undefined) throw new Error('the answer has no end');
  return { status, ok: status >= 200 && status <= 299, text };
}
