import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AddressLookup } from './address-lookup.js';

describe('a Photon server', () => {
  let server: Server | undefined;
  afterEach(async () => {
    server?.closeAllConnections();
    await new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined)));
    server = undefined;
  });

  async function given(listener: RequestListener, deadline?: number): Promise<AddressLookup> {
    const started = createServer(listener);
    server = started;
    await new Promise<void>((resolve) => started.listen(0, '127.0.0.1', resolve));
    return new AddressLookup(`http://127.0.0.1:${(started.address() as AddressInfo).port}/photon`, deadline);
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
    const requests: (string | undefined)[] = [];
    const places = await given(({ url }, response) => {
      requests.push(url);
      const gate = { street: 'Marienplatz', housenumber: '8', city: 'München', state: 'Bayern', postcode: '80331' };
      const features = [tower, tower, { ...gate, countrycode: 'DE' }].map((properties) => ({ properties }));
      response.end(JSON.stringify({ features }));
    });
    expect((await places.lookup('350 5th & more')).map(({ label }) => label)).toEqual([
      '350 5th Avenue, New York, NY 10118, United States',
      'Marienplatz 8, München, 80331, Germany',
    ]);
    expect(requests).toEqual(['/photon/api?q=350+5th+%26+more&limit=10']);
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
