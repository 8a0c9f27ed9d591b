import { type CatalogueUnderTest, startCatalogue } from '@supreme-access/test/fixtures/catalogue-server.js';
import { promo, RedeemPromo, ReturnRedemption } from './promo.js';

const HOUR = 3_600_000;
const OPEN = { startsAt: null, endsAt: null, limit: null, limitPerAccount: null };

describe('promo codes', () => {
  let server: CatalogueUnderTest;
  let count = 0;
  beforeAll(async () => {
    server = await startCatalogue();
  });
  afterAll(() => server?.stop());

  const post = (body: unknown, more = {}) => server.ask('POST', '/api/admin/promos', body, undefined, more);
  async function create(changes: object = {}): Promise<string> {
    count += 1;
    const { body } = await post({ promoCode: `CODE-${count}`, percent: 10, ...changes });
    await server.settled();
    return body.promoCode;
  }
  const lookUp = (code: string) =>
    server.ask('GET', `/api/promoLookup?promoCode=${encodeURIComponent(code)}`, undefined, null);
  const auditor = () => server.tokenOf('shopper', 'auditor');
  const at = (ms: number) => new Date(server.now() + ms).toISOString();
  async function redeem(code: string, orderId: string): Promise<void> {
    const data = { orderId, productId: 'box-hoodie', accountId: null, person: orderId };
    await server.commands.execute(promo, new RedeemPromo(code, data, server.metadata()));
    await server.settled();
  }

  it('are made by an admin, written in capitals', async () => {
    const { status, body } = await post({
      promoCode: ' friends10 ',
      percent: 12.5,
      endsAt: '2099-01-01T00:00:00+01:00',
    });
    expect(status).toBe(200);
    expect(body).toEqual({
      id: 'FRIENDS10',
      promoCode: 'FRIENDS10',
      percent: 12.5,
      ...OPEN,
      endsAt: '2098-12-31T23:00:00.000Z',
      redeemed: 0,
      ended: false,
      version: 1,
    });
    await server.settled();
    expect((await server.ask('GET', '/api/admin/promos/FRIENDS10')).body).toEqual(body);
  });

  it('are made once by a repeated request; a second one of the same name is refused', async () => {
    const key = { 'idempotency-key': 'promo-once' };
    const [first, second] = [
      await post({ promoCode: 'ONCE', percent: 5 }, key),
      await post({ promoCode: 'ONCE', percent: 5 }, key),
    ];
    expect([second.status, second.body]).toEqual([200, first.body]);
    const other = await post({ promoCode: 'ONCE', percent: 5 });
    expect([other.status, other.body.code]).toEqual([409, 'promo-exists']);
  });

  it.each([
    ['promo-code-invalid', { promoCode: 'X' }],
    ['promo-code-invalid', { promoCode: 'with space' }],
    ['promo-code-invalid', { promoCode: undefined }],
    ['promo-code-invalid', { promoCode: 'X'.repeat(41) }],
    ['promo-code-invalid', { promoCode: 'A:B' }],
    ['percent-invalid', { percent: undefined }],
    ['percent-invalid', { percent: 0 }],
    ['percent-invalid', { percent: 100.01 }],
    ['percent-invalid', { percent: -5 }],
    ['percent-invalid', { percent: '10' }],
    ['percent-invalid', { percent: Number.NaN }],
    ['starts-invalid', { startsAt: 'soon' }],
    ['starts-invalid', { startsAt: '2099-01-01T10:00' }],
    ['ends-invalid', { endsAt: {} }],
    ['limit-invalid', { limit: 0 }],
    ['limit-invalid', { limit: 1.5 }],
    ['limit-invalid', { limitPerAccount: -1 }],
    ['promo-times', { startsAt: '2099-01-02T00:00:00Z', endsAt: '2099-01-01T00:00:00Z' }],
  ])('with mistakes are refused with a code of their own (%s)', async (code, changes) => {
    const head = await server.platform.log.head();
    const { status, body } = await post({ promoCode: 'MISTAKE', percent: 10, ...changes });
    expect([status, body]).toEqual([400, { success: false, error: expect.any(String), code }]);
    expect(await server.platform.log.head()).toBe(head);
  });

  it('take a whole record back from react-admin', async () => {
    const code = await create({ limit: 5 });
    const record = (await server.ask('GET', `/api/admin/promos/${code}`)).body;
    const { body } = await server.ask('PUT', `/api/admin/promos/${code}`, { ...record, percent: 20, limit: null });
    expect(body).toEqual({ ...record, percent: 20, limit: null, version: 2 });
  });

  it('that somebody else saved meanwhile are not saved over', async () => {
    const code = await create();
    const [opened, alike] = [1, 2].map(async () => (await server.ask('GET', `/api/admin/promos/${code}`)).body);
    const save = (record: object) => server.ask('PUT', `/api/admin/promos/${code}`, record);
    expect((await save({ ...(await opened), limit: 1 })).status).toBe(200);
    const late = await save({ ...(await alike), percent: 50 });
    expect([late.status, late.body.code]).toEqual([409, 'conflict']);
    await server.settled();
    const { body } = await server.ask('GET', `/api/admin/promos/${code}`);
    expect(body).toMatchObject({ percent: 10, limit: 1, version: 2 });
    expect((await save({ ...body, percent: 50 })).body).toMatchObject({ percent: 50, limit: 1, version: 3 });
  });

  it('leave the list when they are ended, and stay for whoever asks', async () => {
    const code = await create();
    const { body } = await server.ask('DELETE', `/api/admin/promos/${code}`);
    expect(body).toMatchObject({ id: code, ended: true });
    await server.settled();
    const listed = async (filter: object) =>
      (await server.ask('GET', `/api/admin/promos?filter=${JSON.stringify(filter)}`)).body.length;
    expect([await listed({ promoCode: code }), await listed({ promoCode: code, ended: true })]).toEqual([0, 1]);
  });

  it('are found by when they begin and end, as the answers show it', async () => {
    const code = await create({ startsAt: at(-HOUR), endsAt: at(HOUR) });
    await server.settled();
    const { startsAt, endsAt } = (await server.ask('GET', `/api/admin/promos/${code}`)).body;
    const { body } = await server.ask('GET', `/api/admin/promos?filter=${JSON.stringify({ startsAt, endsAt })}`);
    expect(body.map(({ id }: { id: string }) => id)).toEqual([code]);
  });

  it('are found by the beginning of their name, as it is typed', async () => {
    await create({ promoCode: 'SUMMER-1' });
    await create({ promoCode: 'SUMMER-2' });
    const { body, headers } = await server.ask('GET', '/api/admin/promos?filter={"promoCode":"summ"}&range=[0,0]');
    expect(body.map(({ id }: { id: string }) => id)).toEqual(['SUMMER-1']);
    expect(headers.get('content-range')).toBe('promos 0-0/2');
  });

  it('are looked up by anyone', async () => {
    const code = await create({ percent: 25, startsAt: at(-HOUR), endsAt: at(HOUR), limit: 1 });
    const { status, body } = await lookUp(code.toLowerCase());
    expect([status, body]).toEqual([200, { promoCode: code, percent: 25 }]);
    expect((await lookUp(`${code.replaceAll('-', '–')}\u200b`)).body).toEqual({ promoCode: code, percent: 25 });
    expect((await lookUp('\u200b')).status).toBe(400);
  });

  it('that cannot be used are not found', async () => {
    const ended = await create();
    await server.ask('DELETE', `/api/admin/promos/${ended}`);
    const usedUp = await create({ limit: 1 });
    await redeem(usedUp, 'order-1');
    const codes = [
      ended,
      usedUp,
      await create({ startsAt: at(HOUR) }),
      await create({ endsAt: at(-HOUR) }),
      'NOBODY',
      'NO\u0000BODY',
    ];
    for (const code of codes) {
      const { status, body } = await lookUp(code);
      expect([code, status, body.code]).toEqual([code, 404, 'promo-invalid']);
    }
  });

  it('are looked up by name only', async () => {
    expect((await server.ask('GET', '/api/promoLookup', undefined, null)).status).toBe(400);
    expect((await server.ask('GET', '/api/promoLookup?promoCode=A&promoCode=B', undefined, null)).status).toBe(400);
  });

  it('cannot be tried out without end', async () => {
    const answers = await Promise.all(Array.from({ length: 620 }, (_, n) => lookUp(`GUESS-${n}`)));
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.body).toMatchObject({ success: false, code: 'too-many' });
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('show the orders that used them, newest first, and how often they were used day by day', async () => {
    const code = await create({ limit: 5 });
    for (const orderId of ['order-7', 'order-8', 'order-9']) await redeem(code, orderId);
    await server.commands.execute(promo, new ReturnRedemption(code, { orderId: 'order-8' }, server.metadata()));
    await server.settled();
    const read = (path: string) => server.ask('GET', `/api/admin/promos/${code}/${path}`, undefined, auditor());
    const uses = await read('uses');
    expect(uses.headers.get('content-range')).toBe('uses 0-2/3');
    const ids = uses.body.map(({ orderId }: { orderId: string }) => orderId);
    expect(ids.toSorted()).toEqual(['order-7', 'order-8', 'order-9']);
    expect(Object.keys(uses.body[0])).toEqual(['id', 'orderId', 'productId', 'percent', 'redeemedAt', 'returnedAt']);
    expect((await read('uses?filter={"returned":true}')).body).toEqual([
      expect.objectContaining({ orderId: 'order-8', percent: 10, returnedAt: expect.any(String) }),
    ]);
    const { body } = await read('days');
    expect(body).toMatchObject({ held: 2, returned: 1, left: 3 });
    expect(body.days).toHaveLength(30);
    expect(body.days.at(-1)).toEqual({ day: at(0).slice(0, 10), redeemed: 3, returned: 1 });
    expect((await read('days?from=2026-02-27&to=2026-03-01')).body.days.map(({ day }: { day: string }) => day)).toEqual(
      ['2026-02-27', '2026-02-28', '2026-03-01'],
    );
  });

  it.each([
    ['uses?filter={"who":"ada"}', 400, 'list-query-invalid'],
    ['uses?filter={"returned":"yes"}', 400, 'list-query-invalid'],
    ['uses?range=[5,1]', 400, 'list-query-invalid'],
    ['days?from=yesterday', 400, 'days-invalid'],
    ['days?from=2026-02-30', 400, 'days-invalid'],
    ['days?from=2026-03-02&to=2026-03-01', 400, 'days-invalid'],
    ['days?from=2020-01-01&to=2026-01-01', 400, 'days-invalid'],
  ])('are not asked what makes no sense: %s', async (path, status, code) => {
    const promoCode = await create();
    const answer = await server.ask('GET', `/api/admin/promos/${promoCode}/${path}`, undefined, auditor());
    expect([answer.status, answer.body.code]).toEqual([status, code]);
  });

  it.each(['uses', 'days'])(
    'show their %s to nobody who only shops, and there are none of an unknown code',
    async (of) => {
      const ask = (id: string, token: string | null) =>
        server.ask('GET', `/api/admin/promos/${id}/${of}`, undefined, token);
      const code = await create();
      expect((await ask(code, null)).status).toBe(401);
      expect((await ask(code, server.tokenOf('shopper'))).status).toBe(403);
      expect((await ask('NOBODY', auditor())).status).toBe(404);
    },
  );

  it.each([
    ['POST', '/api/admin/promos'],
    ['PUT', '/api/admin/promos/X'],
    ['DELETE', '/api/admin/promos/X'],
  ])('%s %s is for admins', async (method, path) => {
    const answers = [null, server.tokenOf('shopper'), server.tokenOf('auditor')].map((token) =>
      server.ask(method, path, {}, token),
    );
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([401, 403, 403]);
  });

  it.each(['NOBODY', 'a%00', 'x'.repeat(60)])('called %s do not exist', async (id) => {
    const responses = [
      server.ask('GET', `/api/admin/promos/${id}`),
      server.ask('PUT', `/api/admin/promos/${id}`, { percent: 5 }),
      server.ask('DELETE', `/api/admin/promos/${id}`),
    ];
    expect((await Promise.all(responses)).map(({ status }) => status)).toEqual([404, 404, 404]);
  });
});
