import { jest } from '@jest/globals';
import { StoreUnavailable } from '../platform/store-unavailable.js';
import { type CatalogueUnderTest, startCatalogue } from '../products/catalogue-server.fixture.js';
import { hurried } from '../start/hurried.fixture.js';

/** One route for all: how long a request waits for a store, and what it is counted for, is the same everywhere. */
describe('a request while a store is away', () => {
  let server: CatalogueUnderTest;
  let found: jest.SpiedFunction<CatalogueUnderTest['platform']['generations']['get']>;
  beforeAll(async () => {
    server = await startCatalogue();
    await server.done('/api/admin/promos', { promoCode: 'FRIENDS', percent: 10 });
    found = jest.spyOn(server.platform.generations, 'get');
  });
  afterAll(async () => {
    found.mockRestore();
    await server.stop();
  });

  const lookup = async () => {
    const answer = await fetch(`${server.url}/api/promoLookup?promoCode=FRIENDS`);
    return { status: answer.status, retryAfter: answer.headers.get('retry-after'), ...(await answer.json()) };
  };
  const UNAVAILABLE = { status: 503, code: 'unavailable', retryAfter: '1' };

  it('hears 503 once its time is over, and is counted for nothing', async () => {
    found.mockRejectedValue(new StoreUnavailable('MongoDB does not answer'));
    for (let n = 0; n < 61; n += 1) expect(await lookup()).toMatchObject(UNAVAILABLE);
    found.mockReturnValue(new Promise(() => undefined));
    expect(await hurried(lookup)).toMatchObject(UNAVAILABLE);
    found.mockRestore();
    expect((await lookup()).status).not.toBe(429);
  });
});
