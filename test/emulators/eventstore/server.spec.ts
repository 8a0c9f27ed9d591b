import { connect } from 'node:http2';
import { connect as open } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import type { AppendReq } from '@eventstore/db-client/generated/streams_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import { lateAppend } from './append.js';
import { startEventStore } from './server.js';

const { Options, ProposedMessage } = streams.AppendReq;
const PATH = '/event_store.client.streams.Streams/Append';

/** gRPC's frame: not compressed, length, bytes. */
function framed(message: AppendReq): Buffer {
  const bytes = message.serializeBinary();
  const head = Buffer.alloc(5);
  head.writeUInt32BE(bytes.length, 1);
  return Buffer.concat([head, bytes]);
}

describe('the EventStoreDB emulator', () => {
  it('writes nothing of an incomplete append', async () => {
    const server = await startEventStore();
    const socket = open(Number(new URL(server.url).port), '127.0.0.1');
    const session = connect('http://127.0.0.1', { createConnection: () => socket });
    session.on('error', () => {});
    const headers = { ':method': 'POST', ':path': PATH, 'content-type': 'application/grpc', te: 'trailers' };
    const call = session.request(headers);
    call.on('error', () => {});
    const stream = new shared.StreamIdentifier().setStreamName(Buffer.from('thing-1'));
    const options = new Options().setStreamIdentifier(stream).setNoStream(new shared.Empty());
    call.write(framed(new streams.AppendReq().setOptions(options)));
    const event = new ProposedMessage().setId(new shared.UUID().setString('a')).setData(Buffer.from('{}'));
    call.write(framed(new streams.AppendReq().setProposedMessage(event)));
    while (server.calls.append === 0) await nextTurn();
    call.close(8);
    session.close();
    await new Promise((resolve) => socket.once('close', resolve));
    await server.stop();
    expect(server.store.of('thing-1')).toEqual([]);
  });

  it('stops and starts in the requested order, however often it goes down', async () => {
    const server = await startEventStore({ down: 20 });
    const port = Number(new URL(server.url).port);
    for (let round = 0; round < 20; round += 1) {
      for (let times = 0; times <= round % 3; times += 1) server.goDown();
      await server.stop();
      expect(await answers(port)).toBe(false);
      server.goDown();
      await server.start();
      expect(await answers(port)).toBe(true);
    }
    server.goDown();
    await server.stop();
    expect(await answers(port)).toBe(false);
  });
});

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = open(port, '127.0.0.1', () => resolve(true));
    socket.on('error', () => resolve(false));
    socket.on('connect', () => socket.destroy());
  });
}

describe('appends as late as real servers', () => {
  it('take what was measured', () => {
    expect([1, 16, 128].map(lateAppend)).toEqual([3, 13, 60]);
  });

  it('grow with the calls under way, so that a server takes 2,133 a second at most', () => {
    for (let inFlight = 2; inFlight < 2_000; inFlight += 1) {
      expect(lateAppend(inFlight)).toBeGreaterThan(lateAppend(inFlight - 1));
      expect((inFlight * 1_000) / lateAppend(inFlight)).toBeLessThan(2_134);
    }
  });
});
