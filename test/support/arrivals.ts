/** What comes one by one, in order: whoever waits for something hears of it as it comes, and nobody asks again and again. */
export class Arrivals<T> extends Array<T> {
  /** what is made of it, by `map` or `filter`, is a plain list */
  static override get [Symbol.species](): ArrayConstructor {
    return Array;
  }

  readonly #waiting = new Set<() => void>();

  override push(...items: T[]): number {
    const length = super.push(...items);
    for (const look of this.#waiting) look();
    return length;
  }

  /** Resolves with the first answer that is neither undefined nor false, once what has come gives one. */
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

  /** Resolves once what is asked for is so: asked now, and again after each thing that comes. */
  async becomes(isSo: () => Promise<boolean>): Promise<void> {
    for (;;) {
      const known = this.length;
      if (await isSo()) return;
      await this.until(({ length }) => length > known);
    }
  }
}
