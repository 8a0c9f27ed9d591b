import type { Answers } from './eventstore-feed.js';

/** ms between checks of the connection */
const LOOK = 250;
const SILENT = 3_000 / LOOK;
const PING_TIMEOUT = 1_000 / LOOK;
/** later reconnects double the ping timeout, up to 16 s */
const [SOON, DOUBLINGS] = [4, 4];

export type Looks = (look: () => void) => () => void;

const everyQuarter: Looks = (look) => {
  const timer = setInterval(look, LOOK).unref();
  return () => clearInterval(timer);
};

export interface Call {
  readonly isAwaited: boolean;
  fail(error: Error): void;
}

interface Connection {
  ask(): void;
  hangUp(error: Error): void;
  isAnswer(error: unknown): boolean;
  /** Must not throw. */
  onConnected(): void;
}

/**
 * Detects a dead connection: 3 s without an answer lead to a ping, one more second to a new connection. gRPC waits
 * 20 s, or without limit when a connection stays silent (grpc-node#2785). A late check counts once, because a blocked
 * event loop receives no answers.
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

  answer<T>(calling: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const call = { isAwaited: true, fail: reject };
      this.#calls.add(call);
      calling
        .then((value) => {
          this.answered(call);
          resolve(value);
        })
        .catch((error: unknown) => {
          if (this.connection.isAnswer(error)) this.answered(call);
          reject(error);
        })
        .finally(() => this.#calls.delete(call));
    });
  }

  follow(call: Call, stream: Pick<Answers, 'on' | 'readableLength'>): void {
    this.#calls.add(call);
    stream.on('readable', () => stream.readableLength > 0 && this.answered(call));
    for (const sign of ['confirmation', 'caughtUp', 'fellBehind', 'end']) stream.on(sign, () => this.answered(call));
    stream.on('error', (error) => this.connection.isAnswer(error) && this.answered(call));
    stream.on('close', () => this.#calls.delete(call));
  }

  leave(call: Call): void {
    this.#calls.delete(call);
  }

  answered(call: Call): void {
    if (!this.#calls.has(call)) return;
    [this.#looks, this.#givenUp] = [0, 0];
    if (!this.#isNew) return;
    this.#isNew = false;
    this.connection.onConnected();
  }

  end(error: Error): void {
    this.#stop();
    this.#fail(error);
  }

  #look(): void {
    const isSuspect = this.#givenUp > 0 || [...this.#calls].some(({ isAwaited }) => isAwaited);
    if (this.#isConnecting || !isSuspect) return;
    this.#looks += 1;
    if (this.#looks === SILENT) this.connection.ask();
    const patience = PING_TIMEOUT * 2 ** Math.min(Math.max(this.#givenUp - SOON, 0), DOUBLINGS);
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
