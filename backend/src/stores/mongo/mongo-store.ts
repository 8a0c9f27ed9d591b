import { setMaxListeners } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import mongoose, { type Connection, type ConnectOptions, type mongo } from 'mongoose';
import { outsideRequests, timeLeft } from '../../telemetry/request-context.js';
import { StoreUnavailable } from '../../telemetry/store-unavailable.js';
import { within } from '../within.js';
import { checkFormat } from './format.js';
import { isPassing, isWithoutServer } from './passing.js';
import { assertAddress, explain } from './refused-connection.js';

export interface MongoOptions {
  /** ms until a server that cannot be reached is given up at start */
  connectMs?: number;
  /** ms without an answer after which a connection is given up and the call repeated */
  answerMs?: number;
  /** ms for which a call is repeated while the server cannot be reached */
  patienceMs?: number;
}

const DATABASE = 'supreme_access';
const FIRST_PAUSE = 20;
const LONGEST_PAUSE = 1_000;
/** ms between looks at a server that broke a connection; the driver's own 500 is felt by people */
const LOOK_AGAIN = 50;

/** Longer than any call takes that will ever end. */
class CallHangs extends StoreUnavailable {}

/**
 * A database of one server or replica set: what is acknowledged is durable on a majority, what is read is the primary's. Its connection
 * may be replaced by another at any time: work that is repeated asks for it, and for all that it makes of it, anew each time.
 */
export class MongoStore {
  private readonly closing = new AbortController();
  private reconnecting: Promise<void> | undefined;

  /** `openAnother` makes one more connection like the first; `hangMs`: longer than any call takes that will ever end */
  private constructor(
    private current: Connection,
    private readonly openAnother: () => Promise<Connection>,
    private readonly patienceMs: number,
    private readonly hangMs: number,
  ) {
    // Every call that pauses listens to it.
    setMaxListeners(0, this.closing.signal);
  }

  /**
   * Connects and takes the URL's database (with a suffix, one beside it) for this program.
   * @throws an Error for people that names MONGODB_URL, within `connectMs`; nothing is written then
   */
  static async connect(url: string, suffix: string, options: MongoOptions): Promise<MongoStore> {
    const { connectMs = 5_000, answerMs = 5_000, patienceMs = 10_000 } = options;
    const hangMs = connectMs + 2 * answerMs;
    const open = () =>
      opened(url, connectMs, {
        dbName: databaseOf(url) + suffix,
        autoIndex: false,
        autoCreate: false,
        bufferCommands: false,
        ignoreUndefined: true,
        readPreference: 'primary',
        writeConcern: { w: 'majority', journal: true },
        serverSelectionTimeoutMS: connectMs,
        connectTimeoutMS: connectMs,
        socketTimeoutMS: answerMs,
        // Without it a client never closes whose pool gives no connection any more: it has something to say before it ends.
        waitQueueTimeoutMS: hangMs,
        minHeartbeatFrequencyMS: LOOK_AGAIN,
      });
    try {
      assertAddress(url);
      const store = new MongoStore(await open(), open, patienceMs, hangMs);
      await store
        .repeat(() => checkFormat(store.db))
        .catch(async (error: unknown) => {
          await store.close();
          throw error;
        });
      return store;
    } catch (error) {
      throw new Error(`MONGODB_URL: ${explain(error)}`, { cause: error });
    }
  }

  get connection(): Connection {
    return this.current;
  }

  get db(): mongo.Db {
    const { db } = this.current;
    if (!db) throw new StoreUnavailable('the connection has no database');
    return db;
  }

  /** Repeats idempotent work while the server is away or has not said what happened. @throws StoreUnavailable */
  async repeat<T>(work: () => Promise<T>, patienceMs = this.patienceMs): Promise<T> {
    const until = Date.now() + timeLeft(patienceMs);
    for (let pause = FIRST_PAUSE; ; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
      const { current } = this;
      try {
        return await this.unlessItHangs(work());
      } catch (error) {
        if (!isPassing(error)) throw error;
        const isLost = !this.closing.signal.aborted && (isWithoutServer(error) || error instanceof CallHangs);
        // Also where this caller has no patience left: a call may hang for longer than that, and the next one would hang as well.
        // A call of an earlier connection says nothing about the one that has begun since.
        const anew = isLost && current === this.current ? this.connectAnew() : undefined;
        if (this.closing.signal.aborted || Date.now() + pause > until) {
          throw new StoreUnavailable('MongoDB does not answer', { cause: error });
        }
        await anew;
      }
      await wait(pause * (0.5 + Math.random() / 2), undefined, { signal: this.closing.signal }).catch(() => {});
    }
  }

  /** The driver waits for ever for a socket that broke just before it wrote to it (Connection.writeCommand of 7.8). */
  private unlessItHangs<T>(call: Promise<T>): Promise<T> {
    return within(this.hangMs, call, () => new CallHangs(`a call has not ended for ${this.hangMs} ms`));
  }

  /**
   * What looks out for the server may hang in the same way: then none is ever found again. So may the two connections that a pool
   * makes at a time: then no call is ever given one. Nor need such a client ever close: another takes its place, and nobody waits
   * for it. It stays where there can be no other yet, for it may be well.
   */
  private connectAnew(): Promise<void> {
    this.reconnecting ??= (async () => {
      const opening = outsideRequests(() => this.openAnother());
      try {
        const another = await this.unlessItHangs(opening);
        void this.current.destroy().catch(() => {});
        this.current = another;
      } catch {
        // Should it come too late, it is not wanted any more.
        opening.then((late) => late.destroy()).catch(() => {});
      }
      this.reconnecting = undefined;
    })();
    return this.reconnecting;
  }

  /** Calls under way are given up; there is nothing to flush. */
  async close(): Promise<void> {
    this.closing.abort();
    await this.reconnecting;
    // Closing tells the server which sessions end, and may hang as any call.
    await this.unlessItHangs(this.current.destroy()).catch(() => {});
  }
}

/** A server that was found and is gone again before it was greeted is looked for once more; one that is not found has been waited for. */
async function opened(url: string, patienceMs: number, options: ConnectOptions): Promise<Connection> {
  const connection = mongoose.createConnection();
  const until = Date.now() + patienceMs;
  for (;;) {
    try {
      return await connection.openUri(url, options);
    } catch (error) {
      if (!(error instanceof mongoose.mongo.MongoNetworkError) || Date.now() >= until) {
        await connection.destroy();
        throw error;
      }
      await wait(LOOK_AGAIN);
    }
  }
}

/** The driver's URLs may name several hosts, which `URL` does not read. */
function databaseOf(url: string): string {
  const [, name = ''] = /^mongodb(?:\+srv)?:\/\/[^/]+\/([^?]*)/.exec(url) ?? [];
  return name === '' ? DATABASE : decodeURIComponent(name);
}
