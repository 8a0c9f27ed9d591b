import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { toBillingAddress } from '../contract/addresses.js';
import { GAZETTEER } from './gazetteer.js';
import { lookupPlaces, Places } from './places.js';

describe('the gazetteer', () => {
  it('holds only addresses that the forms take as they are', () => {
    for (const [line1, city, state, postal_code, country] of GAZETTEER) {
      const address = { line1, city, state, postal_code, country };
      expect(toBillingAddress(address)).toEqual(address);
    }
  });

  it('answers an address as one types it', () => {
    expect(lookupPlaces('350 5th av')).toEqual([
      {
        label: '350 5th Avenue, New York, NY 10118, United States',
        address1: '350 5th Avenue',
        city: 'New York',
        state: 'NY',
        zip: '10118',
        country: 'US',
      },
    ]);
  });

  it.each([
    ['schonbrunner schlossstrasse', 'Schönbrunner Schloßstraße 47'],
    ['MÜNCHEN marien', 'Marienplatz 8'],
    ["st james's", "St James's Gate"],
    ['baker london', '221B Baker Street'],
    ['350 Fif', '350 5th Avenue'],
    ['third street san', '151 3rd Street'],
  ])('finds by "%s" the address %s', (query, address1) =>
    expect(lookupPlaces(query).map((place) => place.address1)).toContain(address1),
  );

  it('puts first what begins with the query, and answers at most five', () => {
    const [first, ...others] = lookupPlaces('1600 Penn');
    expect([first?.address1, others.length]).toEqual(['1600 Pennsylvania Avenue NW', 0]);
    const byNumberThenZip = lookupPlaces('1000').map((place) => place.address1);
    expect(byNumberThenZip).toEqual(['1000 5th Avenue', '11 Wall Street', '4 Pennsylvania Plaza']);
    expect(lookupPlaces('united states')).toHaveLength(5);
    expect(lookupPlaces('united states', 2)).toHaveLength(2);
  });

  it.each(['', ' ', '35', '...', 'nowhere at all'])('knows nothing of "%s"', (query) =>
    expect(lookupPlaces(query)).toEqual([]),
  );
});

describe('a Photon server', () => {
  let server: Server | undefined;
  afterEach(async () => {
    server?.closeAllConnections();
    await new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined)));
    server = undefined;
  });

  async function given(listener: RequestListener, deadline?: number): Promise<Places> {
    const started = createServer(listener);
    server = started;
    await new Promise<void>((resolve) => started.listen(0, '127.0.0.1', resolve));
    return new Places(`http://127.0.0.1:${(started.address() as AddressInfo).port}/photon`, deadline);
  }
  const answering = (body: unknown) => given((_request, response) => response.end(JSON.stringify(body)));
  const tower = {
    housenumber: '350',
    street: '5th Avenue',
    city: 'New York',
    state: 'New York',
    postcode: '10118',
    countrycode: 'us',
  };

  it('is asked with the query, and its answers are put as the forms take them', async () => {
    const asked: (string | undefined)[] = [];
    const places = await given(({ url }, response) => {
      asked.push(url);
      const gate = { street: 'Marienplatz', housenumber: '8', city: 'München', state: 'Bayern', postcode: '80331' };
      const features = [tower, tower, { ...gate, countrycode: 'DE' }].map((properties) => ({ properties }));
      response.end(JSON.stringify({ features }));
    });
    expect((await places.lookup('350 5th & more')).map(({ label }) => label)).toEqual([
      '350 5th Avenue, New York, NY 10118, United States',
      'Marienplatz 8, München, Bayern 80331, Germany',
    ]);
    expect(asked).toEqual(['/photon/api?q=350+5th+%26+more&limit=10']);
  });

  it('is not asked for a letter or two', async () => {
    const places = await given(() => {
      throw new Error('asked');
    });
    expect(await places.lookup(' 35 ')).toEqual([]);
  });

  it('has its useless answers left out', async () => {
    const useless = [null, 7, {}, { properties: null }, { properties: { ...tower, countrycode: 'ZZ' } }];
    const partial = [{ properties: { ...tower, postcode: undefined } }, { properties: { ...tower, street: 5 } }];
    const places = await answering({ features: [...useless, ...partial, { properties: tower }] });
    expect(await places.lookup('350 5th')).toHaveLength(1);
  });

  it.each([null, [], { features: 'none' }, 'text'])('that answers %j is unavailable', async (body) => {
    const places = await answering(body);
    await expect(places.lookup('350 5th')).rejects.toMatchObject({ code: 'places-unavailable', kind: 'unavailable' });
  });

  it('that fails, or does not answer within the deadline, is unavailable', async () => {
    const failing = await given((_request, response) => response.writeHead(500).end());
    await expect(failing.lookup('350 5th')).rejects.toMatchObject({ code: 'places-unavailable' });
    server?.close();
    const silent = await given(() => undefined, 50);
    await expect(silent.lookup('350 5th')).rejects.toMatchObject({ code: 'places-unavailable' });
  });
});
