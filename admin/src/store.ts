import { localStorageStore, type Store } from 'react-admin';

type Callback = Parameters<Store['subscribe']>[1];

/** Settings of lists and colours: in the browser's storage, or in memory when that accepts nothing more. */
export function settingsStore(kept: Store = localStorageStore()): Store {
  const held = new Map<string, unknown>();
  const subscribers = new Set<{ key: string; callback: Callback }>();
  return {
    ...kept,
    getItem: (key, byDefault) => (held.has(key) ? (held.get(key) as typeof byDefault) : kept.getItem(key, byDefault)),
    setItem(key, value) {
      try {
        kept.setItem(key, value);
        held.delete(key);
      } catch {
        held.set(key, value);
        for (const one of subscribers) if (one.key === key) one.callback(value);
      }
    },
    removeItem(key) {
      held.delete(key);
      kept.removeItem(key);
    },
    reset() {
      held.clear();
      kept.reset();
    },
    subscribe(key, callback) {
      const own = { key, callback };
      subscribers.add(own);
      const stop = kept.subscribe(key, callback);
      return () => {
        subscribers.delete(own);
        stop();
      };
    },
  };
}
