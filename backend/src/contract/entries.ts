/** What a browser keeps by name. Reading and writing never throw. */
export interface Entries {
  get(name: string): string | null;
  set(name: string, value: string): void;
  remove(name: string): void;
  names(): string[];
  clear(): void;
}

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'clear'>;

/**
 * Entries of a browser's storage, and of the page's memory where the browser denies it or has no room: then they last as long as the
 * page. `storage` may throw as well: with cookies blocked, naming it does.
 */
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
        // an older value would be taken for this one after a reload
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

/** shared by all tabs, until it is removed */
export const browserEntries = entriesOf(() => globalThis.localStorage);
/** of this tab, as long as it is open */
export const tabEntries = entriesOf(() => globalThis.sessionStorage);
