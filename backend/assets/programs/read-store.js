import { open } from 'lmdb';

/**
 * Reads all that is in an LMDB directory, in a process of its own: LMDB maps its file into memory and trusts what is in it, so that a file
 * which is damaged or too short ends whoever reads it by SIGSEGV or SIGBUS. Says in one line of JSON what is damaged, or null.
 * Arguments: the directory, and how many values are JSON, the newest of the table `appends`.
 */
const [path = '', texts = '0'] = process.argv.slice(2);

function read() {
  const root = open({ path, noSubdir: false, readOnly: true, maxDbs: 8 });
  try {
    const names = [...root.getKeys({})];
    for (const name of names) {
      const table = root.openDB(String(name), { encoding: 'binary', keyEncoding: 'binary' });
      const damage = readTable(table);
      if (damage !== null) return `the table ${String(name)} ${damage}`;
    }
    return names.includes('appends') ? readTexts(root.openDB('appends', { encoding: 'string' })) : null;
  } finally {
    void root.close();
  }
}

function readTable(table) {
  const { entryCount } = table.getStats();
  let [count, before] = [0, null];
  for (const { key, value } of table.getRange({})) {
    count += 1;
    if (before !== null && Buffer.compare(before, key) >= 0) return 'is out of order';
    if (count > entryCount || !(value instanceof Uint8Array)) return `has more than its ${entryCount} entries`;
    // The buffer may be used again for the next one.
    before = Buffer.from(key);
  }
  return count === entryCount ? null : `has ${count} of its ${entryCount} entries`;
}

function readTexts(table) {
  for (const { key, value } of table.getRange({ reverse: true, limit: Number(texts) })) {
    try {
      JSON.parse(value);
    } catch {
      return `the events at position ${String(key)} cannot be read`;
    }
  }
  return null;
}

let damage;
try {
  damage = read();
} catch (error) {
  damage = error instanceof Error ? error.message : String(error);
}
process.stdout.write(`${JSON.stringify({ damage })}\n`);
