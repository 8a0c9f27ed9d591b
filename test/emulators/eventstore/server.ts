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
import { append, lateAppend } from './append.js';
import { accessDenied, type Refusal, refusal } from './messages.js';
import { read } from './read.js';
import { Store } from './store.js';

/**
 * refused: the server and its connections are gone for a moment. not-leader: the client is redirected (to this server). delay, hang: a late
 * answer, or none. answer-lost, answer-hung: the append is written, and the call fails or stays silent. applied-late: the append is written
 * after the caller gave up. conflict: refused as if another writer was first. stream-killed, stream-ended: a read or subscription breaks, or
 * a subscription ends normally. duplicate: a subscription sends an event twice. read-error: a read is refused as with a full disk or during
 * a stop.
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

/** A node's role in a cluster; a server without one always leads. */
export interface Seat {
  readonly store: Store;
  refuses(kind: 'append' | 'read', metadata: Metadata): Refusal | undefined;
  gossip(): ClusterInfo;
}

export interface EventStoreOptions {
  faults?: Faults<EventStoreFault>;
  /** name -> password; they also turn TLS on. `admin` may do everything, the others what the access lists say. */
  users?: Readonly<Record<string, string>>;
  /** ms of a `delay` */
  delay?: number;
  /** how long an `applied-late` append waits after its caller gave up; default: a `delay` */
  lateBy?: () => Promise<unknown>;
  /** ms of downtime after `refused` */
  down?: number;
  /** the reported version; none by default */
  version?: string;
  /** position of the first record */
  end?: number;
  /** bytes per append; 1 MiB by default, as the server's */
  maxAppendSize?: number;
  /** answers as late as a real server */
  isLate?: boolean;
  seat?: Seat;
}

export interface Context {
  store: Store;
  faults: Faults<EventStoreFault>;
  /** of a server that asks who one is */
  user: string | undefined;
  /** bytes */
  maxAppendSize: number;
  /** ms */
  delay: number;
  isLate: boolean;
  lateBy: () => Promise<unknown>;
  /** never settles */
  silence: Promise<never>;
  port(): number;
  goDown(): void;
}

/** As much of EventStoreDB's protocol as the event log uses, in memory. */
export class EventStoreEmulator {
  readonly faults: Faults<EventStoreFault>;
  readonly store: Store;
  /** the number of calls per method */
  readonly calls = { append: 0, read: 0 };
  #appending = 0;
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

  /** With users, put `name:password@` before the host. */
  get url(): string {
    if (!this.options.users) return `esdb://127.0.0.1:${this.#port}?tls=false`;
    // Node deprecates addresses as the name of a TLS server (DEP0123), and gRPC sends one.
    return `esdb://localhost:${this.#port}?tls=true&tlsCAFile=${encodeURIComponent(CERTIFICATE)}`;
  }

  /** Listens on the same port every time. */
  start(): Promise<void> {
    return this.#inTurn(() => this.#listen());
  }

  /** Closes the port and every connection; keeps the data. */
  stop(): Promise<void> {
    return this.#inTurn(() => this.#letGo());
  }

  /** Stops and restarts a moment later. */
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

  /** Serialised: a server closed while it begins to listen never reports listening. */
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
    // Ending an HTTP/2 session inside one of its own calls corrupts memory.
    await nextTurn();
    this.#server?.forceShutdown();
    this.#server = undefined;
  }

  #methods() {
    const { seat, isLate = false } = this.options;
    const silence = new Promise<never>(() => {});
    const context = (metadata: Metadata): Context => ({
      user: this.options.users && credentials(metadata)?.[0],
      store: seat?.store ?? this.store,
      faults: this.faults,
      maxAppendSize: this.options.maxAppendSize ?? 2 ** 20,
      delay: this.options.delay ?? 50,
      isLate,
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
        this.#appending += 1;
        append(context(call.metadata), call, isLate ? lateAppend(this.#appending) : 0)
          .then(
            (response) => answer(null, response),
            (error: Refusal) => answer(error),
          )
          .finally(() => {
            this.#appending -= 1;
          });
      },
      read: (call: ServerWritableStream<ReadReq, ReadResp>) => {
        this.calls.read += 1;
        call.on('error', () => {});
        const denied = this.#denied(call.metadata) ?? seat?.refuses('read', call.metadata);
        // grpc-js ends a call with this status when it is emitted; destroy(error) would crash it.
        if (denied) return call.emit('error', denied);
        read(context(call.metadata), call).catch((error: Refusal) => call.emit('error', error));
      },
    };
  }

  #denied(metadata: Metadata): Refusal | undefined {
    const { users } = this.options;
    if (!users) return;
    const said = credentials(metadata);
    if (!said) return accessDenied();
    const [name = '', password] = said;
    if (users[name] !== password) return refusal(status.UNAUTHENTICATED, 'Bad HTTP status code: 401');
  }
}

function credentials(metadata: Metadata): string[] | undefined {
  const [header] = metadata.get('authorization');
  return header === undefined
    ? undefined
    : Buffer.from(String(header).replace('Basic ', ''), 'base64').toString().split(':');
}

/** Starts a server on a free port. */
export async function startEventStore(options: EventStoreOptions = {}): Promise<EventStoreEmulator> {
  // The client's protocol definitions are private and may move with its version.
  for (const method of ['append', 'read'] as const) {
    if (!StreamsService?.[method]?.path) throw new Error(`the client's definitions hold no Streams.${method}`);
  }
  const server = new EventStoreEmulator(options);
  await server.start();
  return server;
}

/** A self-signed certificate for 127.0.0.1 and localhost, valid until 2125; its key is public and for tests only. */
const CERTIFICATE = join(import.meta.dirname, 'localhost.crt');

function secure(): ServerCredentials {
  const key = readFileSync(join(import.meta.dirname, 'localhost.key'));
  return ServerCredentials.createSsl(null, [{ private_key: key, cert_chain: readFileSync(CERTIFICATE) }]);
}
