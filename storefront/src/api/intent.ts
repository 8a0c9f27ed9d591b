import { Intent } from '@supreme-access/contract/intents.js';
import { useRef } from 'react';
import { ApiError, api } from './api.js';

/** Sends one kind of command. `meaning` is what the user asked for; `build` makes the body once per intent. */
export type SendIntent = <T>(path: string, meaning: unknown, build: () => Promise<unknown> | unknown) => Promise<T>;

/** One intent has one Idempotency-Key: until a definite answer, the same input sends the identical key and body. */
export function createIntents(
  command: <T>(path: string, body: unknown, key: string) => Promise<T> = (...call) => api.command(...call),
): SendIntent {
  const intent = new Intent();
  let made: { key: string; body: unknown } | null = null;
  return async (path, meaning, build) => {
    const key = intent.keyFor(JSON.stringify([path, meaning]));
    if (made?.key !== key) made = { key, body: await build() };
    try {
      const answer = await command<never>(path, made.body, key);
      intent.settle(key);
      return answer;
    } catch (error) {
      if (!(error instanceof ApiError && error.unknownOutcome)) intent.settle(key);
      throw error;
    }
  };
}

export function useIntent(): SendIntent {
  const send = useRef<SendIntent | null>(null);
  send.current ??= createIntents();
  return send.current;
}
