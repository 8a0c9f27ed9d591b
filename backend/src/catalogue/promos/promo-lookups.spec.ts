import { type CatalogueUnderTest, startCatalogue } from '@supreme-access/test/fixtures/catalogue-server.js';

describe('promo codes are not tried out: who looks up more than 60 a minute is refused', () => {
  let server: CatalogueUnderTest;
  beforeAll(async () => {
    server = await startCatalogue();
    await server.ask('POST', '/api/admin/promos', { promoCode: 'FRIENDS', percent: 10 });
    await server.settled();
  });
  afterAll(() => server?.stop());

  const statusesOf = async (tokenOf: (n: number) => string | null, codeOf: (n: number) => string) => {
    const statuses: number[] = [];
    for (let n = 0; n < 61; n += 1) {
      const path = `/api/promoLookup?promoCode=${codeOf(n)}`;
      statuses.push((await server.ask('GET', path, undefined, tokenOf(n))).status);
    }
    return statuses;
  };

  it('with one account, whether the code is right or not', async () => {
    const token = server.tokenOf('shopper');
    const statuses = await statusesOf(
      () => token,
      () => 'FRIENDS',
    );
    expect([statuses[0], statuses.at(-1)]).toEqual([200, 429]);
  });

  it('from one address without an account', async () => {
    const statuses = await statusesOf(
      () => null,
      () => 'FRIENDS',
    );
    expect(statuses.at(-1)).toBe(429);
  });

  it('and hundreds behind one address who look up a code that there is are not', async () => {
    const statuses = await statusesOf(
      () => server.tokenOf('shopper'),
      () => 'FRIENDS',
    );
    expect(new Set(statuses)).toEqual(new Set([200]));
  });

  it('from one address with an account for each guess', async () => {
    const statuses = await statusesOf(
      () => server.tokenOf('shopper'),
      (n) => `GUESS-${n}`,
    );
    expect(statuses.at(-1)).toBe(429);
  });
});
