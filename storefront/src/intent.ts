import { useRef } from 'react';
import { ApiError, api } from './api/api.js';

interface OpenIntent {
  said: string;
  key: string;
  body: unknown;
}

/** Sends one kind of command. `meaning` is what the user asked for; `build` makes the body, once per intent. */
export type SendIntent = <T>(path: string, meaning: unknown, build: () => Promise<unknown> | unknown) => Promise<T>;

/**
 * One user intent, one Idempotency-Key. Until the server has given a definite answer, asking for the same thing again sends
 * the identical key and body (an encrypted body must not be made anew: the server would see another request).
 */
export function createIntents(
  command: <T>(path: string, body: unknown, key: string) => Promise<T> = (...call) => api.command(...call),
): SendIntent {
  let open: OpenIntent | null = null;
  return async (path, meaning, build) => {
    const said = JSON.stringify([path, meaning]);
    if (open?.said !== said) open = { said, key: crypto.randomUUID(), body: await build() };
    const { body, key } = open;
    try {
      const answer = await command<never>(path, body, key);
      open = null;
      return answer;
    } catch (error) {
      if (!(error instanceof ApiError && error.unknownOutcome)) open = null;
      throw error;
    }
  };
}

export function useIntent(): SendIntent {
  const send = useRef<SendIntent | null>(null);
  send.current ??= createIntents();
  return send.current;
}
