import { jest } from '@jest/globals';
import { type CatalogueUnderTest, startCatalogue } from '@supreme-access/test/fixtures/catalogue-server.js';
import { hurried } from '@supreme-access/test/fixtures/hurried.js';
import { StoreUnavailable } from '../../telemetry/store-unavailable.js';

/** One route for all: how long a request waits for a store, and what it is counted for, is the same everywhere. */
describe('a request while a store is away', () => {
  let server: CatalogueUnderTest;
  /** what the store does when it is asked for a document; null: it answers */
  let trouble: (() => Promise<never>) | null = null;
  beforeAll(async () => {
    server = await startCatalogue();
    await server.done('/api/admin/promos', { promoCode: 'FRIENDS', percent: 10 });
    const { calls } = server.platform;
    const make = calls.make.bind(calls);
    jest.spyOn(calls, 'make').mockImplementation((store, what, call, options) => {
      return make(store, what, what === 'a document' && trouble ? trouble : call, options);
    });
  });
  afterAll(async () => {
    jest.restoreAllMocks();
    await server.stop();
  });

  const lookup = async () => {
    const answer = await fetch(`${server.url}/api/promoLookup?promoCode=FRIENDS`);
    return { status: answer.status, retryAfter: answer.headers.get('retry-after'), ...(await answer.json()) };
  };
  const UNAVAILABLE = { status: 503, code: 'unavailable', retryAfter: '1' };

  it('hears 503 once its time is over, and is counted for nothing', async () => {
    trouble = () => Promise.reject(new StoreUnavailable('MongoDB does not answer'));
    for (let n = 0; n < 61; n += 1) expect(await lookup()).toMatchObject(UNAVAILABLE);
    trouble = () => new Promise(() => undefined);
    expect(await hurried(lookup)).toMatchObject(UNAVAILABLE);
    trouble = null;
    expect((await lookup()).status).not.toBe(429);
  });
});
