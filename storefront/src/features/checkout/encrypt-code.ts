import { loadChunk } from '../../lazy-page.js';

/** A security code by itself, for the server's vault alone. `asGuest`: nobody's account is named, whoever is signed in here. */
export async function encryptCode(code: string, asGuest = false): Promise<string> {
  const { encryptFor } = await loadChunk(() => import('../../encryption.js'));
  return encryptFor('code', { code }, asGuest);
}
