import { type ClientOf, SandboxVisit } from '../fixtures/sandbox-visit.js';

/** What a client says of a shop with sessions that does what shops were seen doing; it never makes up a "no". */
export function sessionRetailerContract(name: string, clientOf: ClientOf): void {
  describe(`a shop over ${name} that`, () => {
    let visit: SandboxVisit;
    beforeEach(async () => {
      visit = await SandboxVisit.open(clientOf);
    });
    afterEach(() => visit.close());

    const lookUp = (reference: string, session: string) => visit.retailer.lookUp({ reference, session }, visit.soon());

    it('answers a cancel while it sells says "canceled", which is no outcome', async () => {
      const { purchase, attempt, about } = await visit.begin('a:1');
      await visit.force('cancelLies', 'submit', about);
      expect(await visit.buy(purchase)).toMatchObject({ kind: 'unknown', cause: 'connection' });
      expect(await visit.retailer.close(attempt, visit.soon())).toEqual({ kind: 'ended' });
      await visit.progress.becomes(async () => (await visit.sales()) === 1);
      expect(await lookUp('a:1', about)).toEqual({ kind: 'ended' });
    });

    it('dies between two writes has "never seen" what it sold', async () => {
      const { purchase, about } = await visit.begin('a:1');
      await visit.force('tornComplete', 'submit', about);
      expect(await visit.buy(purchase)).toEqual({ kind: 'unknown', cause: 'connection' });
      expect(await lookUp('a:1', about)).toEqual({ kind: 'never-seen' });
      expect(await visit.sales()).toBe(1);
    });

    it('has global keys meets a key of its own for each session', async () => {
      const first = await visit.begin('a:1');
      const second = await visit.begin('b:1');
      await visit.retailer.close(first.attempt, visit.soon());
      await visit.force('globalKeys', 'close', second.about);
      expect(await visit.retailer.close(second.attempt, visit.soon())).toEqual({ kind: 'ended' });
      expect(await lookUp('b:1', second.about)).toEqual({ kind: 'ended' });
    });

    it('makes two sessions of one key sells nothing by that', async () => {
      const first = await visit.prepare('a:1');
      await visit.force('createTwice', 'cart');
      const again = await visit.prepare('a:1');
      expect([first.kind, again.kind]).toEqual(['prepared', 'prepared']);
      expect(await visit.sales()).toBe(0);
    });

    it('says completed without an order is unknown', async () => {
      const { purchase, about } = await visit.begin('a:1');
      await visit.force('completedWithoutOrder', 'submit', about);
      expect(await visit.buy(purchase)).toEqual({ kind: 'unknown', cause: 'no-order' });
      expect(await lookUp('a:1', about)).toEqual({ kind: 'unknown', cause: 'no-order' });
    });

    it('refuses with 500 is unknown', async () => {
      const { purchase, about } = await visit.begin('a:1');
      await visit.control('PUT', '/sandbox/products/forest-jacket', {
        stock: [{ size: 'm', style: 'Forest', quantity: 0 }],
      });
      await visit.force('refusalIs500', 'submit', about);
      expect(await visit.buy(purchase)).toEqual({ kind: 'unknown', cause: 'server-error' });
    });

    it('forgot its keys is unknown, again and again', async () => {
      const { purchase, about } = await visit.begin('a:1');
      await visit.force('keysForgotten', 'submit', about);
      expect(await visit.buy(purchase)).toEqual({ kind: 'unknown', cause: 'connection' });
      expect(await visit.buy(purchase)).toEqual({ kind: 'unknown', cause: 'server-error' });
      expect(await lookUp('a:1', about)).toEqual({ kind: 'unknown', cause: 'no-order' });
      expect(await visit.sales()).toBe(1);
    });

    it('raises its total tells so, before and after', async () => {
      const first = await visit.prepare('a:1');
      await visit.force('totalRises', 'cart');
      const { purchase, about } = await visit.begin('b:1');
      if (first.kind !== 'prepared') throw new Error(first.kind);
      const { total } = first;
      await visit.force('totalRises', 'submit', about);
      const sold = await visit.buy(purchase);
      const raised = [purchase.total, sold.kind === 'succeeded' ? sold.total : null].map((one) => one?.amount);
      expect(raised).toContain(total.amount + 500);
    });

    it('wants the person gives the link for that', async () => {
      await visit.force('escalates', 'cart');
      const wanted = await visit.prepare('a:1');
      if (wanted.kind !== 'escalated') throw new Error(wanted.kind);
      expect(wanted.url).toContain(`/continue/${wanted.session}`);
      const answer = await lookUp('a:1', wanted.session);
      expect(answer).toEqual({ kind: 'escalated', url: wanted.url, expiresAt: wanted.expiresAt });
      const form = { 'content-type': 'application/x-www-form-urlencoded' };
      expect((await fetch(wanted.url, { method: 'POST', body: '', headers: form })).ok).toBe(true);
      expect(await lookUp('a:1', wanted.session)).toMatchObject({ kind: 'succeeded' });
      const { purchase, about } = await visit.begin('b:1');
      await visit.force('escalates', 'submit', about);
      expect(await visit.buy(purchase)).toMatchObject({ kind: 'escalated' });
      expect(await visit.sales()).toBe(1);
    });

    it('lets a session expire says that it ended, or nothing', async () => {
      const { purchase, about } = await visit.begin('a:1');
      visit.now += 24 * 3_600_000;
      expect(await lookUp('a:1', about)).toEqual({ kind: 'ended' });
      const late = await visit.buy(purchase);
      expect([
        { kind: 'refused', reason: 'closed', retryable: true },
        { kind: 'unknown', cause: 'rejected' },
      ]).toContainEqual(late);
    });
  });
}
