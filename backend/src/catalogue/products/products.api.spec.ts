import { type CatalogueUnderTest, startCatalogue } from '@supreme-access/test/fixtures/catalogue-server.js';

const HOUR = 3_600_000;
const NEW = { productTitle: 'Box Hoodie', price: 35, totalStock: 2 };
const EUROS = { amount: 168, currency: 'eur' };

describe('products', () => {
  let server: CatalogueUnderTest;
  beforeAll(async () => {
    server = await startCatalogue();
  });
  afterAll(() => server?.stop());

  const post = (path: string, body: unknown, more = {}) =>
    server.ask('POST', `/api/admin/products${path}`, body, undefined, more);
  const create = async (changes: object = {}) => (await post('/create', { ...NEW, ...changes })).body.product;
  const inShop = async (): Promise<string[]> => {
    await server.settled();
    return (await server.ask('GET', '/api/products', undefined, null)).body.map(
      ({ productId }: { productId: string }) => productId,
    );
  };

  describe('when an admin creates one', () => {
    it('answers it as it is now, ahead of any read model', async () => {
      const { status, body } = await post('/create', {
        ...NEW,
        styles: 'Stone, Ink',
        tags: 'new, clothes',
        sizeType: 'OS',
        productImage: '/products/box-hoodie.svg',
        releaseAt: '2099-07-05T11:00',
        releaseTz: 'America/New_York',
      });
      expect(status).toBe(200);
      expect(body).toMatchObject({
        success: true,
        product: {
          ...NEW,
          currency: 'usd',
          avail: true,
          styles: 'Stone, Ink',
          tags: ['new', 'clothes'],
          sizeType: 'OS',
          releaseAt: '2099-07-05T15:00:00.000Z',
          releaseTz: 'America/New_York',
          reservationClosesAt: '2099-07-05T15:00:00.000Z',
          reserved: 0,
          remaining: 2,
          delisted: false,
        },
      });
      const { productId } = body.product;
      expect(body.product).toMatchObject({ id: productId, retailerProductId: productId });
      await server.settled();
      expect((await server.ask('GET', `/api/admin/products/${productId}`)).body).toEqual(body.product);
    });

    it('makes one of a repeated request, and answers the same', async () => {
      const key = { 'idempotency-key': 'create-once' };
      const answers = await Promise.all([1, 2, 3].map(() => post('/create', NEW, key)));
      expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
      const other = await post('/create', { ...NEW, price: 40 }, key);
      expect([other.status, other.body.code]).toEqual([422, 'idempotency-mismatch']);
    });

    it('shows it in the shop at once, newest first', async () => {
      const [older, newer] = [await create(), await create()];
      const shop = await inShop();
      expect(shop.indexOf(newer.productId)).toBeLessThan(shop.indexOf(older.productId));
    });

    it.each([
      ['title-required', { productTitle: undefined }],
      ['title-required', { productTitle: '  ' }],
      ['title-invalid', { productTitle: 7 }],
      ['title-invalid', { productTitle: 'x'.repeat(201) }],
      ['price-required', { price: undefined }],
      ['price-required', { price: 0 }],
      ['price-required', { price: Number.NaN }],
      ['price-invalid', { price: -1 }],
      ['price-invalid', { price: 1.005 }],
      ['price-invalid', { price: '12' }],
      ['price-invalid', { price: 'NaN' }],
      ['price-invalid', { price: 1e9 }],
      ['stock-required', { totalStock: undefined }],
      ['stock-required', { totalStock: 0 }],
      ['stock-invalid', { totalStock: -3 }],
      ['stock-invalid', { totalStock: 1.5 }],
      ['stock-invalid', { totalStock: '10' }],
      ['stock-invalid', { totalStock: 1e9 }],
      ['avail-invalid', { avail: 'yes' }],
      ['image-invalid', { productImage: 'javascript:alert(1)' }],
      ['image-invalid', { productImage: 'data:image/svg+xml,x' }],
      ['image-invalid', { productImage: '//elsewhere.example/x.png' }],
      ['image-invalid', { productImage: 'http://elsewhere.example/x.png' }],
      ['image-invalid', { productImage: 'https://me:secret@elsewhere.example/x.png' }],
      ['image-missing', { productImage: '/pictures/../master.key' }],
      ['image-missing', { productImage: `/pictures/${'0'.repeat(64)}.webp` }],
      ['image-invalid', { productImage: `/${'x'.repeat(2_000)}` }],
      ['styles-invalid', { styles: [1] }],
      ['tags-invalid', { tags: { new: true } }],
      ['size-type-invalid', { sizeType: 'XXL' }],
      ['limit-per-account-invalid', { limitPerAccount: 0 }],
      ['limit-per-account-invalid', { limitPerAccount: 101 }],
      ['limit-per-account-invalid', { limitPerAccount: 2.5 }],
      ['limit-per-account-invalid', { limitPerAccount: 'many' }],
      ['release-past', { releaseAt: '2020-01-01T00:00:00Z' }],
      ['release-invalid', { releaseAt: 'tomorrow' }],
      ['zone-required', { releaseAt: '2099-07-05T11:00' }],
      ['zone-unknown', { releaseAt: '2099-07-05T11:00', releaseTz: 'Mars/Olympus' }],
      ['release-nonexistent', { releaseAt: '2099-03-08T02:30', releaseTz: 'America/New_York' }],
      ['release-ambiguous', { releaseAt: '2099-11-01T01:30', releaseTz: 'America/New_York' }],
      ['closing-after-release', { releaseAt: '2099-07-05T11:00Z', reservationClosesAt: '2099-07-06T11:00Z' }],
      ['unknown-field', { colour: 'ink' }],
    ])('refuses mistakes with a code of their own (%s), and makes nothing', async (code, changes) => {
      const head = await server.platform.log.head();
      const { status, body } = await post('/create', { ...NEW, ...changes });
      expect([status, body]).toEqual([400, { success: false, error: expect.any(String), code }]);
      expect(await server.platform.log.head()).toBe(head);
    });

    it('as a whole record from react-admin, ignores what the server computes', async () => {
      const { status, body } = await post('', { ...NEW, id: 'x', remaining: 7, success: true });
      expect(status).toBe(200);
      expect(body).toMatchObject({ ...NEW, remaining: 2 });
      expect(body.success).toBeUndefined();
    });
  });

  describe('when an admin edits one', () => {
    it('changes what is given', async () => {
      const { productId } = await create();
      const { body } = await post('/edit', { productId, price: 12.5, avail: false });
      expect(body).toMatchObject({ success: true, product: { productTitle: 'Box Hoodie', price: 12.5, avail: false } });
      expect(await inShop()).not.toContain(productId);
      expect((await server.ask('GET', `/api/products/${productId}`, undefined, null)).status).toBe(404);
    });

    it.each([
      [{ price: 0 }, 'price-required'],
      [{ totalStock: 1.5 }, 'stock-invalid'],
      [{ productTitle: '' }, 'title-required'],
      [{ releaseAt: 1 }, 'release-past'],
    ])('refuses %j', async (changes, code) => {
      const { productId } = await create();
      const { status, body } = await post('/edit', { productId, ...changes });
      expect([status, body.code]).toEqual([400, code]);
    });

    it('refuses a stock below the slots that are held', async () => {
      const { productId } = await create();
      await server.reserve(productId, 1);
      await server.reserve(productId, 2);
      const { status, body } = await post('/edit', { productId, totalStock: 1 });
      expect([status, body.code]).toEqual([409, 'stock-below-reserved']);
    });

    it('takes the whole record back from react-admin and changes only what was changed', async () => {
      const record = await create({ releaseAt: '2099-07-05T11:00', releaseTz: 'Europe/Berlin' });
      const { status, body } = await server.ask('PUT', `/api/admin/products/${record.productId}`, {
        ...record,
        price: 50,
      });
      expect([status, body]).toEqual([200, { ...record, version: 2, price: 50 }]);
      const moved = { ...body, releaseAt: '2099-07-06T09:00:00.000Z' };
      const { body: later } = await server.ask('PUT', `/api/admin/products/${record.productId}`, moved);
      expect(later).toEqual({ ...moved, version: 3, reservationClosesAt: moved.releaseAt });
    });

    it.each(['2099-07-04T09:00:00.000Z', '2099-07-06T09:00:00.000Z'])(
      'moves a close that was entered as the time of the release along with it (%s)',
      async (releaseAt) => {
        const both = { releaseAt: '2099-07-05T09:00:00Z', reservationClosesAt: '2099-07-05T09:00:00Z' };
        const [born, edited] = [await create(both), await create()];
        await post('/edit', { productId: edited.productId, ...both });
        for (const { productId } of [born, edited]) {
          const { body } = await post('/edit', { productId, releaseAt });
          expect(body.product).toMatchObject({ releaseAt, reservationClosesAt: releaseAt });
        }
      },
    );

    it.each([{ retailPrice: EUROS }, { retailPrice: null }])(
      'takes the default limit back as it was set, whatever the retailer is paid with (%j)',
      async (priced) => {
        const defaultLimit = { amount: 250, currency: 'eur' };
        const { productId, ...record } = await create({ ...priced, defaultLimit });
        expect(record.defaultLimit).toEqual(defaultLimit);
        await server.reserve(productId, 1);
        await post(`/${productId}/release`, undefined);
        const put = { ...record, productTitle: 'Hoodie' };
        const { status, body } = await server.ask('PUT', `/api/admin/products/${productId}`, put);
        expect([status, body.productTitle, body.defaultLimit]).toEqual([200, 'Hoodie', defaultLimit]);
      },
    );

    it('takes it back after its release has started too, where only its time is fixed', async () => {
      const { productId } = await create();
      const { product } = (await post(`/${productId}/release`, undefined)).body;
      const corrected = await server.ask('PUT', `/api/admin/products/${productId}`, {
        ...product,
        productTitle: 'Hoodie',
      });
      expect(corrected.body).toEqual({ ...product, version: 2, productTitle: 'Hoodie' });
      const { status, body } = await post('/edit', { productId, releaseAt: '2099-01-01T00:00:00Z' });
      expect([status, body.code]).toEqual([409, 'release-started']);
    });
  });

  describe('when two admins edit one', () => {
    it('refuses the second with both versions, and keeps nothing of it; saved again upon the last version it holds', async () => {
      const record = await create({ totalStock: 5 });
      const { productId, version } = record;
      await server.reserve(productId, 1);
      expect((await post('/edit', { productId, version, price: 40, styles: 'Ink' })).status).toBe(200);

      const second = { productTitle: 'Hoodie', price: 38, totalStock: 5, styles: 'Ink' };
      const { status, body } = await post('/edit', { productId, version, ...second });
      expect([status, body]).toEqual([
        409,
        {
          success: false,
          code: 'conflict',
          error: 'Somebody else saved this product in the meantime. Your changes were not saved.',
          changed: ['productTitle', 'price'],
          yours: expect.objectContaining({ productTitle: 'Hoodie', price: 38, styles: 'Ink' }),
          current: expect.objectContaining({ version: 2, productTitle: 'Box Hoodie', price: 40, reserved: 1 }),
        },
      ]);
      await server.settled();
      const kept = (await server.ask('GET', `/api/admin/products/${productId}`)).body;
      expect(kept).toEqual(body.current);

      const { body: saved } = await server.ask('PUT', `/api/admin/products/${productId}`, { ...second, version: 2 });
      expect(saved).toMatchObject({ version: 3, productTitle: 'Hoodie', price: 38 });
    });

    it('at the same instant, takes one of them', async () => {
      const { productId, version } = await create();
      const edits = [31, 32, 33].map((price) => post('/edit', { productId, version, price }));
      const statuses = (await Promise.all(edits)).map(({ status }) => status);
      expect(statuses.sort()).toEqual([200, 409, 409]);
    });

    it('without saying which version they read, takes what each of them changes, as the contract has it', async () => {
      const { productId } = await create();
      await post('/edit', { productId, price: 31 });
      const { body } = await post('/edit', { productId, productTitle: 'Hoodie' });
      expect(body.product).toMatchObject({ price: 31, productTitle: 'Hoodie', version: 3 });
    });

    it('refuses a version that is none', async () => {
      const { productId } = await create();
      for (const version of [0, 1.5, '1', null]) {
        const { status, body } = await post('/edit', { productId, version, price: 31 });
        expect([version, status, body.code]).toEqual([version, 400, 'version-invalid']);
      }
    });
  });

  it('that are hidden are shown to staff as the shop will, and to nobody else', async () => {
    const { productId, shopUrl } = await create({ avail: false });
    expect(shopUrl).toBe(`/product?productId=${productId}`);
    const path = `/api/products/${productId}`;
    const statuses: [string, number][] = [];
    for (const role of ['admin', 'auditor', 'shopper'] as const) {
      statuses.push([role, (await server.ask('GET', path, undefined, server.tokenOf(role))).status]);
    }
    statuses.push(['nobody', (await server.ask('GET', path, undefined, null)).status]);
    expect(statuses).toEqual([
      ['admin', 200],
      ['auditor', 200],
      ['shopper', 404],
      ['nobody', 404],
    ]);
  });

  it('are filtered by what the answers show', async () => {
    const { productId } = await create({ price: 31.5, releaseAt: '2099-07-05T11:00:00.000Z' });
    await server.settled();
    const filters = [
      { price: 31.5 },
      { price: [1, 31.5] },
      { productTitle: 'BOX ｈóodie\u200b' },
      { releaseAt: '2099-07-05T11:00:00.000Z' },
      { releaseAt_gte: '2099-07-05T11:00:00Z', releaseAt_lte: '2099-07-06T00:00:00Z' },
      { releaseAt_gte: '2099-07-06T00:00:00Z' },
      { price: 3_150 },
      { price: 'dear' },
      { releaseAt: 'soon' },
    ];
    const found = filters.map(async (filter) => {
      const { status, body } = await server.ask('GET', `/api/admin/products?filter=${JSON.stringify(filter)}`);
      return status === 200 && body.some((product: { id: string }) => product.id === productId);
    });
    expect(await Promise.all(found)).toEqual([true, true, true, true, true, false, false, false, false]);
  });

  describe('when an admin delists one', () => {
    it('takes it out of shop and lists, and keeps it for whoever asks', async () => {
      const { productId } = await create();
      const { body } = await server.ask('DELETE', `/api/admin/products/id/${productId}`);
      expect(body).toMatchObject({ success: true, product: { productId, delisted: true } });
      expect(await inShop()).not.toContain(productId);
      const lists = ['', `?filter={"id":["${productId}"]}`, '?filter={"delisted":true}'];
      const found = lists.map(async (query) =>
        JSON.stringify((await server.ask('GET', `/api/admin/products${query}`)).body).includes(productId),
      );
      expect(await Promise.all(found)).toEqual([false, true, true]);
    });

    it('refuses while an order is open', async () => {
      const { productId } = await create();
      await server.reserve(productId, 1);
      await server.settled();
      const { status, body } = await server.ask('DELETE', `/api/admin/products/${productId}`);
      expect([status, body.code]).toEqual([409, 'open-orders']);
    });

    it('answers the bare record to react-admin, again and again', async () => {
      const { productId } = await create();
      for (const _ of [1, 2]) {
        const { status, body } = await server.ask('DELETE', `/api/admin/products/${productId}`);
        expect([status, body.productId, body.delisted]).toEqual([200, productId, true]);
      }
    });
  });

  describe('when an admin releases one by hand', () => {
    it('starts once; the second time is refused', async () => {
      const { productId } = await create();
      const { body } = await post(`/${productId}/release`, undefined);
      expect(body).toMatchObject({ success: true, product: { productId, releaseStartedAt: expect.any(String) } });
      expect(body.product.releaseAt).toBe(body.product.releaseStartedAt);
      const again = await post(`/${productId}/release`, undefined);
      expect([again.status, again.body.code]).toEqual([409, 'release-started']);
    });

    it('answers a repeat of the same request as it did before', async () => {
      const { productId } = await create();
      const key = { 'idempotency-key': 'release-once' };
      const [first, second] = [
        await post(`/${productId}/release`, {}, key),
        await post(`/${productId}/release`, {}, key),
      ];
      expect([second.status, second.body]).toEqual([200, first.body]);
    });
  });

  it('tells staff why what may not be asked of a product is refused, in the words of the refusal', async () => {
    const { productId } = await create();
    await server.reserve(productId, 1);
    await server.settled();
    const { refusals } = (await server.ask('GET', `/api/admin/products/${productId}`)).body;
    const { status, body } = await server.ask('DELETE', `/api/admin/products/${productId}`);
    expect([status, refusals]).toEqual([409, { delist: body.error }]);
    const [listed] = (await server.ask('GET', `/api/admin/products?filter={"id":["${productId}"]}`)).body;
    expect(listed.refusals).toEqual(refusals);
    expect((await server.ask('GET', `/api/products/${productId}`, undefined, null)).body.refusals).toBeUndefined();
  });

  describe('when an admin cancels a drop', () => {
    it('withdraws every slot, tells how many, and does so once', async () => {
      const { productId } = await create({ releaseAt: new Date(server.now() + HOUR).toISOString() });
      await server.reserve(productId, 21);
      await server.reserve(productId, 22);
      const cancel = () => post(`/${productId}/cancel`, { reason: 'the brand called it off' });
      expect((await cancel()).body).toEqual({ success: true, withdrawn: 2 });
      expect((await cancel()).body).toEqual({ success: true, withdrawn: 2 });
      await server.settled();
      expect((await server.ask('GET', `/api/admin/products/${productId}`)).body).toMatchObject({ cancelled: true });
    });

    it('refuses without a reason, and once the release has started', async () => {
      const { productId } = await create();
      expect((await post(`/${productId}/cancel`, {})).status).toBe(400);
      await post(`/${productId}/release`, undefined);
      expect((await post(`/${productId}/cancel`, { reason: 'x' })).body.code).toBe('release-started');
    });
  });

  describe('for those who may not', () => {
    it.each([
      ['POST', '/api/admin/products/create'],
      ['POST', '/api/admin/products'],
      ['PUT', '/api/admin/products/x'],
      ['DELETE', '/api/admin/products/x'],
      ['POST', '/api/admin/products/x/release'],
      ['POST', '/api/admin/products/x/cancel'],
    ])('%s %s is closed, whatever they send', async (method, path) => {
      const answers = [null, server.tokenOf('shopper'), server.tokenOf('auditor')].map((token) =>
        server.ask(method, path, { nonsense: true }, token),
      );
      expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([401, 403, 403]);
    });

    it('an auditor reads', async () => {
      expect((await server.ask('GET', '/api/admin/products', undefined, server.tokenOf('auditor'))).status).toBe(200);
      expect((await server.ask('GET', '/api/admin/products', undefined, server.tokenOf('shopper'))).status).toBe(403);
    });
  });

  it.each(['nothing', 'a%00b', `${'x'.repeat(300)}`, '..%2f..', '%F0%9F%91%9F'])(
    'that are called %s do not exist',
    async (id) => {
      const responses = [
        server.ask('GET', `/api/products/${id}`, undefined, null),
        server.ask('GET', `/api/products/${id}/stream`, undefined, null),
        server.ask('GET', `/api/admin/products/${id}`),
        server.ask('PUT', `/api/admin/products/${id}`, NEW),
        server.ask('DELETE', `/api/admin/products/${id}`),
        post(`/${id}/release`, undefined),
        post(`/${id}/cancel`, { reason: 'x' }),
      ];
      for (const { status, body } of await Promise.all(responses)) {
        expect([status, body.success]).toEqual([404, false]);
      }
    },
  );

  it('are listed by page, title and order, with how many there are', async () => {
    for (const productTitle of ['Zebra Cap', 'Zebra Tote', 'Zebra Bag']) await create({ productTitle });
    await server.settled();
    const query = new URLSearchParams({
      filter: '{"productTitle":"zebra"}',
      sort: '["productTitle","ASC"]',
      range: '[1,2]',
    });
    const { body, headers } = await server.ask('GET', `/api/admin/products?${query}`);
    expect(body.map(({ productTitle }: { productTitle: string }) => productTitle)).toEqual(['Zebra Cap', 'Zebra Tote']);
    expect(headers.get('content-range')).toBe('products 1-2/3');
  });
});
