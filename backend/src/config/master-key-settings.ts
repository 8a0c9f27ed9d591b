import { resolve } from 'node:path';
import { masterKeyIn } from './key-file.js';
import type { Check, Text } from './setting-checks.js';

/** The first key seals; the others only open. */
export function readMasterKeys(text: Text, check: Check, isShared: boolean): MasterKeySettings {
  const [list, file] = [text('MASTER_KEY'), text('MASTER_KEY_FILE')];
  const given = (list ?? '').split(',').flatMap((one) => (one.trim() === '' ? [] : masterKeyIn(one.trim())));
  const wanted = 'must be 32 bytes in base64 or hex, of several keys with commas between them';
  const unless = list === null ? ' with EVENTSTORE_URL and MONGODB_URL, unless MASTER_KEY_FILE names a file' : '';
  const isFine = list === null ? file !== null || !isShared : given.length > 0 && !given.includes(null);
  check('MASTER_KEY', isFine, wanted + unless);
  check('MASTER_KEY_FILE', list === null || file === null, 'and MASTER_KEY exclude each other: set one of them');
  return { given: given.filter((key) => key !== null), file: file === null ? null : resolve(file) };
}

export interface MasterKeySettings {
  given: readonly Buffer[];
  file: string | null;
}
