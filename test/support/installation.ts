import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openEnvironment } from '../../backend/src/platform/log/lmdb-environment.js';
import { ROOT } from './root.js';

/** One value of a store as it lies in LMDB: key and value base64, or `text` where the value is UTF-8. */
interface StoredValue {
  db: string;
  key: string;
  value?: string;
  text?: string;
}

/** A row that the program which wrote the installation folded from its log. */
export interface RecordedRow {
  projection: string;
  id: string;
  document: Record<string, unknown>;
}

/** An installation of an earlier program, kept as text under test/fixtures; see the README there. */
export class KeptInstallation {
  constructor(private readonly name: string) {}

  /** Writes it into a directory as its program left it: log, vault, master key, and the format of the directory. */
  async restore(directory: string): Promise<void> {
    await mkdir(directory, { recursive: true });
    for (const store of ['log', 'vault']) await this.restoreStore(store, join(directory, store));
    await writeFile(join(directory, 'master.key'), Buffer.from(await this.read('master-key.txt'), 'base64'), {
      mode: 0o600,
    });
    await writeFile(join(directory, 'format'), '1\n');
  }

  rows(): Promise<RecordedRow[]> {
    return this.lines<RecordedRow>('rows.ndjson');
  }

  private async restoreStore(store: string, path: string): Promise<void> {
    const values = await this.lines<StoredValue>(`${store}.ndjson`);
    const root = openEnvironment(path);
    for (const db of new Set(values.map((value) => value.db))) {
      const table = root.openDB<Buffer, Buffer>(db, { encoding: 'binary', keyEncoding: 'binary' });
      await table.transaction(() => {
        for (const { key, text, value = '' } of values.filter((one) => one.db === db)) {
          void table.put(Buffer.from(key, 'base64'), text ? Buffer.from(text) : Buffer.from(value, 'base64'));
        }
      });
    }
    await root.close();
  }

  private async lines<Line>(file: string): Promise<Line[]> {
    const lines = (await this.read(file)).split('\n').filter((line) => line !== '');
    return lines.map((line) => JSON.parse(line) as Line);
  }

  private read(file: string): Promise<string> {
    return readFile(join(ROOT, 'test/fixtures', this.name, file), 'utf8');
  }
}
