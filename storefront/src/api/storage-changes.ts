/** Tells when something that is kept in the browser has changed: in this tab once that is announced, in another one by itself. */
export function storageChanges() {
  const listeners = new Set<() => void>();
  return {
    announce(): void {
      for (const listener of listeners) listener();
    },
    watch(listener: () => void): () => void {
      listeners.add(listener);
      window.addEventListener('storage', listener);
      return () => {
        listeners.delete(listener);
        window.removeEventListener('storage', listener);
      };
    },
  };
}
