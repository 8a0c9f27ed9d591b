import { setMaxListeners } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import mongoose, { type Connection, type ConnectOptions, type mongo } from 'mongoose';
import { outsideRequests, timeLeft } from '../../telemetry/request-context.js';
import { StoreUnavailable } from '../../telemetry/store-unavailable.js';
import { withTimeout } from '../with-timeout.js';
import { checkFormat } from './format.js';
import { isPassing, isWithoutServer } from './passing.js';
import { assertAddress, explain } from './refused-connection.js';

export interface MongoOptions {
  connectMs?: number;
  answerMs?: number;
  patienceMs?: number;
}

const DATABASE = 'supreme_access';
const FIRST_PAUSE = 20;
const LONGEST_PAUSE = 1_000;
/** ms between server checks; the driver's default is 500 */
const LOOK_AGAIN = 50;

class CallHangs extends StoreUnavailable {}

/** Majority writes, primary reads. The connection may be replaced, so repeated work must read `db` again. */
export class MongoStore {
  private readonly closing = new AbortController();
  private reconnecting: Promise<void> | undefined;

  private constructor(
    private current: Connection,
    private readonly openAnother: () => Promise<Connection>,
    private readonly patienceMs: number,
    private readonly hangMs: number,
  ) {
    setMaxListeners(0, this.closing.signal);
  }

  /** Appends `suffix` to the database name. @throws Error that names MONGODB_URL, before any write */
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
        // Without it a client whose pool gives no connection never closes.
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

  /** Retries idempotent work. @throws StoreUnavailable */
  async repeat<T>(work: () => Promise<T>, patienceMs = this.patienceMs): Promise<T> {
    const until = Date.now() + timeLeft(patienceMs);
    for (let pause = FIRST_PAUSE; ; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
      const { current } = this;
      try {
        return await this.unlessItHangs(work());
      } catch (error) {
        if (!isPassing(error)) throw error;
        const isLost = !this.closing.signal.aborted && (isWithoutServer(error) || error instanceof CallHangs);
        // Reconnect even without time left, or the next call hangs too. A call of an older connection proves nothing.
        const anew = isLost && current === this.current ? this.connectAnew() : undefined;
        if (this.closing.signal.aborted || Date.now() + pause > until) {
          throw new StoreUnavailable('MongoDB does not answer', { cause: error });
        }
        await anew;
      }
      await wait(pause * (0.5 + Math.random() / 2), undefined, { signal: this.closing.signal }).catch(() => {});
    }
  }

  /** The driver never settles a call whose socket broke before the write (Connection.writeCommand of 7.8). */
  private unlessItHangs<T>(call: Promise<T>): Promise<T> {
    return withTimeout(this.hangMs, call, () => new CallHangs(`a call has not ended for ${this.hangMs} ms`));
  }

  /** The server monitor and the pool can hang too, and such a client may never close, so nobody waits for it. */
  private connectAnew(): Promise<void> {
    this.reconnecting ??= (async () => {
      const opening = outsideRequests(() => this.openAnother());
      try {
        const another = await this.unlessItHangs(opening);
        void this.current.destroy().catch(() => {});
        this.current = another;
      } catch {
        opening.then((late) => late.destroy()).catch(() => {});
      }
      this.reconnecting = undefined;
    })();
    return this.reconnecting;
  }

  async close(): Promise<void> {
    this.closing.abort();
    await this.reconnecting;
    await this.unlessItHangs(this.current.destroy()).catch(() => {});
  }
}

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

function databaseOf(url: string): string {
  const [, name = ''] = /^mongodb(?:\+srv)?:\/\/[^/]+\/([^?]*)/.exec(url) ?? [];
  return name === '' ? DATABASE : decodeURIComponent(name);
}
