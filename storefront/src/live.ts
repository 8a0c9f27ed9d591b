import { useEffect, useRef } from 'react';
import { ApiError, api } from './api.js';

/** ms; doubled after each failure, with jitter */
const FIRST_PAUSE = 1_000;
const LONGEST_PAUSE = 30_000;

export interface LiveEvent {
  event: string;
  data: unknown;
}

/** Splits what has arrived into whole events and the rest that is still incomplete. */
export function parseEvents(buffer: string): { events: LiveEvent[]; rest: string } {
  const blocks = buffer.replaceAll('\r\n', '\n').split('\n\n');
  const rest = blocks.pop() ?? '';
  return { events: blocks.flatMap(parseBlock), rest };
}

function parseBlock(block: string): LiveEvent[] {
  const value = (name: string) =>
    block
      .split('\n')
      .filter((line) => line.startsWith(`${name}:`))
      .map((line) => line.slice(name.length + 1).trimStart())
      .join('\n');
  const data = value('data');
  if (!data) return [];
  try {
    return [{ event: value('event') || 'message', data: JSON.parse(data) }];
  } catch {
    return [];
  }
}

/** Pause before the given reconnection attempt (0 is the first), ms. */
export function reconnectPause(attempt: number, random: number): number {
  return Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** attempt) * (0.5 + random / 2);
}

/** Listens until `signal` aborts, reconnecting with backoff; ends when the server refuses (4xx). */
export async function listen(path: string, signal: AbortSignal, onEvent: (event: LiveEvent) => void): Promise<void> {
  let attempt = 0;
  while (!signal.aborted) {
    try {
      const response = await api.open(path, signal);
      await read(response, (event) => {
        attempt = 0;
        onEvent(event);
      });
    } catch (error) {
      if (error instanceof ApiError && error.status >= 400 && error.status < 500) return;
    }
    await pause(reconnectPause(attempt, Math.random()), signal);
    attempt += 1;
  }
}

async function read(response: Response, onEvent: (event: LiveEvent) => void): Promise<void> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let buffer = '';
  for (;;) {
    const part = await reader?.read();
    if (!part || part.done) return;
    const { events, rest } = parseEvents(buffer + part.value);
    buffer = rest;
    events.forEach(onEvent);
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => [clearTimeout(timer), resolve()], { once: true });
  });
}

/** Live events of `path` for as long as the component stands; null listens to nothing. */
export function useLive(path: string | null, onEvent: (event: LiveEvent) => void): void {
  const latest = useRef(onEvent);
  useEffect(() => {
    latest.current = onEvent;
  });
  useEffect(() => {
    if (!path) return;
    const controller = new AbortController();
    void listen(path, controller.signal, (event) => latest.current(event));
    return () => controller.abort();
  }, [path]);
}
