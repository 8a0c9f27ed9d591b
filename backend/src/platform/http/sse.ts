import { SESSION_SECONDS } from '@supreme-access/contract/limits.js';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Session } from './request.js';

export interface EventStream {
  /** Nothing happens once the stream has ended. */
  send(event: string, data: unknown): void;
  onClose(listener: () => void): void;
}

const HEARTBEAT = 15_000;
/** bytes a slow reader may leave unread before it is let go; it reconnects and reads afresh */
const BACKLOG = 256 * 1024;
/** how each is ended, and whose it is; null: anybody's */
const open = new Map<() => void, Session | null>();

/** Takes the reply over. Headers set so far (security, consistency) are kept; the answer is never compressed or buffered. */
export function openEventStream({ session }: Pick<FastifyRequest, 'session'>, reply: FastifyReply): EventStream {
  reply.hijack();
  const { raw } = reply;
  const listeners = new Set<() => void>();
  raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'text/event-stream',
    'cache-control': 'no-cache, no-transform',
    'x-accel-buffering': 'no',
  });
  const write = (text: string) => {
    // A write after the end would raise an error that nobody listens for.
    if (raw.writableEnded || raw.destroyed) return;
    if (raw.writableLength > BACKLOG) raw.destroy();
    else raw.write(text);
  };
  const end = () => raw.end();
  const beat = setInterval(() => {
    if (session && Date.now() >= session.signedInAt + SESSION_SECONDS * 1_000) end();
    else write(': still here\n\n');
  }, HEARTBEAT);
  const close = () => {
    clearInterval(beat);
    open.delete(end);
    for (const listener of listeners) listener();
    listeners.clear();
  };
  open.set(end, session ?? null);
  raw.once('close', close);
  // The reader may have gone while its session was checked; then no 'close' will come any more.
  if (raw.destroyed) close();
  write(': open\n\n');
  return {
    send: (event, data) => write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`),
    onClose: (listener) => {
      if (raw.closed) listener();
      else listeners.add(listener);
    },
  };
}

/** Ends every stream, so that a stopping server does not wait for its readers. */
export function endEventStreams(): void {
  for (const end of open.keys()) end();
}

/** Ends the streams that were opened by sessions of the account which began under an older version. */
export function endEventStreamsOf(accountId: string, version: number): void {
  for (const [end, session] of open) if (session?.accountId === accountId && session.version < version) end();
}
