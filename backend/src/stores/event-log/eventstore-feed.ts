import { setTimeout as wait } from 'node:timers/promises';

const BATCH = 500;
/** minimum ms between batches of a live subscription */
const TOGETHER = 8;

export interface Answers {
  readonly readableLength: number;
  readonly destroyed: boolean;
  on(event: string, listener: (...args: unknown[]) => void): unknown;
  read(): unknown;
  removeAllListeners(event: string): unknown;
  resume(): unknown;
}

export type Received<T> = { items: readonly T[] } | 'over' | 'silent';

export class Feed<T> {
  live = false;
  #failure: unknown;
  #over = false;
  #stopped = false;
  #isNextAwaited = false;
  #news = false;
  #notifiedAt = 0;
  #wake = () => {};

  constructor(
    private readonly stream: Answers,
    private readonly cancel: () => Promise<unknown>,
    private readonly toItem: (answer: unknown) => T | undefined,
  ) {
    // The client emits several errors, also after the end; one without a listener ends the process.
    stream.on('error', (error) => this.#hear(() => (this.#failure ??= error)));
    for (const end of ['end', 'close']) stream.on(end, () => this.#hear(() => (this.#over = true)));
    stream.on('caughtUp', () => this.#hear(() => (this.live = true)));
    stream.on('fellBehind', () => this.#hear(() => (this.live = false)));
    stream.on('readable', () => this.#wake());
  }

  get isAwaited(): boolean {
    return this.#isNextAwaited && !this.live;
  }

  get isDrained(): boolean {
    return this.stream.readableLength === 0;
  }

  /** Waits at most `patience` ms. @throws the error of the call */
  async next(patience: number): Promise<Received<T>> {
    const silentAt = Date.now() + patience;
    const soon = this.#notifiedAt + TOGETHER - performance.now();
    if (this.live && soon > 0) await wait(soon);
    for (;;) {
      const next = this.#received();
      if (next) return next;
      const left = silentAt - Date.now();
      if (left <= 0) return 'silent';
      this.#isNextAwaited = true;
      await this.#wakened(left);
      this.#isNextAwaited = false;
    }
  }

  /** Defers the cancel: in a callback of HTTP/2 it corrupts memory (https://github.com/grpc/grpc-node/issues/1652). */
  readonly stop = (): void => {
    if (this.#stopped) return;
    this.#stopped = true;
    setImmediate(() => {
      this.cancel().catch(() => {});
      // Unread data would keep the call open in the client.
      this.stream.removeAllListeners('readable');
      this.stream.resume();
    });
    this.#hear(() => (this.#over = true));
  };

  fail(error: Error): void {
    this.#hear(() => (this.#failure ??= error));
  }

  readonly hear = async (): Promise<void> => this.#hear(() => {});

  #wakened(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  #hear(note: () => void): void {
    note();
    this.#news = true;
    this.#wake();
  }

  #received(): Received<T> | undefined {
    const items: T[] = [];
    let count = 0;
    for (let answer = this.#read(); answer !== null; answer = this.#read()) {
      const item = this.toItem(answer);
      if (item !== undefined) items.push(item);
      count += 1;
      if (count === BATCH) break;
    }
    if (count === 0 && this.#failure !== undefined) throw this.#failure;
    if (count === 0 && this.#over) return 'over';
    if (count === 0 && !this.#news) return undefined;
    this.#news = false;
    if (count > 0) this.#notifiedAt = performance.now();
    return { items };
  }

  #read(): unknown {
    return this.#stopped || this.stream.destroyed ? null : this.stream.read();
  }
}
