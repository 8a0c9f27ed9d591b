/** A list that wakes its waiters on every push, instead of polling. */
export class Arrivals<T> extends Array<T> {
  /** `map` and `filter` return plain arrays. */
  static override get [Symbol.species](): ArrayConstructor {
    return Array;
  }

  readonly #waiting = new Set<() => void>();

  override push(...items: T[]): number {
    const length = super.push(...items);
    for (const look of this.#waiting) look();
    return length;
  }

  /** Resolves with the first result that is neither undefined nor false. */
  until<R>(find: (all: this) => R | undefined | false): Promise<R> {
    return new Promise((resolve) => {
      const look = () => {
        const found = find(this);
        if (found === undefined || found === false) return;
        this.#waiting.delete(look);
        resolve(found);
      };
      this.#waiting.add(look);
      look();
    });
  }

  /** Resolves once the condition holds, checked now and after each arrival. */
  async becomes(isSo: () => Promise<boolean>): Promise<void> {
    for (;;) {
      const before = this.length;
      if (await isSo()) return;
      await this.until(({ length }) => length > before);
    }
  }
}
