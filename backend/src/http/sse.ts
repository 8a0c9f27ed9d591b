import type { FastifyReply, FastifyRequest } from 'fastify';
import { networkOf } from '../config/network.js';
import { Refused } from '../event-sourcing/decider.js';
import type { Session } from '../event-sourcing/requester.js';
import { currentRequest } from '../telemetry/request-context.js';

export interface EventStream {
  send(event: string, data: unknown): void;
  write(frames: string): void;
  onClose(listener: () => void): void;
}

const HEARTBEAT = 15_000;
/** bytes that a slow reader may leave unread; beyond them it is disconnected and reconnects */
const BACKLOG = 32 * 1024;
/** ms for a reader to take the rest of an ended stream */
const LAST_WORDS = 2_000;
const open = new Map<() => void, Session | null>();
const counts = new Map<string, number>();
/** One address may hold all 500 shoppers of a release; a server takes 10,000 connections. */
export const STREAMS = { account: 20, network: 2_000, all: 8_000 };

/** Takes over the reply with its headers, uncompressed. @throws Refused 'too-many' | 'busy' */
export function openEventStream(
  { session, ip }: Pick<FastifyRequest, 'session' | 'ip'>,
  reply: FastifyReply,
): EventStream {
  const leave = takePlace(session, ip);
  reply.hijack();
  // The stream outlives the request's time budget.
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
    // A write after the end would raise an unhandled error.
    if (raw.writableEnded || raw.destroyed) return;
    if (raw.writableLength > BACKLOG + longest) raw.destroy();
    else raw.write(text);
    longest = Math.max(longest, text.length);
  };
  const end = () => {
    raw.end();
    // A reader that reads nothing would keep the stream open.
    setTimeout(() => raw.writableFinished || raw.destroy(), LAST_WORDS).unref();
  };
  const beat = setInterval(() => {
    if (session && Date.now() >= session.endsAt) end();
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
  // The reader may have disconnected during the session check; then no 'close' event follows.
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

export function frameOf(event: string, data: unknown): string {
  return `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}

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

export function endEventStreams(): void {
  for (const end of open.keys()) end();
}

export function endEventStreamsOf(isOver: (session: Session) => boolean): void {
  for (const [end, session] of open) if (session && isOver(session)) end();
}
