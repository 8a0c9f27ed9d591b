import { SESSION_SECONDS } from '@supreme-access/contract/limits.js';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { networkOf } from '../config/network.js';
import { Refused } from '../event-sourcing/decider.js';
import type { Session } from '../event-sourcing/requester.js';
import { currentRequest } from '../telemetry/request-context.js';

export interface EventStream {
  /** Nothing happens once the stream has ended. */
  send(event: string, data: unknown): void;
  /** What `frameOf` made once for many readers. */
  write(frames: string): void;
  onClose(listener: () => void): void;
}

const HEARTBEAT = 15_000;
/** bytes a slow reader may leave unread before it is let go; it reconnects and reads afresh */
const BACKLOG = 32 * 1024;
/** ms in which a reader may take what was sent before its stream ended */
const LAST_WORDS = 2_000;
/** how each is ended, and whose it is; null: anybody's */
const open = new Map<() => void, Session | null>();
/** streams that are open per account and per network; those that have none are not here */
const counts = new Map<string, number>();
/**
 * A shopper has some tabs on some devices; the 500 of a drop may all sit behind one address, with two streams each. In all, room is
 * left for requests: a server takes 10,000 connections (server.ts).
 */
export const STREAMS = { account: 20, network: 2_000, all: 8_000 };

/**
 * Takes the reply over. Headers set so far (security, consistency) are kept; the answer is never compressed or buffered.
 * @throws Refused 'too-many' | 'busy' while as many are open as may be
 */
export function openEventStream(
  { session, ip }: Pick<FastifyRequest, 'session' | 'ip'>,
  reply: FastifyReply,
): EventStream {
  const leave = takePlace(session, ip);
  reply.hijack();
  // It lives as long as its reader.
  currentRequest()?.end();
  const { raw } = reply;
  const listeners = new Set<() => void>();
  raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'text/event-stream',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
  });
  let longest = 0;
  const write = (text: string) => {
    // A write after the end would raise an error that nobody listens for.
    if (raw.writableEnded || raw.destroyed) return;
    // What is long as a whole is no backlog yet.
    if (raw.writableLength > BACKLOG + longest) raw.destroy();
    else raw.write(text);
    longest = Math.max(longest, text.length);
  };
  const end = () => {
    raw.end();
    // Who reads nothing would keep it for ever.
    setTimeout(() => raw.writableFinished || raw.destroy(), LAST_WORDS).unref();
  };
  const beat = setInterval(() => {
    if (session && Date.now() >= session.signedInAt + SESSION_SECONDS * 1_000) end();
    else write(': still here\n\n');
  }, HEARTBEAT);
  const close = () => {
    clearInterval(beat);
    if (open.delete(end)) leave();
    for (const listener of listeners) listener();
    listeners.clear();
  };
  open.set(end, session ?? null);
  raw.once('close', close);
  // The reader may have gone while its session was checked; then no 'close' will come any more.
  if (raw.destroyed) close();
  write(': open\n\n');
  return {
    send: (event, data) => write(frameOf(event, data)),
    write,
    onClose: (listener) => {
      if (raw.closed) listener();
      else listeners.add(listener);
    },
  };
}

/** An event as it is sent. */
export function frameOf(event: string, data: unknown): string {
  return `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** Counts a stream; returns how its place is given back. */
function takePlace(session: Session | undefined, ip: string): () => void {
  const places: [name: string, most: number][] = [[`network ${networkOf(ip)}`, STREAMS.network]];
  if (session) places.push([`account ${session.accountId}`, STREAMS.account]);
  if (open.size >= STREAMS.all) throw new Refused('busy', 'unavailable', 'Live updates are not available.', 30);
  if (places.some(([name, most]) => (counts.get(name) ?? 0) >= most)) {
    throw new Refused('too-many', 'too-many', 'Too many live updates are open. Close some of them.', 30);
  }
  for (const [name] of places) counts.set(name, (counts.get(name) ?? 0) + 1);
  return () => {
    for (const [name] of places) {
      const left = (counts.get(name) ?? 1) - 1;
      if (left === 0) counts.delete(name);
      else counts.set(name, left);
    }
  };
}

/** Ends every stream, so that a stopping server does not wait for its readers. */
export function endEventStreams(): void {
  for (const end of open.keys()) end();
}

/** Ends the streams that such sessions have open. */
export function endEventStreamsOf(isOver: (session: Session) => boolean): void {
  for (const [end, session] of open) if (session && isOver(session)) end();
}
