import { jest } from '@jest/globals';

const replaced = new Map<string, PropertyDescriptor | undefined>();

function replaceGlobal(name: 'fetch' | 'localStorage' | 'document', value: unknown): void {
  if (!replaced.has(name)) replaced.set(name, Object.getOwnPropertyDescriptor(globalThis, name));
  Object.defineProperty(globalThis, name, { value, configurable: true });
}

export function restoreGlobals(): void {
  for (const [name, property] of replaced) {
    if (property) Object.defineProperty(globalThis, name, property);
    else Reflect.deleteProperty(globalThis, name);
  }
  replaced.clear();
}

export function fakeStorage(entries: Record<string, string> = {}): Map<string, string> {
  const kept = new Map(Object.entries(entries));
  const storage = {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  };
  replaceGlobal('localStorage', storage);
  return kept;
}

export function fakePage() {
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  replaceGlobal('document', page);
  return (visibilityState: 'visible' | 'hidden') => {
    Object.assign(page, { visibilityState });
    page.dispatchEvent(new Event('visibilitychange'));
  };
}

export interface Sent {
  url: string;
  method: string;
  headers: Headers;
  body: unknown;
}

export function fakeServer(...answers: (Response | Error)[]): Sent[] {
  const sent: Sent[] = [];
  const answer = async (url: string, init: RequestInit = {}) => {
    sent.push({ url, method: init.method ?? 'GET', headers: new Headers(init.headers), body: init.body });
    const next = answers.shift();
    if (!next) throw new Error(`unexpected request of ${url}`);
    if (!(next instanceof Response)) throw next;
    return next;
  };
  replaceGlobal('fetch', jest.fn(answer));
  return sent;
}

export function answered(json: unknown, init: ResponseInit = {}): Response {
  return new Response(JSON.stringify(json), init);
}
