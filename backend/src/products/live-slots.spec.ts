import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { request as ask } from 'node:http';
import { eventually } from '../partners/stripe-emulator/emulator.fixture.js';
import { type CatalogueUnderTest, startCatalogue } from './catalogue-server.fixture.js';
import { LiveSlots } from './live-slots.js';

interface Told {
  reserved: number;
  remaining: number;
  at: number;
}

describe('the live count of slots', () => {
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
  afterAll(() => server?.stop());

  /** A reader of the stream, with what it was told and when. */
  async function watch() {
    const asked = ask(`${server.url}/api/products/${productId}/stream`).end();
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    const told: Told[] = [];
    let text = '';
    answer.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      const parts = text.split('\n\n');
      text = parts.pop() ?? '';
      for (const part of parts) {
        const data = /^event: slots\ndata: (.+)$/.exec(part)?.[1];
        if (data) told.push({ ...JSON.parse(data), at: performance.now() });
      }
    });
    // leaving breaks the connection, which the reader hears of as an error
    answer.on('error', () => undefined);
    return {
      told,
      leave: () => asked.destroy(),
      until: (n: number) => eventually(() => told.find(({ reserved }) => reserved === n)),
    };
  }

  it('is told at once', async () => {
    const { told, leave, until } = await watch();
    await until(0);
    expect(told).toEqual([{ reserved: 0, remaining: 5_000, at: expect.any(Number) }]);
    leave();
  });

  it('is told to everyone who watches, also to those who come later', async () => {
    const early = await watch();
    await early.until(0);
    await server.reserve(productId, 1);
    await early.until(1);
    const late = await watch();
    expect(await late.until(1)).toMatchObject({ reserved: 1, remaining: 4_999 });
    await server.giveBack(productId, 'order-1');
    await Promise.all([early.until(0), late.until(0)]);
    early.leave();
    late.leave();
  });

  it('changes with the stock too', async () => {
    const watcher = await watch();
    await watcher.until(0);
    await server.ask('POST', '/api/admin/products/edit', { productId, totalStock: 9 });
    await eventually(() => watcher.told.find(({ remaining }) => remaining === 9));
    watcher.leave();
  });

  it('comes at most four times in a second during a rush, and ends with the last change', async () => {
    const told: Told[] = [];
    const stop = server.app.get(LiveSlots).listen(productId, (slots) => told.push({ ...slots, at: performance.now() }));
    let last = 0;
    while (told.length < 7) {
      last += 1;
      await server.reserve(productId, last);
    }
    await eventually(() => told.find(({ reserved }) => reserved === last));
    stop();
    for (const [index, { at }] of told.entries()) {
      const fourLater = told[index + 4];
      if (fourLater) expect(fourLater.at - at).toBeGreaterThan(1_000);
    }
  });

  it('is counted for nobody once everybody has gone', async () => {
    const watcher = await watch();
    await watcher.until(0);
    watcher.leave();
    const again = await watch();
    await again.until(0);
    await server.reserve(productId, 1);
    await again.until(1);
    expect(watcher.told.map(({ reserved }) => reserved)).toEqual([0]);
    again.leave();
  });
});
