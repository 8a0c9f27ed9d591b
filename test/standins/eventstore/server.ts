import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import { GossipService } from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import type { ClusterInfo } from '@eventstore/db-client/generated/gossip_pb.js';
import { ServerFeaturesService } from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import type { SupportedMethods } from '@eventstore/db-client/generated/serverfeatures_pb.js';
import serverFeatures from '@eventstore/db-client/generated/serverfeatures_pb.js';
import { StreamsService } from '@eventstore/db-client/generated/streams_grpc_pb.js';
import type { AppendReq, AppendResp, ReadReq, ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import {
  type Metadata,
  Server,
  ServerCredentials,
  type ServerReadableStream,
  type ServerWritableStream,
  type sendUnaryData,
  status,
} from '@grpc/grpc-js';
import { freePort } from '../../support/free-port.js';
import { Faults } from '../faults.js';
import { append } from './append.js';
import { type Refusal, refusal } from './messages.js';
import { read } from './read.js';
import { Store } from './store.js';

/**
 * refused: the server is gone for a moment, connections and all. not-leader: one call is sent elsewhere (back to here).
 * delay, hang: the call is answered late, or never. answer-lost, answer-hung: an append is written and its call fails, or is
 * silent. applied-late: an append is done only after its caller has given it up. conflict: an append is refused as if someone had written before. stream-killed, stream-ended: a read or a
 * subscription breaks, or a subscription ends as if all were well. duplicate: a subscription tells an event twice. read-error: a read is
 * refused as by a server whose disk is full, or that is stopping.
 */
export type EventStoreFault =
  | 'refused'
  | 'not-leader'
  | 'delay'
  | 'hang'
  | 'answer-lost'
  | 'answer-hung'
  | 'applied-late'
  | 'conflict'
  | 'stream-killed'
  | 'stream-ended'
  | 'duplicate'
  | 'read-error';

/** A node's place among several; a server without one leads always. */
export interface Seat {
  readonly store: Store;
  refuses(kind: 'append' | 'read', metadata: Metadata): Refusal | undefined;
  /** what this node says of all nodes */
  gossip(): ClusterInfo;
}

export interface EventStoreOptions {
  faults?: Faults<EventStoreFault>;
  /** name -> password; given, the server speaks TLS and wants them */
  users?: Readonly<Record<string, string>>;
  /** ms of a `delay` */
  delay?: number;
  /** how long an append that is `applied-late` waits once its caller has given it up; a `delay` unless told */
  lateBy?: () => Promise<unknown>;
  /** ms the server is gone after `refused` */
  down?: number;
  /** that it says it has; it says none unless told */
  version?: string;
  /** position of the first record */
  end?: number;
  /** bytes that one append may have; 1 MiB unless told, as the server's */
  maxAppendSize?: number;
  seat?: Seat;
}

/** What the calls need of their server. */
export interface Context {
  store: Store;
  faults: Faults<EventStoreFault>;
  /** bytes */
  maxAppendSize: number;
  /** ms */
  delay: number;
  lateBy: () => Promise<unknown>;
  /** never settles */
  silence: Promise<never>;
  port(): number;
  goDown(): void;
}

/** Speaks as much of EventStoreDB's protocol as the event log uses; its data live as long as the object. */
export class EventStoreStandIn {
  readonly faults: Faults<EventStoreFault>;
  readonly store: Store;
  /** how often each method was called */
  readonly calls = { append: 0, read: 0 };
  #server: Server | undefined;
  #port = 0;
  #latest = Promise.resolve();
  #isGoingDown = false;

  constructor(private readonly options: EventStoreOptions) {
    this.faults = options.faults ?? new Faults();
    this.store = new Store(options.end);
  }

  get port(): number {
    return this.#port;
  }

  /** What a client connects to; with users, put `name:password@` before the host. */
  get url(): string {
    if (!this.options.users) return `esdb://127.0.0.1:${this.#port}?tls=false`;
    // by name: Node lets no address be the name of a TLS server for much longer (DEP0123), and gRPC makes it one
    return `esdb://localhost:${this.#port}?tls=true&tlsCAFile=${encodeURIComponent(CERTIFICATE)}`;
  }

  /** Listens, on the same port as before. */
  start(): Promise<void> {
    return this.#inTurn(() => this.#listen());
  }

  /** Lets go of the port and every connection; keeps the data. */
  stop(): Promise<void> {
    return this.#inTurn(() => this.#letGo());
  }

  /** Lets go of everything and comes back a moment later. */
  goDown(): void {
    if (!this.#server || this.#isGoingDown) return;
    this.#isGoingDown = true;
    void this.#inTurn(async () => {
      await this.#letGo();
      await wait(this.options.down ?? 200);
      await this.#listen();
      this.#isGoingDown = false;
    });
  }

  /** One after the other: a server that is ended while it begins to listen never says that it does. */
  #inTurn(step: () => Promise<void>): Promise<void> {
    const done = this.#latest.then(step);
    this.#latest = done.catch(() => {});
    return done;
  }

  async #listen(): Promise<void> {
    const server = new Server({ 'grpc.max_receive_message_length': 17 * 2 ** 20 });
    server.addService(StreamsService, this.#methods());
    const { seat, version } = this.options;
    if (seat)
      server.addService(GossipService, {
        read: (_: unknown, answer: sendUnaryData<ClusterInfo>) => answer(null, seat.gossip()),
      });
    if (version !== undefined) {
      const features = new serverFeatures.SupportedMethods().setEventStoreServerVersion(version);
      const getSupportedMethods = (_: unknown, answer: sendUnaryData<SupportedMethods>) => answer(null, features);
      server.addService(ServerFeaturesService, { getSupportedMethods });
    }
    this.#server = server;
    if (this.#port === 0) this.#port = await freePort();
    await new Promise<void>((resolve, reject) => {
      const credentials = this.options.users ? secure() : ServerCredentials.createInsecure();
      server.bindAsync(`127.0.0.1:${this.#port}`, credentials, (error) => (error ? reject(error) : resolve()));
    });
  }

  async #letGo(): Promise<void> {
    // Not from within a call that node's HTTP/2 made: ending its session there corrupts memory.
    await nextTurn();
    this.#server?.forceShutdown();
    this.#server = undefined;
  }

  #methods() {
    const { seat } = this.options;
    const silence = new Promise<never>(() => {});
    const context = (): Context => ({
      store: seat?.store ?? this.store,
      faults: this.faults,
      maxAppendSize: this.options.maxAppendSize ?? 2 ** 20,
      delay: this.options.delay ?? 50,
      lateBy: this.options.lateBy ?? (() => wait(this.options.delay ?? 50)),
      silence,
      port: () => this.#port,
      goDown: () => this.goDown(),
    });
    return {
      append: (call: ServerReadableStream<AppendReq, AppendResp>, answer: sendUnaryData<AppendResp>) => {
        this.calls.append += 1;
        const denied = this.#denied(call.metadata) ?? seat?.refuses('append', call.metadata);
        if (denied) return answer(denied);
        append(context(), call).then(
          (response) => answer(null, response),
          (error: Refusal) => answer(error),
        );
      },
      read: (call: ServerWritableStream<ReadReq, ReadResp>) => {
        this.calls.read += 1;
        call.on('error', () => {});
        const denied = this.#denied(call.metadata) ?? seat?.refuses('read', call.metadata);
        // grpc-js ends a call with this status when it is emitted; destroy(error) would crash it
        if (denied) return call.emit('error', denied);
        read(context(), call).catch((error: Refusal) => call.emit('error', error));
      },
    };
  }

  #denied(metadata: Metadata): Refusal | undefined {
    const { users } = this.options;
    if (!users) return;
    const [header] = metadata.get('authorization');
    if (!header) return refusal(status.PERMISSION_DENIED, 'Access Denied', { exception: 'access-denied' });
    const [name = '', password] = Buffer.from(String(header).replace('Basic ', ''), 'base64').toString().split(':');
    if (users[name] !== password) return refusal(status.UNAUTHENTICATED, 'Bad HTTP status code: 401');
  }
}

/** Starts a server of its own, on a free port. */
export async function startEventStore(options: EventStoreOptions = {}): Promise<EventStoreStandIn> {
  // The definitions are a private part of the client: another version of it may have moved them.
  for (const method of ['append', 'read'] as const) {
    if (!StreamsService?.[method]?.path) throw new Error(`the client's definitions hold no Streams.${method}`);
  }
  const server = new EventStoreStandIn(options);
  await server.start();
  return server;
}

/** A certificate for 127.0.0.1 and localhost that signs itself, good until 2125; its key is public, and for tests alone. */
const CERTIFICATE = join(import.meta.dirname, 'localhost.crt');

function secure(): ServerCredentials {
  const key = readFileSync(join(import.meta.dirname, 'localhost.key'));
  return ServerCredentials.createSsl(null, [{ private_key: key, cert_chain: readFileSync(CERTIFICATE) }]);
}
