import { type Call, callsTo } from './http-calls.js';

/** bytes; a page of a log takes some MB */
const ANSWER_LIMIT = 256 * 1024 * 1024;
/** ms */
const DEADLINE = 300_000;

export interface RequestOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  headers?: Readonly<Record<string, string>>;
  body?: string;
}
export interface AnsweredOnce {
  status: number;
  ok: boolean;
  text: string;
}

const calls = new Map<string, Call>();

function to(origin: string): Call {
  const call = calls.get(origin) ?? callsTo(origin, ANSWER_LIMIT);
  calls.set(origin, call);
  return call;
}

/** Calls a server of ours once, without redirects. @throws when the answer is missing or too long */
export async function askOnce(
  url: string,
  { method = 'GET', headers = {}, body }: RequestOptions,
): Promise<AnsweredOnce> {
  const { origin, pathname, search } = new URL(url);
  const call = { method, path: `${pathname}${search}`, headers, ...(body === undefined ? {} : { body }) };
  const { status, text } = await to(origin)({ ...call, signal: AbortSignal.timeout(DEADLINE) });
  if (text === undefined) throw new Error('the answer has no end');
  return { status, ok: status >= 200 && status <= 299, text };
}
