import type { AdminRetailer } from '@supreme-access/contract/shapes/retailers.js';
import { OrderServer } from '@supreme-access/test/fixtures/order-server.js';
import { EditProduct, FinishRelease, product } from '../../catalogue/products/product.js';
import { workerMetadata } from '../../event-sourcing/command-metadata.js';
import { Commands } from '../../event-sourcing/commands.js';
import { OwnRetailer } from '../../retailers/own/own-retailer.js';
import { Retailers } from '../../retailers/retailers.js';

const PATH = '/api/admin/retailers';
const KEY = 'a-key-of-the-shop';
const CONFIRM = { subject: 'Order {number}', text: 'You bought {product}.' };

describe('retailers', () => {
  let server: OrderServer;
  let retailers: Retailers;
  beforeAll(async () => {
    server = await OrderServer.start({ RETAILER_HOSTS: 'shop.internal:8080,127.0.0.1:7,127.0.0.1:9' });
    retailers = server.server.app.get(Retailers);
  });
  afterAll(() => server?.stop());

  const proven = (body: object = {}) => ({ ...body, password: server.adminPassword });
  const shop = (changes: object = {}) => proven({ name: 'Shop', protocol: 'own', baseUrl: 'sandbox', ...changes });
  const added = async (changes: object = {}) => server.done(PATH, shop(changes));
  const recorded = async (id: string) => {
    const types: string[] = [];
    for await (const event of server.server.platform.log.readStream(`retailer-${id}`)) {
      expect(JSON.stringify(event)).not.toContain(KEY);
      types.push(event.type);
    }
    return types;
  };

  it('are added by an admin who proves it, and their key is never told', async () => {
    const address = { baseUrl: 'https://shop.example', key: KEY };
    const made = await added(address);
    expect(made).toEqual({
      ...{ id: made.id, name: 'Shop', protocol: 'own', baseUrl: 'https://shop.example', version: null, hasKey: true },
      ...{ sellerProfile: null, shipping: 'cheapest', mailDomains: [], mailKeys: [], confirms: [], quirks: [] },
      ...{ ended: false, discovery: null, revision: 1 },
    });
    expect(await server.ok(await server.get(`${PATH}/${made.id}`))).toEqual(made);
    expect(await recorded(made.id)).toEqual(['RetailerConfigured']);
    const changed = await server.ok(
      await server.ask('PUT', `${PATH}/${made.id}`, proven({ name: 'Other', baseUrl: 'sandbox', key: null })),
    );
    expect(changed).toEqual({ ...made, name: 'Other', baseUrl: 'sandbox', hasKey: false, revision: 2 });
  });

  it('are read by auditors, and written by nobody without a password', async () => {
    const { id } = await added();
    const auditor = server.server.platform.sessions.begin(id, ['shopper', 'auditor'], 0);
    await server.settle();
    const listed = await server.ok(await server.get(PATH, auditor));
    expect(listed).toContainEqual(expect.objectContaining({ id }));
    const { password: _, ...unproven } = shop();
    const writes = [
      server.post(PATH, unproven),
      server.ask('PUT', `${PATH}/${id}`, { name: 'Eve' }),
      server.ask('DELETE', `${PATH}/${id}`, {}),
    ];
    for (const { status, code } of await Promise.all(writes))
      expect([status, code]).toEqual([403, 'password-required']);
    expect((await server.post(PATH, shop(), auditor)).status).toBe(403);
  });

  it.each([
    [{ name: undefined }, 'retailer-name'],
    [{ baseUrl: 'http://shop.example' }, 'retailer-address'],
    [{ baseUrl: 'https://10.0.0.1' }, 'retailer-address'],
    [{ baseUrl: 'settings' }, 'retailer-address'],
    [{ baseUrl: 'http://shop.internal:8080', key: KEY }, 'retailer-address'],
    [{ baseUrl: 'https://shop.example' }, 'retailer-key'],
    [{ baseUrl: 'https://shop.example', key: null }, 'retailer-key'],
    [{ protocol: 'ucp', version: '2026-08-25' }, 'retailer-version'],
    [{ protocol: 'acp', baseUrl: 'https://shop.example' }, 'retailer-seller'],
    [{ mailDomains: ['*'] }, 'retailer-mail'],
    [{ confirms: [CONFIRM] }, 'retailer-mail'],
    [{ quirks: ['anything'] }, 'invalid'],
  ])('are refused with %j', async (changes, code) => {
    expect(await server.post(PATH, shop(changes))).toMatchObject({ status: 400, code });
  });

  it('may lie in a private network where a setting says so', async () => {
    const address = { baseUrl: 'https://shop.internal:8080/shop', key: KEY };
    const { id, baseUrl } = await added(address);
    expect(baseUrl).toBe(address.baseUrl);
    expect((await retailers.of(id)).means).toBe('card');
  });

  it('that somebody else saved meanwhile are not saved over', async () => {
    const opened = await added({ mailDomains: ['shop.example'] });
    const save = (body: object) => server.ask('PUT', `${PATH}/${opened.id}`, proven(body));
    const { revision } = await server.ok(await save({ ...opened, mailDomains: [] }));
    const late = await save({ ...opened, name: 'Other' });
    expect([late.status, late.code]).toEqual([409, 'conflict']);
    const now = await server.ok(await server.get(`${PATH}/${opened.id}`));
    expect(now).toEqual({ ...opened, mailDomains: [], revision });
    expect(await server.ok(await save({ ...now, name: 'Other' }))).toMatchObject({ name: 'Other', mailDomains: [] });
  });

  it('keep their protocol', async () => {
    const { id } = await added();
    const answer = await server.ask('PUT', `${PATH}/${id}`, proven({ protocol: 'acp' }));
    expect(answer).toMatchObject({ status: 409, code: 'retailer-protocol' });
  });

  it('stay while a product that is not over names them, and answer for its orders afterwards', async () => {
    const { id } = await added();
    const productId = await server.drop();
    const edit = new EditProduct(productId, { retailerId: id }, workerMetadata('spec'));
    await server.server.app.get(Commands).execute(product, edit);
    const remove = () => server.ask('DELETE', `${PATH}/${id}`, proven());
    await server.settle();
    expect(await remove()).toMatchObject({ status: 409, code: 'retailer-in-use' });
    await server.done(`/api/admin/products/${productId}/cancel`, { reason: 'a mistake' });
    await server.settle();
    expect(await remove()).toMatchObject({ status: 200, body: { ended: true } });
    await server.settle();
    const listed = async (filter: object) => {
      const query = `?sort=["name","DESC"]&filter=${JSON.stringify(filter)}`;
      return ((await server.ok(await server.get(PATH + query))) as AdminRetailer[]).map((one) => one.id);
    };
    expect(await listed({})).toEqual(expect.arrayContaining(['standard']));
    expect(await listed({})).not.toContain(id);
    expect(await listed({ ended: true })).toEqual([id]);
    expect(await server.ok(await server.get(`/api/admin/products?filter={"retailerId":"${id}"}`))).toMatchObject([
      { productId },
    ]);
    expect((await retailers.of(id)).means).toBe('card');
    expect(await server.ask('PUT', `${PATH}/${id}`, proven({ name: 'Again' }))).toMatchObject({
      code: 'retailer-ended',
    });
  });

  it('keep their address while a release is buying there, and after it while an order is open there', async () => {
    const { id } = await added({ baseUrl: 'https://127.0.0.1:7', key: KEY });
    const productId = await server.drop();
    const edit = new EditProduct(productId, { retailerId: id }, workerMetadata('spec'));
    await server.server.app.get(Commands).execute(product, edit);
    const { orderId } = await server.order(productId);
    const save = (changes: object) => server.ask('PUT', `${PATH}/${id}`, proven({ key: KEY, ...changes }));
    await server.settle();
    expect(await save({ baseUrl: 'https://127.0.0.1:9' })).toMatchObject({ status: 200 });
    await server.release(productId);
    await server.becomes(orderId, 'processing');
    expect(await save({ name: 'Other' })).toMatchObject({ status: 200 });
    const moved = () => save({ baseUrl: 'https://127.0.0.1:7' });
    expect(await moved()).toMatchObject({ status: 409, code: 'retailer-in-use' });
    const finish = new FinishRelease(productId, {}, workerMetadata('spec'));
    await server.server.app.get(Commands).execute(product, finish);
    await server.settle();
    expect(await moved()).toMatchObject({ status: 409, code: 'retailer-in-use' });
  });

  it('name the sandbox of this process by a word, and are found by their id, as they are now', async () => {
    const { id } = await added();
    const listing = async () =>
      (await retailers.of(id)).listing({ productId: 'cap', styles: ['Ink'] }, AbortSignal.timeout(5_000));
    expect((await listing()).kind).toBe('listed');
    const moved = { baseUrl: 'https://127-0-0-1.invalid', key: KEY };
    await server.ok(await server.ask('PUT', `${PATH}/${id}`, proven(moved)));
    await server.settle();
    expect((await listing()).kind).toBe('unknown');
    await expect(retailers.of('nobody')).rejects.toThrow('no retailer nobody');
  });

  it('send their key to no other host than it was given for', async () => {
    const { id } = await added({ baseUrl: 'https://shop.example', key: KEY });
    const save = (changes: object) => server.ask('PUT', `${PATH}/${id}`, proven(changes));
    const elsewhere = { baseUrl: 'https://elsewhere.example' };
    expect(await save(elsewhere)).toMatchObject({ status: 400, code: 'retailer-key' });
    expect(await save({ baseUrl: 'https://shop.example/v2' })).toMatchObject({ status: 200, body: { hasKey: true } });
    expect(await save({ ...elsewhere, key: 'another' })).toMatchObject({ status: 200, body: { hasKey: true } });
    expect(await save({ baseUrl: 'sandbox', key: null })).toMatchObject({ body: { hasKey: false } });
  });

  it('hold how mails of the retailer of the settings prove a purchase', async () => {
    const unsaved = { id: 'standard', protocol: 'own', baseUrl: 'settings', confirms: [], ended: false };
    expect(await server.ok(await server.get(`${PATH}/standard`))).toMatchObject(unsaved);
    const rules = { name: 'Partner', mailDomains: ['shop.example'], confirms: [CONFIRM] };
    const saved = await server.ok(await server.ask('PUT', `${PATH}/standard`, proven(rules)));
    expect(saved).toMatchObject({ id: 'standard', protocol: 'own', baseUrl: 'settings', ...rules });
    await server.settle();
    const listed = (await server.ok(await server.get(PATH))) as AdminRetailer[];
    expect(listed.filter(({ id }) => id === 'standard')).toEqual([saved]);
    expect(await server.ask('DELETE', `${PATH}/standard`, proven())).toMatchObject({ code: 'retailer-in-use' });
    expect(await retailers.of('standard')).toBe(server.server.app.get(OwnRetailer));
  });

  it.each(['ucp', 'acp'])(
    'over %s are discovered as they are saved, and what they say is shown as read',
    async (protocol) => {
      const { id } = await added({ protocol });
      expect((await retailers.of(id)).means).toBe('token');
      await server.settle();
      const { discovery } = await server.ok(await server.get(`${PATH}/${id}`));
      expect(discovery).toMatchObject({
        endpoint: `${server.server.partners.retailer.url}/${protocol}`,
        version: protocol === 'ucp' ? '2026-04-08' : '2026-04-17',
        isChanged: false,
      });
      expect(await recorded(id)).toEqual(['RetailerConfigured', 'RetailerDiscovered']);
      const again = await server.done(`${PATH}/${id}/discover`);
      expect(again.discovery).toEqual(discovery);
      expect(await recorded(id)).toHaveLength(2);
    },
  );

  it('that are no shop are said to be none when they are discovered', async () => {
    const { url } = server.server.partners.retailer;
    const { id } = await added({ protocol: 'ucp', baseUrl: url, sellerProfile: 'profile_1' });
    expect(await server.post(`${PATH}/${id}/discover`)).toMatchObject({ status: 409, code: 'discovery-refused' });
    await expect(retailers.of(id)).rejects.toMatchObject({ reason: 'retailer-not-discovered' });
  });

  it('of our own protocol say nothing of themselves', async () => {
    const { id } = await added();
    expect(await server.post(`${PATH}/${id}/discover`)).toMatchObject({ status: 409, code: 'no-discovery' });
  });
});
