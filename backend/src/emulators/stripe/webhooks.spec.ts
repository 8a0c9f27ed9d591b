import { ask, Bench, chargedIntent, type Endpoint, SECRET, sdk } from '@supreme-access/test/fixtures/emulator.js';
import Stripe from 'stripe';
import type { WebhookOptions } from './webhooks.js';

const bench = new Bench();
let endpoint: Endpoint;
let url: string;
beforeEach(async () => {
  endpoint = await bench.endpoint();
  url = endpoint.url;
});
afterEach(() => bench.close());

const quick: WebhookOptions = { secret: SECRET, backoff: { first: 5, longest: 40 } };
const start = (webhook: Partial<WebhookOptions> = {}, dir?: string) =>
  bench.start({ webhook: { ...quick, url, ...webhook }, ...(dir && { dir }) });
const arrived = (count: number) => endpoint.received.until(({ length }) => length >= count);
async function makeCustomers(emulatorUrl: string, count: number): Promise<void> {
  const stripe = sdk(emulatorUrl);
  for (let index = 0; index < count; index += 1) await stripe.customers.create({ metadata: { n: String(index) } });
}
const numbers = () =>
  endpoint.received.map(({ event }) => Number((event.data.object as { metadata: Record<string, string> }).metadata.n));

describe('webhooks', () => {
  it('are signed so that the SDK accepts them, and only unaltered', async () => {
    const { url: emulatorUrl } = await start();
    const intent = await chargedIntent(sdk(emulatorUrl), '4242424242424242');
    const succeeded = await endpoint.received.until((received) =>
      received.find(({ event }) => event.type === 'payment_intent.succeeded'),
    );
    const event = Stripe.webhooks.constructEvent(succeeded.body, succeeded.signature, SECRET);
    expect(event.data.object).toMatchObject({ id: intent.id, status: 'succeeded' });
    const altered = succeeded.body.replace('2000', '9999');
    expect(() => Stripe.webhooks.constructEvent(altered, succeeded.signature, SECRET)).toThrow();
  });

  it('are repeated until the endpoint confirms them', async () => {
    let refusals = 3;
    endpoint.answer = () => (refusals-- > 0 ? 500 : 200);
    const emulator = await start();
    await makeCustomers(emulator.url, 1);
    await arrived(4);
    expect(new Set(endpoint.received.map(({ event }) => event.id)).size).toBe(1);
    await makeCustomers(emulator.url, 1);
    await arrived(5);
  });

  it('reach an endpoint that was unreachable, even after a restart of the emulator', async () => {
    const dir = await bench.dir();
    const before = await bench.start({ dir, webhook: { ...quick, url: 'http://127.0.0.1:9/nobody' } });
    await makeCustomers(before.url, 3);
    await bench.stop(before);
    await start({}, dir);
    await arrived(3);
    expect(numbers().sort()).toEqual([0, 1, 2]);
  });

  it('that were confirmed are not sent again after a restart', async () => {
    const dir = await bench.dir();
    const before = await start({}, dir);
    await makeCustomers(before.url, 2);
    await before.settled();
    await bench.stop(before);
    const after = await start({}, dir);
    await makeCustomers(after.url, 1);
    await arrived(3);
    expect(numbers().sort()).toEqual([0, 0, 1]);
  });

  it('follow the endpoint when it moves', async () => {
    const emulator = await bench.start({ webhook: quick });
    await makeCustomers(emulator.url, 1);
    emulator.sendWebhooksTo(url);
    await arrived(1);
    await ask(emulator.url, 'POST', '/emulator/webhook', { url: 'http://127.0.0.1:9/nobody' });
    await makeCustomers(emulator.url, 1);
    await ask(emulator.url, 'POST', '/emulator/webhook', { url });
    await arrived(2);
  });

  it('are limited to the configured types', async () => {
    const { url: emulatorUrl } = await start({ types: ['charge.succeeded'] });
    await chargedIntent(sdk(emulatorUrl), '4242424242424242');
    await chargedIntent(sdk(emulatorUrl), '4242424242424242');
    await arrived(2);
    expect(endpoint.types()).toEqual(['charge.succeeded', 'charge.succeeded']);
  });

  it('are delivered a few at a time', async () => {
    let open = () => {};
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    endpoint.answer = async () => {
      await gate;
      return 200;
    };
    const emulator = await start({ concurrency: 3 });
    await makeCustomers(emulator.url, 12);
    await arrived(3);
    open();
    await arrived(12);
    expect(endpoint.busiest).toBe(3);
  });

  it('are duplicated when configured', async () => {
    const emulator = await start({ duplicate: 1 });
    await makeCustomers(emulator.url, 3);
    await arrived(6);
    expect(numbers().sort()).toEqual([0, 0, 1, 1, 2, 2]);
  });

  it.each([
    [0.5, false],
    [0, true],
  ])('held back at a rate of %d they keep their order: %s', async (reorder, keepsOrder) => {
    const emulator = await start({ reorder, seed: 7, concurrency: 1 });
    const stripe = sdk(emulator.url);
    await Promise.all(Array.from({ length: 12 }, () => stripe.customers.create({})));
    await arrived(12);
    const made = (await stripe.events.list({ limit: 20 })).data.map(({ id }) => id).reverse();
    const came = endpoint.received.map(({ event }) => event.id);
    expect([...came].sort()).toEqual([...made].sort());
    expect(came.join() === made.join()).toBe(keepsOrder);
  });
});
