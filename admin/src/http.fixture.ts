import { jest } from '@jest/globals';

export function standInStorage(entries: Record<string, string> = {}): Map<string, string> {
  const kept = new Map(Object.entries(entries));
  const storage = {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  };
  Object.defineProperty(globalThis, 'localStorage', { value: storage, configurable: true });
  return kept;
}

export interface Sent {
  url: string;
  method: string;
  headers: Headers;
  body: unknown;
}

export function standInServer(...answers: (Response | Error)[]): Sent[] {
  const sent: Sent[] = [];
  const answer = async (url: string, init: RequestInit = {}) => {
    sent.push({ url, method: init.method ?? 'GET', headers: new Headers(init.headers), body: init.body });
    const next = answers.shift();
    if (!next) throw new Error(`nobody expected ${url}`);
    if (!(next instanceof Response)) throw next;
    return next;
  };
  globalThis.fetch = jest.fn(answer) as unknown as typeof fetch;
  return sent;
}

export function answered(json: unknown, init: ResponseInit = {}): Response {
  return new Response(JSON.stringify(json), init);
}
