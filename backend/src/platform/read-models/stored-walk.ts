/** Ids in some order. It is taken up again after the event loop has turned, and holds no snapshot. */
export type Source = IterableIterator<string, unknown>;

interface Walking<T> {
  /** what an id stands for; undefined: not wanted */
  judge(id: string): T | undefined;
  /** of each source, when they are ordered; of all of them together otherwise */
  most?: number;
  isOrdered?: boolean;
  order?: (a: T, b: T) => number;
}

/** ids that are judged before the event loop turns */
const AT_ONCE = 200;
/** found beyond those wanted before the rest is thrown away */
const SPARE = 1_000;

/** Looks through sources bit by bit. */
export class Walk<T> {
  #found: T[] = [];
  #current = 0;
  #ofCurrent = 0;

  constructor(
    private readonly sources: readonly Source[],
    private readonly walking: Walking<T>,
  ) {}

  /** In the order asked for, unless one ordered source had them in it. */
  get found(): T[] {
    const { order, isOrdered } = this.walking;
    if (order && !(isOrdered && this.sources.length === 1)) this.#found.sort(order);
    return this.#found;
  }

  /** Whether nothing is left to look at. */
  step(): boolean {
    const { judge, most = Number.POSITIVE_INFINITY, isOrdered } = this.walking;
    for (let judged = 0; judged < AT_ONCE; judged += 1) {
      const source = this.sources[this.#current];
      if (!source || most === 0) return true;
      const isEnough = isOrdered === true && this.#ofCurrent >= most;
      const next = isEnough ? undefined : source.next();
      if (!next || next.done) {
        this.#current += 1;
        this.#ofCurrent = 0;
        continue;
      }
      const found = judge(next.value);
      if (found === undefined) continue;
      this.#found.push(found);
      this.#ofCurrent += 1;
    }
    this.#trim(most);
    return false;
  }

  #trim(most: number): void {
    const { order, isOrdered } = this.walking;
    if (isOrdered || !order || this.#found.length < most + SPARE) return;
    this.#found.sort(order);
    this.#found.length = most;
  }
}
