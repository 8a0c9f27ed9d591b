import { isUtf8 } from 'node:buffer';
import { ABORT, open } from 'lmdb';

/**
 * Reads all that is in an LMDB directory, in a process of its own: LMDB maps its file into memory and trusts what is in it, so that a file
 * which is damaged or too short ends whoever reads it by SIGSEGV or SIGBUS. Says in one line of JSON what is damaged, or null.
 * Arguments: the directory, and how many values are JSON, the newest of the table `appends`.
 */
const [path = '', texts = '0'] = process.argv.slice(2);

const PROBE = 'never written ';

function read() {
  const root = open({ path, noSubdir: false, maxDbs: 8 });
  try {
    const names = [...root.getKeys({})].map(String);
    if (names.length !== root.getStats().entryCount) return 'its tables cannot be found';
    for (const name of names) {
      const damage = readTable(root.openDB(name, { encoding: 'binary', keyEncoding: 'binary' }));
      if (damage !== null) return `the table ${name} ${damage}`;
    }
    if (!canBeWritten(root)) return 'its free pages cannot be found';
    return names.includes('appends') ? readTexts(root.openDB('appends', { encoding: 'binary' })) : null;
  } finally {
    void root.close();
  }
}

/** Which pages are free is read by whoever writes; nothing stays of it. */
function canBeWritten(root) {
  let isWritten = true;
  root.transactionSync(() => {
    for (let nth = 0; nth < 50; nth += 1) isWritten &&= root.putSync(`${PROBE}${nth}`, PROBE.repeat(500));
    return ABORT;
  });
  return isWritten;
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
    if (!isText(value)) return `the events at position ${String(key)} cannot be read`;
  }
  return null;
}

function isText(value) {
  try {
    JSON.parse(value.toString());
    return isUtf8(value);
  } catch {
    return false;
  }
}

let damage;
try {
  damage = read();
} catch (error) {
  damage = error instanceof Error ? error.message : String(error);
}
process.stdout.write(`${JSON.stringify({ damage })}\n`);
