import { EVERY_KIND, HostileRequests, troubles } from '@supreme-access/test/fixtures/hostile-requests.js';

/** `hostile-input.spec.ts` takes the kinds of text in turn. */
describe('a request takes less than 50 ms of the event loop, and is never an error of ours,', () => {
  let hostile: HostileRequests;
  beforeAll(async () => {
    hostile = await HostileRequests.start();
  });
  afterAll(() => hostile?.server.stop());

  it.each([
    ['the admin of products', (path: string) => path.startsWith('/api/admin/products')],
    ['the admin of anything else', (path: string) => /^\/api\/admin\/(?!products)/.test(path)],
    ['a shopper', (path: string) => path.startsWith('/api/user/')],
    ['anybody', (path: string) => !/^\/api\/(admin|user)\//.test(path)],
  ])('whatever kind of text is in whichever field of the body that %s sends', async (_, isOurs) => {
    const all = hostile.inBodies(isOurs, EVERY_KIND);
    expect(all.length).toBeGreaterThan(200);
    expect(await troubles(all)).toEqual([]);
  });

  it('whatever kind of text is in whichever place of its address', async () => {
    const all = hostile.inAddresses(EVERY_KIND);
    expect(all.length).toBeGreaterThan(300);
    expect(await troubles(all)).toEqual([]);
  });
});
