import type { Answers } from './eventstore-feed.js';

/** ms between two looks at the connection */
const LOOK = 250;
/** looks without an answer after which the server is asked for something small */
const SILENT = 3_000 / LOOK;
/** looks that it is given to answer */
const ASKED = 1_000 / LOOK;
/** connections in a row that are given up so soon; each one after them is given twice as long, up to 16 s */
const [SOON, DOUBLINGS] = [4, 4];

/** Calls `look` again and again until the function it answers is called. */
export type Looks = (look: () => void) => () => void;

const everyQuarter: Looks = (look) => {
  const timer = setInterval(look, LOOK).unref();
  return () => clearInterval(timer);
};

/** A call under way. */
export interface Call {
  /** somebody waits for its next answer */
  readonly isAwaited: boolean;
  /** Breaks it; harmless when it is over. */
  fail(error: Error): void;
}

interface Connection {
  /** Reads something small; what comes of it is heard like any answer. */
  ask(): void;
  /** Closes the connection, so that the next call looks for a node, this one last. */
  hangUp(error: Error): void;
  /** Whether a call broke because of what a server said, and not because none did. */
  isAnswer(error: unknown): boolean;
  /** A node has answered for the first time over a new connection. Must not throw. */
  onConnected(): void;
}

/**
 * Notices that a connection is dead although it is open: of all calls under way none is answered for 3 s while somebody waits, nor a
 * small read for another second. Then all of them break, and each new connection is asked at once until one answers. gRPC would
 * wait for its keepalive, up to 20 s, and without end where a connection was accepted and nothing else (grpc-node#2785).
 *
 * Time is counted in looks, and a look that comes late counts once: while the event loop stands still nobody hears an answer.
 */
export class Silence {
  readonly #calls = new Set<Call>();
  readonly #stop: () => void;
  #looks = 0;
  #givenUp = 0;
  #isConnecting = false;
  #isNew = false;

  constructor(
    private readonly connection: Connection,
    looks: Looks = everyQuarter,
  ) {
    this.#stop = looks(() => this.#look());
  }

  /** A node is looked for, within bounds of its own: `settled` says that one was found, or none. */
  connecting(): { settled(isFound: boolean): void } {
    this.#isConnecting = true;
    const settled = (isFound: boolean) => {
      this.#isConnecting = false;
      if (!isFound) return;
      this.#isNew = true;
      this.#looks = this.#givenUp > 0 ? SILENT : 0;
      if (this.#givenUp > 0) this.connection.ask();
    };
    return { settled };
  }

  /** What a call comes to, unless the connection is given up before. */
  answer<T>(calling: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const call = { isAwaited: true, fail: reject };
      this.#calls.add(call);
      calling
        .then((value) => {
          this.heard(call);
          resolve(value);
        })
        .catch((error: unknown) => {
          if (this.connection.isAnswer(error)) this.heard(call);
          reject(error);
        })
        .finally(() => this.#calls.delete(call));
    });
  }

  /** Listens to a call that is answered by many messages, until it closes. */
  follow(call: Call, stream: Pick<Answers, 'on' | 'readableLength'>): void {
    this.#calls.add(call);
    stream.on('readable', () => stream.readableLength > 0 && this.heard(call));
    for (const sign of ['confirmation', 'caughtUp', 'fellBehind', 'end']) stream.on(sign, () => this.heard(call));
    stream.on('error', (error) => this.connection.isAnswer(error) && this.heard(call));
    stream.on('close', () => this.#calls.delete(call));
  }

  /** Nobody listens to a call any more; what ends it is no answer. */
  leave(call: Call): void {
    this.#calls.delete(call);
  }

  /** The server has said something in a call. */
  heard(call: Call): void {
    if (!this.#calls.has(call)) return;
    [this.#looks, this.#givenUp] = [0, 0];
    if (!this.#isNew) return;
    this.#isNew = false;
    this.connection.onConnected();
  }

  /** Looks no longer, and breaks what is under way. */
  end(error: Error): void {
    this.#stop();
    this.#fail(error);
  }

  #look(): void {
    const isSuspect = this.#givenUp > 0 || [...this.#calls].some(({ isAwaited }) => isAwaited);
    if (this.#isConnecting || !isSuspect) return;
    this.#looks += 1;
    if (this.#looks === SILENT) this.connection.ask();
    const patience = ASKED * 2 ** Math.min(Math.max(this.#givenUp - SOON, 0), DOUBLINGS);
    if (this.#looks >= SILENT + patience) this.#giveUp();
  }

  #giveUp(): void {
    this.#givenUp += 1;
    this.#looks = SILENT - 1;
    const error = new Error('EventStoreDB answers no call over this connection: a node is looked for anew');
    this.#fail(error);
    this.connection.hangUp(error);
  }

  #fail(error: Error): void {
    const calls = [...this.#calls];
    this.#calls.clear();
    for (const call of calls) call.fail(error);
  }
}
