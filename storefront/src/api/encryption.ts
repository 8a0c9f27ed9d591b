import { loadChunk } from './chunks.js';

export function encryption() {
  return loadChunk(async () => {
    const { encryptFor, pageKey } = await import('./jwe.js');
    return { encryptFor, pageKey };
  });
}
