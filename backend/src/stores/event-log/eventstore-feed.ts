import { setTimeout as wait } from 'node:timers/promises';

const BATCH = 500;
/** ms between two batches of a live subscription at least: what comes meanwhile is told together */
const TOGETHER = 8;

/** What the client tells of one read or subscription. */
export interface Answers {
  readonly readableLength: number;
  readonly destroyed: boolean;
  on(event: string, listener: (...args: unknown[]) => void): unknown;
  read(): unknown;
  removeAllListeners(event: string): unknown;
  resume(): unknown;
}

/** What a feed tells next: what has come, or that it is over, or that nothing came for as long as one was ready to wait. */
export type Told<T> = { items: readonly T[] } | 'over' | 'silent';

/** The answers of one read or subscription of the client, in batches; it breaks as the call breaks. */
export class Feed<T> {
  /** a subscription has caught up, and was not told since that it fell behind */
  live = false;
  #failure: unknown;
  #over = false;
  #stopped = false;
  #isNextAwaited = false;
  #news = false;
  #toldAt = 0;
  #wake = () => {};

  constructor(
    private readonly stream: Answers,
    private readonly cancel: () => Promise<unknown>,
    /** undefined for what is not ours to see */
    private readonly toItem: (answer: unknown) => T | undefined,
  ) {
    // The client emits errors more than once, also after the end; one without a listener would end the process.
    stream.on('error', (error) => this.#hear(() => (this.#failure ??= error)));
    for (const end of ['end', 'close']) stream.on(end, () => this.#hear(() => (this.#over = true)));
    stream.on('caughtUp', () => this.#hear(() => (this.live = true)));
    stream.on('fellBehind', () => this.#hear(() => (this.live = false)));
    stream.on('readable', () => this.#wake());
  }

  /** Somebody waits for what comes next; one that is live waits for what may never happen. */
  get isAwaited(): boolean {
    return this.#isNextAwaited && !this.live;
  }

  /** Everything that came was told. */
  get isDrained(): boolean {
    return this.stream.readableLength === 0;
  }

  /** Waits at most `patience` ms, and no longer than until `stop`. @throws what the call broke with */
  async next(patience: number): Promise<Told<T>> {
    const silentAt = Date.now() + patience;
    const soon = this.#toldAt + TOGETHER - performance.now();
    if (this.live && soon > 0) await wait(soon);
    for (;;) {
      const told = this.#told();
      if (told) return told;
      const left = silentAt - Date.now();
      if (left <= 0) return 'silent';
      this.#isNextAwaited = true;
      await this.#wakened(left);
      this.#isNextAwaited = false;
    }
  }

  /**
   * Lets go of the call; harmless when it is over. Never at once: who stops may be running inside a call that node's HTTP/2 made
   * to tell of data, and a cancel there corrupts memory (https://github.com/grpc/grpc-node/issues/1652).
   */
  readonly stop = (): void => {
    if (this.#stopped) return;
    this.#stopped = true;
    setImmediate(() => {
      this.cancel().catch(() => {});
      // What comes yet is let through: an answer that nobody reads would keep the call in the client's books, and its end from coming.
      this.stream.removeAllListeners('readable');
      this.stream.resume();
    });
    this.#hear(() => (this.#over = true));
  };

  /** Breaks it, from outside the call. */
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

  #told(): Told<T> | undefined {
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
    if (count > 0) this.#toldAt = performance.now();
    return { items };
  }

  #read(): unknown {
    return this.#stopped || this.stream.destroyed ? null : this.stream.read();
  }
}
