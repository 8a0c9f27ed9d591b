import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import type { AppendReq, AppendResp } from '@eventstore/db-client/generated/streams_pb.js';
import type { ServerReadableStream } from '@grpc/grpc-js';
import { mayCall } from './access.js';
import {
  accessDenied,
  appended,
  notLeader,
  proposed,
  streamDeleted,
  streamNameOf,
  tooLarge,
  unavailable,
  unknownHere,
} from './messages.js';
import type { Context } from './server.js';
import { type Appended, type Proposed, type Store, Tombstoned } from './store.js';

const TURNS = 3;
const FAULTS = [
  'refused',
  'not-leader',
  'hang',
  'delay',
  'conflict',
  'answer-lost',
  'answer-hung',
  'applied-late',
] as const;

/** `latency`: ms. Options come first, then one message per event; the append is done once the client has ended its side. An incomplete call writes nothing. */
export function append(
  context: Context,
  call: ServerReadableStream<AppendReq, AppendResp>,
  latency: number,
): Promise<AppendResp> {
  let options: AppendReq.Options | undefined;
  const events: Proposed[] = [];
  return new Promise((resolve, reject) => {
    call.on('data', (request: AppendReq) => {
      const message = request.getProposedMessage();
      if (message) events.push(proposed(message));
      else options = request.getOptions();
    });
    call.on('end', () => {
      halfClosed(call)
        .then(() => (latency > 0 ? wait(latency) : undefined))
        .then(() => decide(context, call, options, events))
        .then(resolve, reject);
    });
  });
}

/** A cancelled call ends too, and is marked as cancelled only some ticks later. */
async function halfClosed(call: ServerReadableStream<AppendReq, AppendResp>): Promise<void> {
  for (let turns = 0; turns < TURNS; turns += 1) await nextTurn();
  if (call.cancelled) throw unavailable('the call was cancelled');
}

async function decide(
  { store, faults, ...server }: Context,
  call: ServerReadableStream<AppendReq, AppendResp>,
  options: AppendReq.Options | undefined,
  events: readonly Proposed[],
): Promise<AppendResp> {
  if (!options || !(options.hasRevision() || options.hasNoStream())) {
    throw unknownHere('appends at any revision');
  }
  const size = events.reduce((sum, event) => sum + sizeOf(event), 0);
  if (size > server.maxAppendSize) throw tooLarge(server.maxAppendSize);
  const stream = streamNameOf(options.getStreamIdentifier());
  if (server.user !== undefined && !mayCall('append', server.user, stream, store)) throw accessDenied();
  const expected = options.hasNoStream() ? -1 : Number(options.getRevision());
  const fault = faults.draw(...FAULTS);
  if (fault === 'refused') server.goDown();
  if (fault === 'not-leader') throw notLeader(server.port());
  if (fault === 'refused' || fault === 'hang') await server.silence;
  if (fault === 'delay') await wait(server.delay);
  if (fault === 'applied-late') await givenUp(call).then(server.lateBy);
  const current = store.of(stream).length - 1;
  if (fault === 'conflict' && !store.repeated(stream, expected, events)) return appended({ current });
  const result = appendedTo(store, stream, expected, events);
  if (fault === 'answer-lost') throw unavailable('the connection was lost');
  if (fault === 'answer-hung') await server.silence;
  return appended(result);
}

/** ms on EventStoreDB 24.10 and KurrentDB 26.0.2, two busy cores: 3 at one in flight, 13 at 16, 60 at 128, 2,133 a second at most */
export function lateAppend(inFlight: number): number {
  const measured = Math.min(3 + ((inFlight - 1) * 10) / 15, 13 + ((inFlight - 16) * 47) / 112);
  return Math.max(measured, (inFlight * 60) / 128);
}

function appendedTo(store: Store, stream: string, expected: number, events: readonly Proposed[]): Appended {
  try {
    return store.append(stream, expected, events);
  } catch (error) {
    throw error instanceof Tombstoned ? streamDeleted(stream) : error;
  }
}

function givenUp(call: ServerReadableStream<AppendReq, AppendResp>): Promise<void> {
  return new Promise((resolve) => {
    if (call.cancelled) resolve();
    else call.once('cancelled', resolve);
  });
}

/** The server's Event.SizeOnDisk counts two bytes per character of the type. */
function sizeOf({ properties, data, metadata }: Proposed): number {
  const type = properties.find(([name]) => name === 'type')?.[1] ?? '';
  return data.length + metadata.length + 2 * type.length;
}
