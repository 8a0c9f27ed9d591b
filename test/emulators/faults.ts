import { seeded } from '../support/crowd.js';

/** Decides an emulator's next fault: requested ones first, then random ones by rate. The same seed and order of draws give the same faults. */
export class Faults<K extends string> {
  /** draws per kind */
  readonly counts: Record<K, number> = new Proxy({} as Record<K, number>, {
    get: (counts, kind) => Reflect.get(counts, kind) ?? 0,
  });
  readonly #requested: K[] = [];
  #rates: Partial<Record<K, number>> = {};
  #random = () => 1;

  /** The next `times` draws that allow `kind` return it. */
  next(kind: K, times = 1): void {
    for (let i = 0; i < times; i += 1) this.#requested.push(kind);
  }

  /** Each draw returns a kind with its rate (0 to 1) from now on; replaces earlier rates. */
  rates(rates: Partial<Record<K, number>>, seed: number): void {
    this.#rates = rates;
    this.#random = seeded(seed);
  }

  /** Called wherever one of `candidates` is possible. */
  draw(...candidates: K[]): K | undefined {
    const index = this.#requested.findIndex((kind) => candidates.includes(kind));
    const drawn = index >= 0 ? this.#requested.splice(index, 1)[0] : this.#byChance(candidates);
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
