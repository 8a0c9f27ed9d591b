import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { request as ask } from 'node:http';
import { eventually } from '../payments/emulator/emulator.fixture.js';
import { type CatalogueUnderTest, startCatalogue } from './catalogue-server.fixture.js';

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
  }, 30_000);
  beforeEach(async () => {
    const body = { productTitle: 'Box Hoodie', price: 35, totalStock: 500 };
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
    expect(told).toEqual([{ reserved: 0, remaining: 500, at: expect.any(Number) }]);
    leave();
  });

  it('is told to everyone who watches, also to those who come later', async () => {
    const early = await watch();
    await early.until(0);
    await server.reserve(productId, 1);
    await early.until(1);
    const late = await watch();
    expect(await late.until(1)).toMatchObject({ reserved: 1, remaining: 499 });
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
    const watcher = await watch();
    await watcher.until(0);
    const rush = async (n: number): Promise<void> => {
      await server.reserve(productId, n);
      if (n < 300) await rush(n + 1);
    };
    await rush(1);
    await watcher.until(300);
    const changes = watcher.told.slice(1).map(({ at }) => at);
    for (const [index, at] of changes.entries()) {
      const fourLater = changes[index + 4];
      // a message may wait in the socket; the pause between two of them is 260 ms
      if (fourLater !== undefined) expect(fourLater - at).toBeGreaterThan(950);
    }
    watcher.leave();
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
