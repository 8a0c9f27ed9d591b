import { jest } from '@jest/globals';

export interface SentRequest {
  method: string;
  path: string;
  body: unknown;
}

/** Answers by path and query, or by path alone; 404 to everything else. */
export function answerRequests(answers: Readonly<Record<string, unknown>>): SentRequest[] {
  const requests: SentRequest[] = [];
  globalThis.fetch = jest.fn(async (input: unknown, init: RequestInit = {}) => {
    const { pathname, search } = new URL(String(input), 'http://localhost');
    const body = typeof init.body === 'string' ? JSON.parse(init.body) : undefined;
    requests.push({ method: init.method ?? 'GET', path: `${pathname}${search}`, body });
    const answer = answers[`${pathname}${search}`] ?? answers[pathname];
    const text = JSON.stringify(answer ?? { success: false, error: 'There is no such thing.', code: 'not-found' });
    const headers = new Headers({ 'content-type': 'application/json' });
    if (Array.isArray(answer)) headers.set('content-range', `rows 0-${answer.length - 1}/${answer.length}`);
    const [ok, status] = answer === undefined ? [false, 404] : [true, 200];
    return { ok, status, statusText: '', headers, text: async () => text };
  }) as unknown as typeof fetch;
  return requests;
}
