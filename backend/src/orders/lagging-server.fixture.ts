import { randomUUID } from 'node:crypto';
import type { Lag } from '../platform/log/lagging-log.fixture.js';
import { OrderLinks } from './order-links.js';
import { DECLINES, OrderServer, PAYS, type Shopper } from './order-server.fixture.js';

/** ms; longer than any request waits */
const LAG = 2_000;

export class LaggingServer {
  private constructor(
    readonly server: OrderServer,
    private readonly lag: Lag,
    readonly ada: Shopper,
    readonly productId: string,
  ) {}

  static async start(): Promise<LaggingServer> {
    const lag = { ms: 0 };
    const server = await OrderServer.start({}, lag);
    const [ada, productId] = [await server.shopper(), await server.drop()];
    server.forgetful = true;
    const lagging = new LaggingServer(server, lag, ada, productId);
    await lagging.shown(async () => undefined);
    return lagging;
  }

  async stop(): Promise<void> {
    this.lag.ms = 0;
    await this.server.stop();
  }

  async shown<T>(make: () => Promise<T>): Promise<T> {
    const { log, projector } = this.server.server.platform;
    this.lag.ms = 0;
    try {
      const made = await make();
      await projector.passed(await log.head(), 30_000);
      return made;
    } finally {
      this.lag.ms = LAG;
    }
  }

  /** The read models lag by so many ms only. */
  async lagBy<T>(ms: number, ask: () => Promise<T>): Promise<T> {
    this.lag.ms = ms;
    try {
      return await ask();
    } finally {
      this.lag.ms = LAG;
    }
  }

  post(path: string, body: object = {}, token: string = this.server.admin) {
    return this.server.post(path, body, token);
  }

  reserve(who: Shopper, wish: object = {}) {
    return this.server.reserve(who, { productId: this.productId, ...wish }, randomUUID());
  }

  async reserved(who: Shopper = this.ada, wish: object = {}): Promise<string> {
    const profileId = who === this.ada ? await this.server.addProfile(who) : who.profileId;
    return (await this.server.ok(this.reserve({ ...who, profileId }, wish))).order.orderId;
  }

  async edited({ token, uuid, email, profileId }: Shopper, changes: object = {}) {
    const { phone, address: shipping } = this.server.person();
    const profile = { profileId, profileName: 'Other', email, phone, shipping, ...changes };
    const eProfile = await this.server.encrypt('profile', profile, uuid);
    return this.post('/api/user/profiles/edit', { eProfile }, token);
  }

  async joined(): Promise<string> {
    const { email } = this.server.person();
    return (await this.server.ok(this.server.post('/register', { email, password: 'correct horse 7' }, null))).token;
  }

  async guest(): Promise<string> {
    const { server, productId } = this;
    const acoDataPayload = await server.encrypt('aco', server.aco(), null);
    const body = { email: 'gia@example.org', name: 'Gia Hale', productId, stripeToken: 'tok_visa', acoDataPayload };
    const { order } = await server.ok(server.post('/api/checkout/completeuser', body, null));
    const link = { purpose: 'withdraw', orderId: order.orderId } as const;
    return lastOf(server.server.app.get(OrderLinks).make(link, Date.now() + 60_000));
  }

  async testOrder(): Promise<string> {
    const body = await this.server.made(this.productId, { livemode: false });
    return (await this.server.ok(this.post('/api/admin/orders/create', body))).order.orderId;
  }

  async invitation(): Promise<string> {
    return `/api/admin/invitations/${(await this.server.ok(this.post('/api/admin/invitations', {}))).id}`;
  }

  async promo(): Promise<string> {
    const promoCode = `NEW-${randomUUID().slice(0, 8).toUpperCase()}`;
    await this.server.ok(this.post('/api/admin/promos', { promoCode, percent: 10 }));
    return promoCode;
  }

  async paid(): Promise<{ shopper: Shopper; orderId: string }> {
    const { shopper, orderId } = await this.shown(() => this.server.success(DECLINES));
    const { url } = await this.server.ok(this.server.get(`/api/user/orders/${orderId}/feeLink`, shopper.token));
    const token = await this.server.cardToken(shopper, PAYS);
    await this.server.ok(this.server.post(`/api/actions/${lastOf(url)}`, { token }, null));
    return { shopper, orderId };
  }
}

function lastOf(url: string): string {
  return url.split('/').at(-1) ?? '';
}
