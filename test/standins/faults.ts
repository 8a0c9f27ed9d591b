/**
 * Which fault a stand-in commits next: those asked for by name come first, then chance by rate. The same seed and the same
 * order of draws give the same faults.
 */
export class Faults<K extends string> {
  /** how often each kind was drawn; 0 for one that never was */
  readonly counts: Record<K, number> = new Proxy({} as Record<K, number>, {
    get: (counts, kind) => Reflect.get(counts, kind) ?? 0,
  });
  readonly #asked: K[] = [];
  #rates: Partial<Record<K, number>> = {};
  #random = () => 1;

  /** The next `times` draws that may commit `kind` do. */
  next(kind: K, times = 1): void {
    for (let i = 0; i < times; i += 1) this.#asked.push(kind);
  }

  /** From now on each draw commits a kind with its rate (0 to 1); replaces the rates before. */
  rates(rates: Partial<Record<K, number>>, seed: number): void {
    this.#rates = rates;
    this.#random = seeded(seed);
  }

  /** Called by a stand-in where it could commit any of `candidates`. */
  draw(...candidates: K[]): K | undefined {
    const index = this.#asked.findIndex((kind) => candidates.includes(kind));
    const drawn = index >= 0 ? this.#asked.splice(index, 1)[0] : this.#byChance(candidates);
    if (drawn !== undefined) this.counts[drawn] += 1;
    return drawn;
  }

  #byChance(candidates: readonly K[]): K | undefined {
    let left = this.#random();
    return candidates.find((kind) => {
      left -= this.#rates[kind] ?? 0;
      return left < 0;
    });
  }
}

/** mulberry32 (public domain, Tommy Ettinger): numbers in [0, 1). */
function seeded(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
