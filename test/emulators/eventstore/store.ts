export interface Proposed {
  id: string;
  /** `type`, `content-type` */
  properties: [string, string][];
  data: Uint8Array;
  metadata: Uint8Array;
}

export interface Held extends Proposed {
  stream: string;
  /** infinite for a tombstone */
  revision: number;
  /** where its record begins: commit and prepare position of a single written event */
  position: number;
}

/** `position` is missing when the events exist and are hidden. */
export type Appended = { revision: number; position?: number } | { current: number };

const NO_STREAM = -1;
/** The largest int64: $tb after a soft delete, and a tombstone's revision. */
export const EVERYTHING = '9223372036854775807';

/** Set by operators: how many of the latest events are visible, and the first visible one. */
export interface Cut {
  $maxCount?: number;
  $tb?: number | typeof EVERYTHING;
}

export class Tombstoned extends Error {}
const SYSTEM: readonly [stream: string, type: string][] = [
  ['$$$settings', '$metadata'],
  ['$users', '$User'],
  ['$user-admin', '$UserCreated'],
];

/** A log whose positions are byte offsets, so they have gaps; system events come first. */
export class Store {
  readonly all: Held[] = [];
  readonly #streams = new Map<string, Held[]>();
  readonly #cuts = new Map<string, Cut>();
  readonly #tombstoned = new Set<string>();
  readonly #sleeping = new Set<() => void>();

  /** `end`: the position of the next record */
  constructor(private end = 78) {
    for (const [i, [stream, type]] of SYSTEM.entries()) this.addSystemEvent(stream, type, i);
  }

  asItIs(): Store {
    const copy = new Store();
    copy.end = this.end;
    copy.all.splice(0, Number.POSITIVE_INFINITY, ...this.all);
    copy.#streams.clear();
    for (const [stream, events] of this.#streams) copy.#streams.set(stream, [...events]);
    for (const [stream, cut] of this.#cuts) copy.#cuts.set(stream, cut);
    for (const stream of this.#tombstoned) copy.#tombstoned.add(stream);
    return copy;
  }

  /** All written events, hidden ones included. */
  of(stream: string): readonly Held[] {
    return this.#streams.get(stream) ?? [];
  }

  /** The visible events of a stream; $all shows everything until a scavenge. @throws Tombstoned */
  shown(stream: string): readonly Held[] {
    if (this.#tombstoned.has(stream.replace(/^\$\$/, ''))) throw new Tombstoned();
    const held = this.of(stream);
    const { $tb = 0, $maxCount = Number.POSITIVE_INFINITY } = this.#cuts.get(stream) ?? {};
    const first = $tb === EVERYTHING ? held.length : Math.max($tb, held.length - $maxCount);
    return first > 0 ? held.filter(({ revision }) => revision >= first) : held;
  }

  /** Writes to `$$stream`. */
  setMetadata(stream: string, cut: Cut): void {
    this.#cuts.set(stream, cut);
    const text = JSON.stringify(cut).replace(`"${EVERYTHING}"`, EVERYTHING);
    this.addSystemEvent(`$$${stream}`, '$metadata', this.all.length, text);
  }

  /** The stream then reads as a missing one. */
  softDelete(stream: string): void {
    this.setMetadata(stream, { $tb: EVERYTHING });
  }

  tombstone(stream: string): void {
    this.#tombstoned.add(stream);
    this.#record(ofSystem('$streamDeleted', this.all.length), stream, Number.POSITIVE_INFINITY);
    for (const wake of this.#sleeping) wake();
  }

  /** Clients are expected to filter these. */
  addSystemEvent(stream = '$stats-127.0.0.1:2113', type = '$statsCollected', n = this.all.length, data = '{}'): void {
    this.#write(stream, [ofSystem(type, n, data)]);
  }

  /** Writes at an exact revision. Repeated ids at an older revision get the first append's answer, anything else the current revision. */
  append(stream: string, expected: number, events: readonly Proposed[]): Appended {
    if (this.#tombstoned.has(stream)) throw new Tombstoned();
    const current = this.of(stream).length - 1;
    const there = this.repeated(stream, expected, events);
    if (there && this.shown(stream).at(-1)?.revision !== current) return { revision: there.revision };
    const isDeleted = this.#cuts.get(stream)?.$tb === EVERYTHING;
    if (expected === current || (isDeleted && expected === NO_STREAM)) {
      const written = this.#write(stream, events);
      if (isDeleted) this.setMetadata(stream, { $tb: current + 1 });
      return written;
    }
    return there ?? { current };
  }

  repeated(
    stream: string,
    expected: number,
    events: readonly Proposed[],
  ): { revision: number; position: number } | undefined {
    const there = this.of(stream).slice(expected + 1, expected + 1 + events.length);
    const last = there.at(-1);
    const same = there.length === events.length && events.every(({ id }, i) => there[i]?.id === id);
    return last && same ? { revision: last.revision, position: last.position } : undefined;
  }

  /** Index in `all` of the event at a position, which is a byte offset; past the end the next index, and undefined when no record begins there. */
  placeOf(position: number): number | undefined {
    const index = this.#firstFrom(position);
    return position >= this.end || this.all[index]?.position === position ? index : undefined;
  }

  /** Restores the first `records` records, as from a backup. The returned function undoes it. */
  putBack(records: number): () => void {
    const [all, end] = [[...this.all], this.end];
    this.#put(all.slice(0, records), all[records]?.position ?? end);
    return () => this.#put(all, end);
  }

  appended(signal: AbortSignal): Promise<void> {
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

  #put(all: readonly Held[], end: number): void {
    this.all.splice(0, this.all.length, ...all);
    this.end = end;
    this.#streams.clear();
    for (const one of all) this.#streams.set(one.stream, [...this.of(one.stream), one]);
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
    for (const event of events) held.push(this.#record(event, stream, held.length));
    for (const wake of this.#sleeping) wake();
    const last = held.at(-1);
    return { revision: last?.revision ?? NO_STREAM, position: last?.position ?? 0 };
  }

  #record(event: Proposed, stream: string, revision: number): Held {
    const recorded = { ...event, stream, revision, position: this.end };
    this.end += 100 + Buffer.byteLength(stream) + event.data.length + event.metadata.length;
    this.all.push(recorded);
    return recorded;
  }
}

function ofSystem(type: string, n: number, data = '{}'): Proposed {
  const id = `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
  const properties: [string, string][] = [
    ['type', type],
    ['content-type', 'application/json'],
  ];
  return { id, properties, data: Buffer.from(data), metadata: Buffer.alloc(0) };
}
