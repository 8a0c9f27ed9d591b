/**
 * Lets so many compute at once; the rest queue, first come first served. For what shares libuv's four threads with the log's
 * flush, which must never wait long.
 */
export class Turns {
  private running = 0;
  private readonly queue: (() => void)[] = [];

  /** `busy` makes what is thrown at who would be one more than `waiting` */
  constructor(private readonly options: { atOnce: number; waiting: number; busy: () => Error }) {}

  async take<T>(compute: () => Promise<T>): Promise<T> {
    if (this.running < this.options.atOnce) this.running += 1;
    else await this.turn();
    try {
      return await compute();
    } finally {
      const next = this.queue.shift();
      // The next one takes over the place: `running` stays.
      if (next) next();
      else this.running -= 1;
    }
  }

  private turn(): Promise<void> {
    if (this.queue.length >= this.options.waiting) throw this.options.busy();
    return new Promise((resolve) => this.queue.push(resolve));
  }
}
