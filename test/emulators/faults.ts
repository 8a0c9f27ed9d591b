/** Decides an emulator's next fault: requested ones first, then by a script that counts calls. The same order of calls has the same faults. */
export class Faults<K extends string> {
  /** draws per kind */
  readonly counts: Record<K, number> = new Proxy({} as Record<K, number>, {
    get: (counts, kind) => Reflect.get(counts, kind) ?? 0,
  });
  readonly #requested: K[] = [];
  #script = new Map<K, { every: number; left: number }>();

  /** The next `times` draws that allow `kind` return it. */
  next(kind: K, times = 1): void {
    for (let i = 0; i < times; i += 1) this.#requested.push(kind);
  }

  /** From now on one draw in so many of those that allow a kind returns it, the kinds apart; replaces what was said before. `from`: draws that count as past */
  every(calls: Partial<Record<K, number>>, from = 0): void {
    const kinds = Object.entries(calls) as [K, number][];
    this.#script = new Map(
      kinds.map(([kind, every], index) => {
        const past = Math.floor((index * every) / kinds.length) + from;
        return [kind, { every, left: every - (past % every) }];
      }),
    );
  }

  /** Called wherever one of `candidates` is possible. */
  draw(...candidates: K[]): K | undefined {
    const index = this.#requested.findIndex((kind) => candidates.includes(kind));
    const drawn = index >= 0 ? this.#requested.splice(index, 1)[0] : this.#byScript(candidates);
    if (drawn !== undefined) this.counts[drawn] += 1;
    return drawn;
  }

  #byScript(candidates: readonly K[]): K | undefined {
    let drawn: K | undefined;
    for (const kind of candidates) {
      const scripted = this.#script.get(kind);
      if (!scripted) continue;
      scripted.left -= 1;
      if (drawn !== undefined || scripted.left > 0) continue;
      scripted.left = scripted.every;
      drawn = kind;
    }
    return drawn;
  }
}
