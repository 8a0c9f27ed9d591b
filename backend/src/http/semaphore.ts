/** A FIFO semaphore for work that shares libuv's four threads with the log's flush. */
export class Semaphore {
  private running = 0;
  private readonly queue: (() => void)[] = [];

  constructor(private readonly options: { atOnce: number; waiting: number; busy: () => Error }) {}

  async take<T>(compute: () => Promise<T>): Promise<T> {
    if (this.running < this.options.atOnce) this.running += 1;
    else await this.turn();
    try {
      return await compute();
    } finally {
      const next = this.queue.shift();
      // The next caller takes over the permit, so `running` stays.
      if (next) next();
      else this.running -= 1;
    }
  }

  private turn(): Promise<void> {
    if (this.queue.length >= this.options.waiting) throw this.options.busy();
    return new Promise((resolve) => this.queue.push(resolve));
  }
}
