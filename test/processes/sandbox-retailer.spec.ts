import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { OwnRetailer } from '../../backend/src/retailers/own/own-retailer.js';
import { aPurchase, KEY, temporaryDirectory } from '../fixtures/retailer.js';
import { ROOT } from '../support/root.js';

const main = join(ROOT, 'backend/dist/programs/sandbox-retailer.js');
let directory: Awaited<ReturnType<typeof temporaryDirectory>>;
const running = new Set<ChildProcess>();

async function start(env: Record<string, string> = {}): Promise<{ child: ChildProcess; client: OwnRetailer }> {
  const settings = { SANDBOX_DIR: join(directory.path, 'ledger'), SANDBOX_KEY: KEY, ...env };
  const child = spawn(process.execPath, [main], { env: settings, stdio: ['ignore', 'pipe', 'inherit'] });
  running.add(child);
  child.once('exit', () => running.delete(child));
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  const url = /http:\S+$/.exec(String(line))?.[0] ?? '';
  return { child, client: new OwnRetailer({ url, key: KEY }) };
}
const soon = () => AbortSignal.timeout(60_000);

beforeAll(async () => {
  directory = await temporaryDirectory();
});
afterAll(async () => {
  for (const child of running) child.kill('SIGKILL');
  await directory.remove();
});

describe('the sandbox as a process of its own', () => {
  it('keeps every answered sale through a kill, and sells nothing twice', async () => {
    const answered = new Map<string, string>();
    const references = Array.from({ length: 120 }, (_, index) => `order-${index}:1`);
    let lost = 0;
    for (let round = 0; round < 3; round += 1) {
      const { child, client } = await start({ SANDBOX_LATENCY: '{"min":0,"max":200}' });
      const exited = once(child, 'exit');
      const work = references.map(async (reference) => {
        const answer = await client.buy(aPurchase(reference), soon());
        if (answer.kind !== 'succeeded') {
          lost += 1;
          return;
        }
        expect(answered.get(reference) ?? answer.orderNumber).toBe(answer.orderNumber);
        answered.set(reference, answer.orderNumber);
        if (answered.size >= 30 * (round + 1)) child.kill('SIGKILL');
      });
      await Promise.all(work);
      child.kill('SIGKILL');
      await exited;
    }

    const { child, client } = await start();
    expect(answered.size).toBeGreaterThanOrEqual(30);
    expect(lost).toBeGreaterThan(0);
    for (const [reference, orderNumber] of answered) {
      expect(await client.lookUp({ reference: reference }, soon())).toMatchObject({ kind: 'succeeded', orderNumber });
    }
    const all = await Promise.all(references.map((reference) => client.buy(aPurchase(reference), soon())));
    const numbers = all.map((one) => (one.kind === 'succeeded' ? one.orderNumber : one.kind));
    expect(new Set(numbers).size).toBe(references.length);
    const listed = await client.listing({ productId: 'forest-jacket', styles: ['Forest'] }, soon());
    const left = { size: 'm', style: 'Forest', quantity: 1_000 - references.length };
    expect(listed).toMatchObject({ kind: 'listed', stock: expect.arrayContaining([left]) });
    child.kill('SIGKILL');
    await once(child, 'exit');
  });

  it('ends on SIGTERM with code 0', async () => {
    const { child } = await start();
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  it('does not start with an impossible setting, and names it', async () => {
    const env = { SANDBOX_KEY: KEY, SANDBOX_DIR: directory.path, SANDBOX_PORT: 'banana' };
    const child = spawn(process.execPath, [main], { env, stdio: ['ignore', 'ignore', 'pipe'] });
    running.add(child);
    let said = '';
    child.stderr.on('data', (chunk) => {
      said += chunk;
    });
    const [code] = await once(child, 'close');
    expect(code).toBe(1);
    expect(said).toContain('SANDBOX_PORT');
  });
});
