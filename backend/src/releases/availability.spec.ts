import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WatchedRetailer } from '@supreme-access/test/fixtures/watched-retailer.js';
import type { Retailer } from '../retailers/retailer.js';
import { Availability } from './availability.js';

const never = new AbortController().signal;

describe('stock at the retailer', () => {
  let now = Date.UTC(2026, 10, 21, 12);
  let directory: string;
  let retailer: WatchedRetailer;
  let availability: Availability;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'availability-'));
    retailer = await WatchedRetailer.open({ directory });
    availability = new Availability(retailer.client, () => now);
  });
  afterEach(async () => {
    await retailer.shut();
    await rm(directory, { recursive: true });
  });
  const ask = (...styles: string[]) => availability.stock({ productId: 'hoodie', styles }, never);

  it('is what is listed; what is not listed is not sold', async () => {
    await retailer.stock('hoodie', { 'm/Ink': 3 });
    const stock = await ask('Ink');
    expect([stock({ size: 'm', style: 'Ink' }), stock({ size: 'l', style: 'Ink' })]).toEqual([3, 0]);
    expect(stock({ size: 'm', style: 'Fog' })).toBe(0);
  });

  it('is unknown where a catalogue names variants, which nobody has said to be our sizes and styles', async () => {
    const variants = [{ itemId: 'v-1', title: 'M', labels: ['M'], available: true }];
    const listed = { kind: 'listed', productId: 'hoodie', title: 'Hoodie', opensAt: null, stock: [], variants };
    const shop = { listing: async () => listed } as unknown as Retailer;
    const stock = await new Availability(shop, () => now).stock({ productId: 'hoodie', styles: ['Ink'] }, never);
    expect(stock({ size: 'm', style: 'Ink' })).toBeNull();
  });

  it('is asked once for all the orders of one moment, and again a second later', async () => {
    await retailer.stock('hoodie', { 'm/Ink': 3 });
    const answers = await Promise.all(Array.from({ length: 50 }, () => ask('Ink')));
    expect(retailer.calls).toHaveLength(1);
    expect(answers.map((stock) => stock({ size: 'm', style: 'Ink' }))).toEqual(answers.map(() => 3));
    await retailer.stock('hoodie', { 'm/Ink': 1 });
    now += 1_001;
    expect((await ask('Ink'))({ size: 'm', style: 'Ink' })).toBe(1);
    expect(retailer.calls).toHaveLength(2);
  });

  it('is asked apart for two of our products that are one at the retailer, each with its own styles', async () => {
    const [ink, fog] = [await ask('Ink'), await ask('Fog')];
    expect(ink({ size: 'm', style: 'Ink' })).toBeGreaterThan(0);
    expect(fog({ size: 'm', style: 'Fog' })).toBeGreaterThan(0);
  });

  it('is unknown while the retailer cannot be asked: a guess keeps nobody from trying', async () => {
    await retailer.shut();
    expect((await ask('Ink'))({ size: 'm', style: 'Ink' })).toBeNull();
    await retailer.reopen();
    now += 1_001;
    expect((await ask('Ink'))({ size: 'm', style: 'Ink' })).toBeGreaterThan(0);
  });

  it('is asked again after a question that failed', async () => {
    const { client } = retailer;
    const question = { productId: 'hoodie', styles: ['Ink'] };
    const failing = Object.assign(Object.create(client), { listing: () => Promise.reject(new Error('a bug')) });
    availability = new Availability(failing, () => now);
    await expect(availability.stock(question, never)).rejects.toThrow('a bug');
    failing.listing = client.listing.bind(client);
    expect((await availability.stock(question, never))({ size: 'm', style: 'Ink' })).toBeGreaterThan(0);
  });
});
