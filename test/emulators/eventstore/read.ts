import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import type { ReadReq, ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import { type ServerWritableStream, status } from '@grpc/grpc-js';
import { mayCall } from './access.js';
import {
  accessDenied,
  caughtUp,
  checkpoint,
  confirmation,
  fellBehind,
  notLeader,
  recorded,
  refusal,
  streamDeleted,
  streamNameOf,
  streamNotFound,
  unavailable,
  unknownHere,
} from './messages.js';
import type { Context } from './server.js';
import { type Held, type Store, Tombstoned } from './store.js';

const PAGE = 100;
/** ms on real servers */
const REAL_READ = 2;
/** the backlog of events that ends a subscription */
const BEHIND = 500;

/** Reads of a stream and of $all, and subscriptions to $all. */
export async function read(context: Context, call: ServerWritableStream<ReadReq, ReadResp>): Promise<void> {
  if (context.isLate) await wait(REAL_READ);
  const options = call.request.getOptions();
  if (!options) throw unknownHere('a read of nothing');
  const name = options.hasStream() ? streamNameOf(options.getStream()?.getStreamIdentifier()) : undefined;
  const { faults, store, user } = context;
  if (user !== undefined && !mayCall('read', user, name, store)) throw accessDenied();
  const fault = faults.draw('refused', 'not-leader', 'hang', 'delay', 'stream-killed', 'read-error');
  if (fault === 'refused') context.goDown();
  if (fault === 'not-leader') throw notLeader(context.port());
  if (fault === 'read-error') {
    // A server with a full disk says no more (seen on 24.10.14).
    const text = options.hasAll() ? 'Unexpected ReadAllResult: Error' : 'Unexpected ReadStreamResult: Error';
    throw refusal(status.UNKNOWN, options.hasSubscription() ? 'Exception was thrown by handler.' : text);
  }
  if (fault === 'delay') await wait(context.delay);
  const answer = new Answer(call);
  const breaks = fault === 'refused' || fault === 'hang' || fault === 'stream-killed';
  if (options.hasSubscription()) {
    if (breaks) return await breakOff(context, fault);
    return await follow(context, options, answer);
  }
  if (options.hasFilter()) throw unknownHere('reads with a filter');
  const shown = name === undefined ? [] : shownOf(store, name);
  if (name !== undefined && shown.length === 0) await answer.send(streamNotFound(name));
  const events = name === undefined ? ofAll(context, options) : ofStream(shown, options);
  const page = events.slice(0, Number(options.getCount()));
  for (const event of breaks ? page.slice(0, page.length >> 1) : page) await answer.send(recorded(event));
  if (breaks) await breakOff(context, fault);
  call.end();
}

function shownOf(store: Store, name: string): readonly Held[] {
  try {
    return store.shown(name);
  } catch (error) {
    throw error instanceof Tombstoned ? streamDeleted(name) : error;
  }
}

async function breakOff({ silence }: Context, fault: 'refused' | 'hang' | 'stream-killed'): Promise<void> {
  if (fault === 'stream-killed') throw unavailable('the stream was killed');
  await silence;
}

function ofStream(events: readonly Held[], options: ReadReq.Options): readonly Held[] {
  const from = options.getStream();
  const first = from?.hasRevision() ? Number(from.getRevision()) : 0;
  if (options.getReadDirection() === 0) return events.slice(Math.max(0, first - (events[0]?.revision ?? 0)));
  if (!from?.hasEnd()) throw unknownHere('reads of a stream backwards from a revision');
  return events.toReversed();
}

function ofAll({ store }: Context, options: ReadReq.Options): readonly Held[] {
  const from = options.getAll();
  const position = from?.getPosition();
  const backwards = options.getReadDirection() === 1;
  const end = from?.hasEnd() ? store.all.length : 0;
  const index = position ? store.placeOf(Number(position.getCommitPosition())) : end;
  // Reads and subscriptions have different messages (seen on 24.10.14 and 26.0.2).
  if (index === undefined) throw refusal(status.UNKNOWN, 'Unexpected ReadAllResult: InvalidPosition');
  return backwards ? store.all.slice(0, index).toReversed() : store.all.slice(index);
}

/** The index of the first event of a subscription after a position. */
function firstAfter(store: Store, position: number): number {
  const index = store.placeOf(position);
  if (index === undefined) throw refusal(status.INVALID_ARGUMENT, 'Trying to read from an invalid position.');
  return store.all[index] ? index + 1 : index;
}

/** Sends stored events, then live ones, until the client leaves. */
async function follow(context: Context, options: ReadReq.Options, answer: Answer): Promise<void> {
  const { store } = context;
  const position = options.getAll()?.getPosition();
  if (!options.hasAll() || options.getAll()?.hasEnd()) throw unknownHere('this kind of subscription');
  const { matches, window } = filterOf(options.getFilter());
  const after = position ? Number(position.getCommitPosition()) : 0;
  let index = position ? firstAfter(store, after) : 0;
  let [live, searched] = [false, 0];
  await answer.send(confirmation(randomUUID()));
  while (!answer.signal.aborted) {
    const page = store.all.slice(index, index + PAGE);
    index += page.length;
    searched += page.length;
    if (live && store.all.length - index > BEHIND) {
      live = false;
      await answer.send(fellBehind());
    }
    if (
      !(await send(
        context,
        answer,
        page.filter((event) => event.position > after && matches(event)),
      ))
    )
      return;
    if (searched >= window) {
      searched = 0;
      await answer.send(checkpoint(page.at(-1)?.position ?? 0));
    }
    if (index < store.all.length) continue;
    if (!live) await answer.send(caughtUp());
    live = true;
    if (index === store.all.length) await store.appended(answer.signal);
  }
}

/** Returns false when the subscription has ended. */
async function send(context: Context, answer: Answer, page: readonly Held[]): Promise<boolean> {
  const fault = page.length > 0 && context.faults.draw('stream-killed', 'stream-ended', 'hang', 'delay', 'duplicate');
  const breaks = fault === 'stream-killed' || fault === 'stream-ended' || fault === 'hang';
  if (fault === 'delay') await wait(context.delay);
  for (const event of breaks ? page.slice(0, page.length >> 1) : page) {
    await answer.send(recorded(event));
    if (fault === 'duplicate') await answer.send(recorded(event));
  }
  if (fault === 'stream-ended') answer.end();
  else if (breaks) await breakOff(context, fault);
  return !breaks;
}

function filterOf(filter: ReadReq.Options.FilterOptions | undefined) {
  if (!filter) return { matches: () => true, window: Number.POSITIVE_INFINITY };
  const regex = filter.getStreamIdentifier()?.getRegex();
  if (!regex) throw unknownHere('filters other than a regex on the name of the stream');
  const pattern = new RegExp(regex);
  const window = filter.getMax() * filter.getCheckpointintervalmultiplier();
  return { matches: ({ stream }: Held) => pattern.test(stream), window };
}

/** Waits for slow clients and notices when they leave. */
class Answer {
  readonly #gone = new AbortController();

  constructor(private readonly call: ServerWritableStream<ReadReq, ReadResp>) {
    call.once('cancelled', () => this.#gone.abort());
    call.once('close', () => this.#gone.abort());
  }

  get signal(): AbortSignal {
    return this.#gone.signal;
  }

  async send(message: ReadResp): Promise<void> {
    if (this.signal.aborted || this.call.write(message)) return;
    await once(this.call, 'drain', { signal: this.signal }).catch(() => {});
  }

  end(): void {
    this.call.end();
  }
}
