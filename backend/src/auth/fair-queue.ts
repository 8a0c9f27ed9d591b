import { currentRequest } from '../telemetry/request-context.js';

interface Line {
  waiting: { go: () => void; refuse: (error: Error) => void }[];
}

type Lane = Map<string, Line>;

/** A fair semaphore: lanes and their hosts take turns; a full lane rejects the last caller of its longest queue. */
export class FairQueue<L extends string> {
  private running = 0;
  private readonly lanes: Readonly<Record<L, Lane>>;
  private order: readonly L[];

  constructor(
    lanes: readonly L[],
    private readonly options: { atOnce: number; waiting: number; busy: () => Error },
  ) {
    this.order = lanes;
    this.lanes = Object.fromEntries(lanes.map((lane) => [lane, new Map()])) as Record<L, Lane>;
  }

  async take<T>(lane: L, host: string, compute: () => Promise<T>): Promise<T> {
    if (this.running < this.options.atOnce) this.running += 1;
    else await this.turn(this.lanes[lane], host);
    try {
      return await compute();
    } finally {
      // The next caller takes over the permit, so `running` stays.
      if (!this.next()) this.running -= 1;
    }
  }

  private turn(lane: Lane, host: string): Promise<void> {
    const line = lane.get(host) ?? { waiting: [] };
    this.makeRoom(lane, line);
    lane.set(host, line);
    return new Promise((go, refuse) => {
      const waiter = { go, refuse };
      const forget = currentRequest()?.onOver(() => {
        line.waiting = line.waiting.filter((other) => other !== waiter);
        if (line.waiting.length === 0) lane.delete(host);
        refuse(this.options.busy());
      });
      if (forget) {
        waiter.go = () => {
          forget();
          go();
        };
      }
      line.waiting.push(waiter);
    });
  }

  private makeRoom(lane: Lane, own: Line): void {
    const lines = [...lane.values()];
    if (lines.reduce((sum, { waiting }) => sum + waiting.length, 0) < this.options.waiting) return;
    const longest = lines.reduce((a, b) => (b.waiting.length > a.waiting.length ? b : a));
    if (own.waiting.length + 1 >= longest.waiting.length) throw this.options.busy();
    longest.waiting.pop()?.refuse(this.options.busy());
  }

  private next(): boolean {
    for (const name of this.order) {
      const lane = this.lanes[name];
      const [first] = lane;
      if (!first) continue;
      const [host, line] = first;
      lane.delete(host);
      const next = line.waiting.shift();
      if (line.waiting.length > 0) lane.set(host, line);
      this.order = [...this.order.filter((other) => other !== name), name];
      next?.go();
      return true;
    }
    return false;
  }
}
