/** An event as a client proposed it. */
export interface Proposed {
  id: string;
  /** `type`, `content-type` */
  properties: [string, string][];
  data: Uint8Array;
  metadata: Uint8Array;
}

export interface Held extends Proposed {
  stream: string;
  revision: number;
  /** where its record begins: the commit and the prepare position of an event that was written by itself */
  position: number;
}

export type Appended = { revision: number; position: number } | { current: number };

const NO_STREAM = -1;
const SYSTEM: readonly [stream: string, type: string][] = [
  ['$$$settings', '$metadata'],
  ['$users', '$User'],
  ['$user-admin', '$UserCreated'],
];

/** The data of the server: a log whose positions are byte offsets, so they have gaps; system events come first. */
export class Store {
  readonly all: Held[] = [];
  readonly #streams = new Map<string, Held[]>();
  readonly #sleeping = new Set<() => void>();

  /** `end`: where the next record will begin */
  constructor(private end = 78) {
    for (const [i, [stream, type]] of SYSTEM.entries()) this.addSystemEvent(stream, type, i);
  }

  /** A copy, which grows by itself. */
  asItIs(): Store {
    const copy = new Store();
    copy.end = this.end;
    copy.all.splice(0, Number.POSITIVE_INFINITY, ...this.all);
    copy.#streams.clear();
    for (const [stream, events] of this.#streams) copy.#streams.set(stream, [...events]);
    return copy;
  }

  of(stream: string): readonly Held[] {
    return this.#streams.get(stream) ?? [];
  }

  /** What the server writes for itself; clients are expected to leave it out. */
  addSystemEvent(stream = '$stats-127.0.0.1:2113', type = '$statsCollected', n = this.all.length): void {
    const id = `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
    const properties: [string, string][] = [
      ['type', type],
      ['content-type', 'application/json'],
    ];
    this.#write(stream, [{ id, properties, data: Buffer.from('{}'), metadata: Buffer.alloc(0) }]);
  }

  /**
   * Writes at an exact revision. Repeated ids at an older revision are told what the first append was told; anything else
   * answers the stream's current revision.
   */
  append(stream: string, expected: number, events: readonly Proposed[]): Appended {
    const current = this.of(stream).length - 1;
    if (expected === current) return this.#write(stream, events);
    return this.repeated(stream, expected, events) ?? { current };
  }

  repeated(stream: string, expected: number, events: readonly Proposed[]): Appended | undefined {
    const there = this.of(stream).slice(expected + 1, expected + 1 + events.length);
    const last = there.at(-1);
    const same = there.length === events.length && events.every(({ id }, i) => there[i]?.id === id);
    return last && same ? { revision: last.revision, position: last.position } : undefined;
  }

  /**
   * Index in `all` of the event that begins at a position, past the end the next one's. Positions are offsets into a file:
   * undefined when no record begins there.
   */
  placeOf(position: number): number | undefined {
    const index = this.#firstFrom(position);
    return position >= this.end || this.all[index]?.position === position ? index : undefined;
  }

  /** Resolves when something is written, or when the signal aborts. */
  grown(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        this.#sleeping.delete(wake);
        signal.removeEventListener('abort', wake);
        resolve();
      };
      this.#sleeping.add(wake);
      signal.addEventListener('abort', wake);
      if (signal.aborted) wake();
    });
  }

  #firstFrom(position: number): number {
    let [low, high] = [0, this.all.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.all[middle]?.position ?? 0) < position) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #write(stream: string, events: readonly Proposed[]): { revision: number; position: number } {
    const held = this.#streams.get(stream) ?? [];
    this.#streams.set(stream, held);
    for (const event of events) {
      const recorded = { ...event, stream, revision: held.length, position: this.end };
      this.end += 100 + Buffer.byteLength(stream) + event.data.length + event.metadata.length;
      held.push(recorded);
      this.all.push(recorded);
    }
    for (const wake of this.#sleeping) wake();
    const last = held.at(-1);
    return { revision: last?.revision ?? NO_STREAM, position: last?.position ?? 0 };
  }
}
