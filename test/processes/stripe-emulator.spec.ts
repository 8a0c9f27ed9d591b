import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { ask, Bench, KEY, SECRET, savedCard, sdk } from '../fixtures/emulator.js';
import { ROOT } from '../support/root.js';

const main = join(ROOT, 'backend/dist/programs/stripe-emulator.js');
const bench = new Bench();
const running = new Set<ChildProcess>();

function spawned(env: Record<string, string>): ChildProcess {
  const child = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  running.add(child);
  child.once('exit', () => running.delete(child));
  return child;
}

async function start(dir: string, env: Record<string, string> = {}) {
  const child = spawned({ STRIPE_EMULATOR_DIR: dir, STRIPE_EMULATOR_KEY: KEY, ...env });
  if (!child.stdout) throw new Error('no output to read');
  const line = once(createInterface({ input: child.stdout }), 'line');
  const failed = once(child, 'exit').then(([code]) => Promise.reject(new Error(`ended with ${code}`)));
  const [url] = await Promise.race([line, failed]);
  failed.catch(() => undefined); // the end of a child that had started is no failure
  return { child, url: String(url), stripe: sdk(String(url)) };
}

async function kill(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

afterAll(async () => {
  for (const child of running) child.kill('SIGKILL');
  await bench.close();
});

const confirmed = (stripe: ReturnType<typeof sdk>, id: string) =>
  stripe.paymentIntents.confirm(id, {}, { idempotencyKey: `fee:${id}` });

describe('the emulator as a process of its own', () => {
  it('restarts after SIGKILL with its ledger, its keys and its undelivered webhooks', async () => {
    const dir = await bench.dir();
    const owes = { STRIPE_EMULATOR_WEBHOOK_URL: 'http://127.0.0.1:9/nobody', STRIPE_EMULATOR_WEBHOOK_SECRET: SECRET };
    const types = { STRIPE_EMULATOR_WEBHOOK_EVENTS: 'payment_intent.succeeded' };
    const before = await start(dir, { ...owes, ...types });
    const card = await savedCard(before.stripe, '4242424242424242');
    const metadata = { orderId: 'o-1' };
    const intent = await before.stripe.paymentIntents.create({ amount: 2_000, currency: 'usd', ...card, metadata });
    const paid = await confirmed(before.stripe, intent.id);
    const refund = await before.stripe.refunds.create({ payment_intent: intent.id, amount: 700 });
    const ledger = await ask(before.url, 'GET', '/emulator/ledger');
    await kill(before.child);

    const endpoint = await bench.endpoint();
    const after = await start(dir, { ...owes, STRIPE_EMULATOR_WEBHOOK_URL: endpoint.url });
    expect(await ask(after.url, 'GET', '/emulator/ledger')).toEqual(ledger);
    const replayed = await confirmed(after.stripe, intent.id);
    expect(replayed).toEqual(paid);
    expect(replayed.lastResponse.headers['idempotent-replayed']).toBe('true');
    expect(await after.stripe.refunds.retrieve(refund.id)).toEqual(refund);
    const delivered = await endpoint.received.until(([first]) => first);
    expect(delivered.event).toMatchObject({ type: 'payment_intent.succeeded', data: { object: { metadata } } });
    await kill(after.child);
  });

  it('keeps every answer and charges nothing twice through repeated kills', async () => {
    const dir = await bench.dir();
    const first = await start(dir);
    const card = await savedCard(first.stripe, '4242424242424242');
    const intents = await Promise.all(
      Array.from({ length: 40 }, () => first.stripe.paymentIntents.create({ amount: 500, currency: 'usd', ...card })),
    );
    await kill(first.child);
    const answered = new Map<string, string>();
    for (let round = 1; round <= 3; round += 1) {
      const { child, stripe } = await start(dir);
      const gone = once(child, 'exit');
      const work = intents.map(async ({ id }) => {
        const paid = await confirmed(stripe, id).catch(() => undefined);
        if (!paid) return;
        const charge = String(paid.latest_charge);
        expect(answered.get(id) ?? charge).toBe(charge);
        answered.set(id, charge);
        if (answered.size >= round * 10) child.kill('SIGKILL');
      });
      await Promise.all(work);
      child.kill('SIGKILL');
      await gone;
    }
    const last = await start(dir);
    for (const { id } of intents) {
      const paid = await confirmed(last.stripe, id);
      expect(answered.get(id) ?? paid.latest_charge).toBe(paid.latest_charge);
    }
    const { charges } = await ask<{ charges: { payment_intent: string }[] }>(last.url, 'GET', '/emulator/ledger');
    expect(charges.map(({ payment_intent }) => payment_intent).sort()).toEqual(intents.map(({ id }) => id).sort());
    await kill(last.child);
  });

  it('ends on SIGTERM with code 0', async () => {
    const { child } = await start(await bench.dir());
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  it.each([
    ['STRIPE_EMULATOR_PORT', 'banana'],
    ['STRIPE_EMULATOR_KEY', ''],
    ['STRIPE_EMULATOR_WEBHOOK_URL', 'not a url'],
  ])('does not start with %s=%s, and names it', async (name, value) => {
    const env = { STRIPE_EMULATOR_KEY: KEY, STRIPE_EMULATOR_WEBHOOK_SECRET: SECRET, [name]: value };
    const child = spawned({ STRIPE_EMULATOR_DIR: await bench.dir(), ...env });
    let said = '';
    child.stderr?.on('data', (chunk) => {
      said += chunk;
    });
    const [code] = await once(child, 'close');
    expect(code).toBe(1);
    expect(said).toContain(name);
  });
});
