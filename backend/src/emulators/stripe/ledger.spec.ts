import { appendFileSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Bench } from '@supreme-access/test/fixtures/emulator.js';
import { Ledger, type LedgerLine } from './ledger.js';

const bench = new Bench();
afterEach(() => bench.close());

async function open(dir: string): Promise<{ ledger: Ledger; lines: LedgerLine[] }> {
  const lines: LedgerLine[] = [];
  return { ledger: await Ledger.open(dir, (line) => lines.push(line)), lines };
}

describe('the ledger file', () => {
  it('returns every line in order, and each by its position', async () => {
    const dir = await bench.dir();
    const { ledger } = await open(dir);
    const places = [1, 2, 3].map((at) => ledger.append({ at, delivered: 'é'.repeat(at) }));
    await ledger.durable();
    expect(places.map((place) => ledger.read(place).at)).toEqual([1, 2, 3]);
    await ledger.close();

    const again = await open(dir);
    expect(again.lines.map(({ at, delivered }) => [at, delivered])).toEqual([
      [1, 'é'],
      [2, 'éé'],
      [3, 'ééé'],
    ]);
    await again.ledger.close();
  });

  it('reads lines that are longer than its buffer', async () => {
    const dir = await bench.dir();
    const { ledger } = await open(dir);
    for (const at of [1, 2, 3]) ledger.append({ at, delivered: 'x'.repeat(900_000) });
    await ledger.close();
    const again = await open(dir);
    expect(again.lines.map(({ at, delivered }) => [at, delivered?.length])).toEqual([
      [1, 900_000],
      [2, 900_000],
      [3, 900_000],
    ]);
    await again.ledger.close();
  });

  it('cuts off a line that a crash left half written, and continues', async () => {
    const dir = await bench.dir();
    const { ledger } = await open(dir);
    ledger.append({ at: 1 });
    await ledger.close();
    appendFileSync(join(dir, 'ledger.jsonl'), '{"at":2,"deliv');

    const again = await open(dir);
    again.ledger.append({ at: 3 });
    await again.ledger.close();
    expect(again.lines.map(({ at }) => at)).toEqual([1]);
    expect(readFileSync(join(dir, 'ledger.jsonl'), 'utf8')).toBe('{"at":1}\n{"at":3}\n');
  });

  it('refuses to start on a damaged line instead of forgetting what follows', async () => {
    const dir = await bench.dir();
    const { ledger } = await open(dir);
    ledger.append({ at: 1 });
    await ledger.close();
    appendFileSync(join(dir, 'ledger.jsonl'), 'garbage\n{"at":2}\n');
    await expect(open(dir)).rejects.toThrow('damaged at byte 9');
  });

  it('is readable by its owner only', async () => {
    const dir = await bench.dir();
    const { ledger } = await open(dir);
    await ledger.close();
    expect(statSync(join(dir, 'ledger.jsonl')).mode & 0o077).toBe(0);
  });
});
