import { resolve } from 'node:path';
import { masterKeyIn } from './key-file.js';
import type { Check, Text } from './setting-checks.js';

const FILE = 'file:';

/** The first key seals; the others only open. */
export function readMasterKeys(text: Text, check: Check, isShared: boolean): MasterKeySettings {
  const written = text('MASTER_KEY');
  const file = written?.startsWith(FILE) ? written.slice(FILE.length) : null;
  if (file) return { given: [], file: resolve(file) };
  const given = (written ?? '').split(',').flatMap((one) => (one.trim() === '' ? [] : masterKeyIn(one.trim())));
  const wanted = 'must be 32 bytes in base64 or hex, of several keys with commas between them, or file:/path';
  const isFine = written === null ? !isShared : given.length > 0 && !given.includes(null);
  check('MASTER_KEY', isFine, written === null ? `${wanted} with EVENTSTORE_URL and MONGODB_URL` : wanted);
  return { given: given.filter((key) => key !== null), file: null };
}

export interface MasterKeySettings {
  given: readonly Buffer[];
  file: string | null;
}
