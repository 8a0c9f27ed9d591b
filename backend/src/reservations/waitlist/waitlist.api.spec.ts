import { randomUUID } from 'node:crypto';
import { OrderServer, type Shopper } from '@supreme-access/test/fixtures/order-server.js';
import { lastOf } from '../../event-sourcing/reading.js';
import { Reads } from '../../projections/reads.js';
import { OFFER_MAIL } from './offer-mail-template.js';
import { OfferMails } from './offer-mails.js';
import { waitlistProjection } from './waitlist.projection.js';

describe('the waiting list of a sold-out drop', () => {
  let server: OrderServer;
  beforeAll(async () => {
    server = await OrderServer.start();
  });
  afterAll(() => server?.stop());

  const path = (productId: string) => `/api/user/products/${productId}/waitlist`;
  const join = (productId: string, { token, profileId }: Shopper) =>
    server.post(path(productId), { profileId, size: 'M', style: 'Ink' }, token);
  const places = async (productId: string, { token }: Shopper) =>
    (await server.ok(server.get(path(productId), token))).places;
  const shown = async (productId: string) => server.ok(server.get(`/api/products/${productId}`, null));
  const giveBack = (orderId: string, { token }: Shopper) =>
    server.done(`/api/user/orders/${orderId}/withdraw`, {}, token);
  const soldOut = async () => {
    const productId = await server.drop({ totalStock: 1 });
    const { orderId, shopper } = await server.order(productId);
    return { productId, holder: shopper, giveBack: () => giveBack(orderId, shopper) };
  };

  /** A sold-out drop with Ada and Bea in its line, in this order. */
  const twoInLine = async () => {
    const { productId, giveBack } = await soldOut();
    const [ada, bea] = [await server.shopper(), await server.shopper()];
    await server.ok(join(productId, ada));
    await server.ok(join(productId, bea));
    return { productId, giveBack, ada, bea };
  };
  /** The place of whoever a slot is offered to, once it is. */
  const offered = (productId: string, shopper: Shopper) =>
    server.until(async () => {
      const [own] = await places(productId, shopper);
      return own?.offeredUntil ? own : undefined;
    });

  it('tells its length to everybody, and a place to whoever has it alone', async () => {
    const { productId, holder } = await soldOut();
    const [ada, bea] = [await server.shopper(), await server.shopper()];
    const { status, body } = await join(productId, ada);
    expect([status, body]).toEqual([
      200,
      {
        success: true,
        places: [{ profileId: ada.profileId, size: 'm', style: 'Ink', rank: 1, offeredUntil: null }],
      },
    ]);
    expect((await server.ok(join(productId, bea))).places).toMatchObject([{ rank: 2 }]);
    expect((await server.ok(join(productId, ada))).places).toMatchObject([{ rank: 1 }]);
    expect(await places(productId, holder)).toEqual([]);
    const updated = await server.until(async () => {
      const product = await shown(productId);
      return product.waiting === 2 ? product : undefined;
    });
    expect(updated).toMatchObject({ reserved: 1, remaining: 0, waiting: 2 });
    expect(JSON.stringify(updated)).not.toContain(ada.profileId);
    const all = (await server.ok(server.get('/api/user/waitlist', bea.token))).places;
    expect(all).toEqual([{ ...(await places(productId, bea))[0], productId, productTitle: updated.productTitle }]);
  });

  it('offers what is given back to the first, who reserves it as any slot, and to nobody else', async () => {
    const { productId, giveBack, ada, bea } = await twoInLine();
    await giveBack();
    expect(await offered(productId, ada)).toMatchObject({ rank: 0, offeredUntil: expect.any(String) });
    expect(await places(productId, bea)).toMatchObject([{ rank: 1, offeredUntil: null }]);
    expect((await server.reserve(bea, { productId })).body.code).toBe('sold-out');
    expect((await server.reserve(ada, { productId })).status).toBe(200);
    expect(await places(productId, ada)).toEqual([]);
  });

  it('gives the offer on when its holder leaves', async () => {
    const { productId, giveBack, ada, bea } = await twoInLine();
    await giveBack();
    await offered(productId, ada);
    const gone = `${path(productId)}?profileId=${ada.profileId}`;
    const left = await server.ask('DELETE', gone, undefined, ada.token);
    expect(left.body).toEqual({ success: true, places: [] });
    expect(await places(productId, bea)).toMatchObject([{ rank: 0, offeredUntil: expect.any(String) }]);
  });

  it('mails the offer, gives it on when nobody takes it, and mails no offer that is over', async () => {
    const { productId, giveBack, ada, bea } = await twoInLine();
    await giveBack();
    const mail = await server.mail('slot-offered', ada.email);
    expect(mail.text).toContain(`/product?productId=${productId}`);
    expect((await server.mails(bea.email)).filter(({ name }) => name.includes('slot-offered'))).toEqual([]);
    server.clock.ahead += 10 * 60_000;
    await offered(productId, bea);
    expect(await places(productId, ada)).toEqual([]);
    await server.mail('slot-offered', bea.email);
    expect((await server.reserve(bea, { productId })).status).toBe(200);
  });

  it('mails no offer of a product that is not available', async () => {
    const { productId, giveBack, ada } = await twoInLine();
    await giveBack();
    await offered(productId, ada);
    const mail = { about: `product-${productId}`, kind: OFFER_MAIL, which: '1' };
    const composed = () => server.server.app.get(OfferMails).compose(mail);
    expect(await composed()).toMatchObject({ to: ada.email });
    await server.done('/api/admin/products/edit', { productId, avail: false });
    expect(await composed()).toBeNull();
  });

  it('is left by who is erased, their offer goes on, and its mail is gone', async () => {
    const { productId, giveBack, ada, bea } = await twoInLine();
    await giveBack();
    await offered(productId, ada);
    const exported = await server.ok(server.get('/api/user/export', ada.token));
    expect(exported.waitingLists).toMatchObject([{ productId, profileId: ada.profileId, size: 'm', style: 'Ink' }]);
    await server.mail('slot-offered', ada.email);
    await server.done('/api/user/erase', { password: 'correct horse 7' }, ada.token);
    await offered(productId, bea);
    const kept = (await server.mails(ada.email)).map(({ name }) => name);
    expect(kept.filter((name) => !name.includes('account-erased'))).toEqual([]);
  });

  it.each([
    [
      'whose profile is removed',
      (who: Shopper) => server.post('/api/user/profiles/remove', { profileId: who.profileId }, who.token),
    ],
    [
      'whose account is locked',
      (who: Shopper) => server.post(`/api/admin/accounts/${who.uuid}/lock`, { reason: 'of the specs' }),
    ],
  ])('is left by who loses what the place rests on: %s', async (_, take) => {
    const { productId, giveBack, ada, bea } = await twoInLine();
    await giveBack();
    await offered(productId, ada);
    await server.ok(take(ada));
    await offered(productId, bea);
  });

  it('lets nobody have more slots and places of a drop than one account may, in words', async () => {
    const productId = await server.drop({ totalStock: 1, limitPerAccount: 1 });
    const [ada, bea] = [await server.shopper(), await server.shopper()];
    await server.ok(server.reserve(ada, { productId }));
    const other = { ...ada, profileId: await server.addProfile(ada) };
    const refused = await join(productId, other);
    expect([refused.status, refused.body]).toEqual([
      409,
      {
        success: false,
        code: 'limit-per-account',
        error:
          'You have reached the limit for this drop. One account may hold this many slots and waiting list places: 1.',
      },
    ]);
    await server.ok(join(productId, bea));
    const more = { ...bea, profileId: await server.addProfile(bea) };
    expect((await join(productId, more)).body.code).toBe('limit-per-account');
  });

  it('tells in the mail until when, by the clocks of the drop with their zone, and by those that everybody knows', async () => {
    const { productId, giveBack, ada } = await twoInLine();
    const releaseAt = new Date(Date.now() + server.clock.ahead + 5 * 60_000).toISOString();
    await server.done('/api/admin/products/edit', { productId, releaseAt, releaseTz: 'America/New_York' });
    await giveBack();
    const clocks = (timeZone: string) =>
      new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' }).format(new Date(releaseAt));
    const text = (await server.mail('slot-offered', ada.email)).text.replace(/\s+/g, ' ');
    const there = `, ${clocks('America/New_York')} \\(GMT-\\d, America/New_York\\)`;
    expect(text).toMatch(new RegExp(`It is held for you until [\\w ]+${there}\\.`));
    expect(text).toMatch(new RegExp(`In UTC [\\w ]+, ${clocks('UTC')} `));
  });

  it('tells everybody once, and why, when the drop is cancelled: who held, who waited, and who had an offer', async () => {
    const productId = await server.drop({ totalStock: 2 });
    const [holder, leaver] = [await server.shopper(), await server.shopper()];
    const [ada, bea] = [await server.shopper(), await server.shopper()];
    await server.ok(server.reserve(holder, { productId }));
    const { order } = await server.ok(server.reserve(leaver, { productId }));
    for (const one of [ada, bea]) await server.ok(join(productId, one));
    await server.ok(join(productId, { ...bea, profileId: await server.addProfile(bea) }));
    await giveBack(order.orderId, leaver);
    await offered(productId, ada);
    const cancel = () => server.done(`/api/admin/products/${productId}/cancel`, { reason: 'The brand said no' });
    await cancel();
    await cancel();
    for (const [kind, { email }] of [
      ['drop-cancelled', holder],
      ['waitlist-cancelled', ada],
      ['waitlist-cancelled', bea],
    ] as const) {
      expect((await server.mail(kind, email)).text).toContain('Reason: The brand said no');
    }
    for (const { email } of [holder, ada, bea]) {
      expect((await server.mails(email)).filter(({ name }) => name.includes('-cancelled-'))).toHaveLength(1);
    }
    const [own] = await server.ok(server.get('/api/user/orders', holder.token));
    expect(own.statusNote).toBe('This drop was cancelled. You were not charged. Reason: The brand said no');
  });

  it('is forgotten once the release is finished: nobody waits any more', async () => {
    const { productId, ada } = await twoInLine();
    const exported = async () => (await server.ok(server.get('/api/user/export', ada.token))).waitingLists;
    expect(await exported()).toHaveLength(1);
    await server.done(`/api/admin/products/${productId}/release`, {});
    await server.until(async () => ((await exported()).length === 0 ? true : undefined));
    expect(await places(productId, ada)).toEqual([]);
    await server.done('/api/user/erase', { password: 'correct horse 7' }, ada.token);
  });

  it("cannot be joined with somebody else's profile, nor while slots are left", async () => {
    const { productId } = await soldOut();
    const [ada, bea] = [await server.shopper(), await server.shopper()];
    const foreign = await join(productId, { ...ada, profileId: bea.profileId });
    expect([foreign.status, foreign.body.code]).toEqual([404, 'not-found']);
    const open = await server.drop();
    expect((await join(open, ada)).body.code).toBe('not-sold-out');
  });

  it('is shown and given up in every other drop where the stream of one is locked', async () => {
    const ada = await server.shopper();
    for (const { productId } of [await soldOut(), await soldOut()]) await server.ok(join(productId, ada));
    const { app, platform } = server.server;
    const waiting = () => app.get(Reads).find(waitlistProjection, { where: { profileId: ada.profileId } });
    const [first, second] = await server.until(async () => {
      const docs = await waiting();
      return docs.length === 2 ? docs.map(({ productId }) => productId) : undefined;
    });
    const last = await lastOf(platform.log, `product-${first}`);
    if (!last) throw new Error('the product has no events');
    const { type, data, metadata } = last;
    await platform.log.append(`product-${first}`, last.revision, [{ id: randomUUID(), type, data, metadata }]);
    const { places } = await server.ok(server.get('/api/user/waitlist', ada.token));
    expect(places).toMatchObject([{ productId: second }]);
    await server.done('/api/user/profiles/remove', { profileId: ada.profileId }, ada.token);
    await server.until(async () => ((await shown(second ?? '')).waiting === 0 ? true : undefined));
  });
});
