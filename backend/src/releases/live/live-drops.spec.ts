import { jest } from '@jest/globals';
import { type CatalogueUnderTest, startCatalogue } from '@supreme-access/test/fixtures/catalogue-server.js';
import { listenTo } from '@supreme-access/test/fixtures/stream.js';
import { Arrivals } from '@supreme-access/test/support/arrivals.js';
import { CurrentDrops } from './current-drops.js';
import { LiveDrops } from './live-drops.js';

describe('a drop that is listened to', () => {
  let server: CatalogueUnderTest;
  let productId = '';
  beforeAll(async () => {
    server = await startCatalogue();
  });
  beforeEach(async () => {
    const body = { productTitle: 'Box Hoodie', price: 35, totalStock: 5_000 };
    productId = (await server.ask('POST', '/api/admin/products/create', body)).body.product.productId;
    await server.settled();
  });
  afterEach(() => jest.restoreAllMocks());
  afterAll(() => server?.stop());

  const watch = () => listenTo(`${server.url}/api/products/${productId}/stream`);
  const edit = (changes: object) => server.ask('POST', '/api/admin/products/edit', { productId, ...changes });
  const held = (n: number) => (slots: { reserved: number }) => slots.reserved === n;

  it('tells its slots at once', async () => {
    const watcher = await watch();
    await watcher.until('slots');
    expect(watcher.received).toMatchObject([
      { event: 'product', data: { productId, productTitle: 'Box Hoodie' } },
      { event: 'slots', data: { productId, reserved: 0, remaining: 5_000 } },
    ]);
    watcher.leave();
  });

  it('tells everyone who watches, also those who come later', async () => {
    const early = await watch();
    await early.until('slots', held(0));
    await server.reserve(productId, 1);
    await early.until('slots', held(1));
    const late = await watch();
    expect(await late.until('slots', held(1))).toMatchObject({ data: { remaining: 4_999 } });
    await server.giveBack(productId, 'order-1');
    await Promise.all([early.until('slots', held(0)), late.until('slots', held(0))]);
    early.leave();
    late.leave();
  });

  it('tells what is edited, and when it departs, and that this was moved', async () => {
    const watcher = await watch();
    await watcher.until('slots');
    await edit({ totalStock: 9, productTitle: 'Box Hoodie, second run' });
    const { data } = await watcher.until('product', ({ totalStock }) => totalStock === 9);
    expect(data).toMatchObject({ productTitle: 'Box Hoodie, second run', totalStock: 9, remaining: 9 });
    await edit({ releaseAt: '2031-11-20T17:00:00.000Z', releaseTz: 'America/New_York' });
    await watcher.until('scheduled', ({ releaseAt }) => releaseAt === '2031-11-20T17:00:00.000Z');
    await edit({ releaseAt: '2031-11-21T17:00:00.000Z' });
    const moved = await watcher.until('moved');
    expect(moved.data).toEqual({
      productId,
      releaseAt: '2031-11-21T17:00:00.000Z',
      releaseTz: 'America/New_York',
      reservationClosesAt: '2031-11-21T17:00:00.000Z',
    });
    const late = await watch();
    await late.until('scheduled');
    expect(late.names()).toEqual(['product', 'slots', 'scheduled']);
    watcher.leave();
    late.leave();
  });

  it('tells what is edited of a drop off the shop to staff alone, until it is back', async () => {
    const live = server.app.get(LiveDrops);
    const [shopper, admin] = [new Arrivals<string>(), new Arrivals<string>()];
    const stops = [
      live.listen(productId, (frames) => shopper.push(frames)),
      live.listen(productId, (frames) => admin.push(frames), true),
    ];
    await shopper.until((all) => all.join('').includes('"reserved":0'));
    await edit({ avail: false });
    await admin.until((all) => all.join('').includes('event: gone'));
    await edit({ productTitle: 'Secret Parka' });
    await admin.until((all) => all.join('').includes('Secret Parka'));
    expect(shopper.join('')).toContain('event: gone');
    expect(shopper.join('')).not.toContain('Secret Parka');
    await edit({ avail: true });
    await shopper.until((all) => all.join('').includes('Secret Parka'));
    for (const stop of stops) stop();
  });

  it('tells that the last slot is taken, and that one was freed', async () => {
    await edit({ totalStock: 1 });
    const watcher = await watch();
    await watcher.until('slots');
    await server.reserve(productId, 1);
    await watcher.until('sold-out');
    await server.giveBack(productId, 'order-1');
    expect((await watcher.until('slot-freed')).data).toEqual({ productId, remaining: 1 });
    watcher.leave();
  });

  it('comes at most four times in a second during a rush, and ends with the last change', async () => {
    const sent = new Arrivals<{ frames: string; at: number }>();
    const stop = server.app.get(LiveDrops).listen(productId, (frames) => sent.push({ frames, at: performance.now() }));
    let last = 0;
    while (sent.length < 7) {
      last += 1;
      await server.reserve(productId, last);
    }
    await sent.until((all) => all.find(({ frames }) => frames.includes(`"reserved":${last},`)));
    stop();
    for (const [index, { at }] of sent.entries()) {
      const fourLater = sent[index + 4];
      if (fourLater) expect(fourLater.at - at).toBeGreaterThan(1_000);
    }
  });

  it('is read once for a change, and told in one text, however many listen', async () => {
    const live = server.app.get(LiveDrops);
    const texts = new Arrivals<string>();
    const stops = Array.from({ length: 500 }, () => live.listen(productId, (frames) => texts.push(frames)));
    stops.push(live.listenToShop(() => undefined));
    await texts.until(({ length }) => length === 500);
    const read = jest.spyOn(server.app.get(CurrentDrops), 'of');
    await server.reserve(productId, 1);
    await texts.until(({ length }) => length === 1_000);
    for (const stop of stops) stop();
    expect(new Set(texts.slice(500)).size).toBe(1);
    // StreamedEvent of from the log and from the projections, it is looked at once more at most.
    expect(read.mock.calls.length).toBeLessThanOrEqual(2);
  });

  it('is looked at for nobody once everybody has gone', async () => {
    const watcher = await watch();
    await watcher.until('slots');
    watcher.leave();
    const again = await watch();
    await again.until('slots');
    await server.reserve(productId, 1);
    await again.until('slots', held(1));
    expect(watcher.of('slots').map(({ data }) => data.reserved)).toEqual([0]);
    again.leave();
    const live = server.app.get(LiveDrops);
    const stop = live.listen('nowhere', () => undefined);
    stop();
    const read = jest.spyOn(server.app.get(CurrentDrops), 'of');
    // What was asked for before they went may still be read.
    do {
      read.mockClear();
      await server.reserve(productId, Math.floor(performance.now()));
      await server.settled();
    } while (read.mock.calls.length > 0);
  });
});

describe('the shop that is listened to', () => {
  let server: CatalogueUnderTest;
  beforeAll(async () => {
    server = await startCatalogue();
  });
  afterAll(() => server?.stop());

  const create = async (productTitle: string, more: object = {}) => {
    const body = { productTitle, price: 35, totalStock: 2, ...more };
    return (await server.ask('POST', '/api/admin/products/create', body)).body.product.productId as string;
  };

  it('begins with a drop that is followed by itself and not yet read, and tells that follower all of it', async () => {
    const cap = await create('Beanie');
    await server.settled();
    const live = server.app.get(LiveDrops);
    const read = jest.spyOn(server.app.get(CurrentDrops), 'of').mockRejectedValueOnce(new Error('no answer'));
    const [shop, drop] = [new Arrivals<string>(), new Arrivals<string>()];
    const stops = [live.listen(cap, (frames) => drop.push(frames)), live.listenToShop((frames) => shop.push(frames))];
    expect(await shop.until(([first]) => first)).toContain('"productTitle":"Beanie"');
    expect(await drop.until(([first]) => first)).toContain('"productTitle":"Beanie"');
    read.mockRestore();
    for (const stop of stops) stop();
    await server.ask('POST', '/api/admin/products/edit', { productId: cap, avail: false });
    await server.settled();
  });

  it('begins with all that is listed, then tells what is listed, what changes and what goes', async () => {
    const releaseAt = '2031-11-20T17:00:00.000Z';
    const [cap, hidden] = [await create('Cap', { releaseAt }), await create('Shelf', { avail: false })];
    await server.settled();
    const early = await listenTo(`${server.url}/api/shop/stream`);
    const { data } = await early.until('products');
    expect(data.map(({ productId }: { productId: string }) => productId)).toEqual([cap]);
    expect(early.names()).toEqual(['products', 'scheduled']);

    const hoodie = await create('Hoodie');
    await early.until('product', ({ productId }) => productId === hoodie);
    await server.reserve(cap, 1);
    await early.until('slots', ({ productId, remaining }) => productId === cap && remaining === 1);
    await server.ask('POST', '/api/admin/products/edit', { productId: hidden, avail: true });
    await early.until('product', ({ productId }) => productId === hidden);
    await server.ask('POST', '/api/admin/products/edit', { productId: hoodie, avail: false });
    await early.until('gone', ({ productId }) => productId === hoodie);

    const late = await listenTo(`${server.url}/api/shop/stream`);
    const present = await late.until('products');
    const shown = present.data.map(({ productTitle, remaining }: { productTitle: string; remaining: number }) => [
      productTitle,
      remaining,
    ]);
    expect(shown.sort()).toEqual([
      ['Cap', 1],
      ['Shelf', 2],
    ]);
    early.leave();
    late.leave();
  });
});
