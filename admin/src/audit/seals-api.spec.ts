/** @jest-environment node */
import { answered, fakeServer, fakeStorage, restoreGlobals } from '../../../test/fixtures/admin/http.js';
import { sealsApi } from './seals-api.js';

const seal = (number: number) => ({ number, size: 10 * number });

describe('the file of seals', () => {
  beforeEach(() => {
    fakeStorage();
  });
  afterEach(restoreGlobals);

  it('contains all pages, oldest seal first', async () => {
    const keys = [{ keyId: 'k', publicKey: 'p' }];
    const sent = fakeServer(
      answered({ keys, seals: [seal(3), seal(4)], before: 3 }),
      answered({ keys, seals: [seal(1), seal(2)], before: null }),
    );
    const { seals, before } = await sealsApi.everything();
    expect([seals.map(({ number }) => number), before]).toEqual([[1, 2, 3, 4], null]);
    expect(sent.map(({ url }) => url)).toEqual([
      '/.well-known/supreme-access/seals.json',
      '/.well-known/supreme-access/seals.json?before=3',
    ]);
    expect(sent.map(({ cache }) => cache)).toEqual(['no-cache', 'no-cache']);
  });
});
