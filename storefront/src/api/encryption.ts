import { loadChunk } from './chunks.js';

/** What seals and opens, fetched when something secret is first sent or read: it is large. */
export function encryption() {
  return loadChunk(async () => {
    const { encryptFor, pageKey } = await import('./jwe.js');
    return { encryptFor, pageKey };
  });
}
