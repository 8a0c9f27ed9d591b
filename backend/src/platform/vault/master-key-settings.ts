import { resolve } from 'node:path';
import type { Check, Text } from '../setting-checks.js';
import { parseMasterKey } from './master-key.js';
import type { MasterKeySettings } from './master-keys.js';

/** The newest first. Files are looked at when the vault is opened. */
export function readMasterKeys(text: Text, check: Check, isShared: boolean): MasterKeySettings {
  const [newest, file] = [text('MASTER_KEY'), text('MASTER_KEY_FILE')];
  const older = (text('MASTER_KEY_OLD') ?? '').split(',').flatMap((one) => one.trim() || []);
  const isNamed = newest !== null || file !== null;
  const given = newest === null ? null : masterKeyIn(newest);
  const wanted = 'must be 32 bytes in base64 or hex';
  const unless = isNamed ? '' : ' with EVENTSTORE_URL and MONGODB_URL, unless MASTER_KEY_FILE names a file';
  check('MASTER_KEY', newest === null ? isNamed || !isShared : given !== null, wanted + unless);
  const kept = older.map(masterKeyIn);
  check('MASTER_KEY_OLD', !kept.includes(null), `${wanted} each, with commas between them`);
  check(
    'MASTER_KEY_OLD',
    kept.length === 0 || isNamed,
    'is what MASTER_KEY or MASTER_KEY_FILE was before: set that too',
  );
  return { given: [given, ...kept].filter((key) => key !== null), file: file === null ? null : resolve(file) };
}

function masterKeyIn(text: string): Buffer | null {
  try {
    return parseMasterKey(text);
  } catch {
    return null;
  }
}
