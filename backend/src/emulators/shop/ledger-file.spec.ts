import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryDirectory } from '@supreme-access/test/fixtures/retailer.js';
import { LedgerFile } from './ledger-file.js';

interface Line {
  n: number;
}
let directory: Awaited<ReturnType<typeof temporaryDirectory>>;
let path: string;
beforeEach(async () => {
  directory = await temporaryDirectory();
  path = join(directory.path, 'ledger.jsonl');
});
afterEach(() => directory.remove());

describe('the ledger file', () => {
  it('returns in order what was appended together', async () => {
    const { ledger, entries } = await LedgerFile.open<Line>(path);
    expect(entries).toEqual([]);
    await Promise.all(Array.from({ length: 300 }, (_, n) => ledger.append({ n })));
    await ledger.close();

    const again = await LedgerFile.open<Line>(path);
    expect(again.entries.map((line) => line.n)).toEqual(Array.from({ length: 300 }, (_, n) => n));
    await again.ledger.close();
  });

  it('has a line on disk when append resolves, and all lines when durable does', async () => {
    const { ledger } = await LedgerFile.open<Line>(path);
    await ledger.append({ n: 1 });
    expect(await readFile(path, 'utf8')).toBe('{"n":1}\n');
    const second = ledger.append({ n: 2 });
    await ledger.durable();
    expect(await readFile(path, 'utf8')).toBe('{"n":1}\n{"n":2}\n');
    await second;
    await ledger.close();
  });

  it('cuts off a torn last line and continues after the last whole one', async () => {
    await writeFile(path, '{"n":1}\n{"n":');
    const { ledger, entries } = await LedgerFile.open<Line>(path);
    expect(entries).toEqual([{ n: 1 }]);
    await ledger.append({ n: 2 });
    await ledger.close();
    expect(await readFile(path, 'utf8')).toBe('{"n":1}\n{"n":2}\n');
  });

  it('refuses to start on damage before the end, and leaves the file as it is', async () => {
    const damaged = '{"n":1}\nnonsense\n{"n":3}\n';
    await appendFile(path, damaged);
    await expect(LedgerFile.open<Line>(path)).rejects.toThrow('line 2 is damaged');
    expect(await readFile(path, 'utf8')).toBe(damaged);
  });

  it('accepts nothing after it is closed', async () => {
    const { ledger } = await LedgerFile.open<Line>(path);
    const last = ledger.append({ n: 1 });
    await ledger.close();
    await last;
    await expect(ledger.append({ n: 2 })).rejects.toThrow('closed');
  });
});
