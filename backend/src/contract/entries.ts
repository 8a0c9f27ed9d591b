export interface Entries {
  get(name: string): string | null;
  set(name: string, value: string): void;
  remove(name: string): void;
  names(): string[];
  clear(): void;
}

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'clear'>;

/** Uses the page's memory if the browser denies storage or it is full. `storage` may throw: blocked cookies do that. */
export function entriesOf(storage: () => Store): Entries {
  const inMemory = new Map<string, string>();
  const attempt = <T>(use: (store: Store) => T): T | undefined => {
    try {
      return use(storage());
    } catch {
      return undefined;
    }
  };
  return {
    get: (name) => inMemory.get(name) ?? attempt((store) => store.getItem(name)) ?? null,
    set(name, value) {
      const isKept = attempt((store) => {
        store.setItem(name, value);
        return true;
      });
      if (isKept) inMemory.delete(name);
      else {
        inMemory.set(name, value);
        // After a reload, the older stored value would replace this one.
        attempt((store) => store.removeItem(name));
      }
    },
    remove(name) {
      inMemory.delete(name);
      attempt((store) => store.removeItem(name));
    },
    names: () => [...new Set([...inMemory.keys(), ...(attempt(Object.keys) ?? [])])],
    clear() {
      inMemory.clear();
      attempt((store) => store.clear());
    },
  };
}

export const browserEntries = entriesOf(() => globalThis.localStorage);
export const tabEntries = entriesOf(() => globalThis.sessionStorage);
