import type { Order } from '@supreme-access/contract/shapes/orders.js';
import type { Session } from '@supreme-access/contract/shapes/people.js';
import { type Api, expectOk } from '../support/api.js';
import { allEvents, allOrders, createDrop, eventually } from '../support/drops.js';
import { BrowserCrypto } from '../support/jwe.js';
import { linkIn, mailTo } from '../support/mailbox.js';
import { billingAddress, person } from '../support/people.js';
import type { ServerProcess } from '../support/server-process.js';
import { ADMIN } from '../support/server-process.js';
import { Shopper } from '../support/shopper.js';
import type { Canary } from './canary.js';

export interface RecordedAnswer {
  request: string;
  headers: string;
  body: Buffer;
}

/** Collects every answer to this process until it is stopped. */
export function listen(): { recorded: RecordedAnswer[]; stop(): void } {
  const recorded: RecordedAnswer[] = [];
  const real = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const answer = await real(input, init);
    const isStream = answer.headers.get('content-type') === 'text/event-stream';
    const body = isStream ? Buffer.alloc(0) : Buffer.from(await answer.clone().arrayBuffer());
    const headers = [...answer.headers].map((pair) => pair.join(': ')).join('\n');
    recorded.push({ request: `${init?.method ?? 'GET'} ${new URL(String(input)).pathname}`, headers, body });
    return answer;
  };
  return {
    recorded,
    stop: () => {
      globalThis.fetch = real;
    },
  };
}

/** From sign-up to refund, with failures, as a shopper, as a guest, and as an admin who reads both. */
export class CanaryStory {
  /** of sessions and mailed links: each one grants access */
  readonly tokens: string[] = [];
  accountId = '';
  guestOrderId = '';
  private guestLink = '';
  private shopper: Api;
  private admin: Api;
  private crypto: BrowserCrypto | undefined;

  constructor(
    private readonly server: ServerProcess,
    private readonly canary: Canary,
  ) {
    this.shopper = server.anyone;
    this.admin = server.anyone;
  }

  async play(): Promise<void> {
    this.admin = await this.server.admin();
    this.crypto = await BrowserCrypto.open(this.server.anyone);
    await this.signUp();
    await this.saveCards();
    await this.buy();
    await this.waitWithoutOffer();
    await this.changePasswords();
    await this.orderAsGuest();
    await this.mistakes();
    await this.looks();
  }

  /** Reads every public page and every list of the staff. */
  async looks(): Promise<void> {
    for (const path of ['/api/products', '/api/settings', '/api/docs-json', '/readyz', '/healthz', '/metrics'])
      await this.server.anyone.get(path);
    for (const path of ['accounts', 'orders', 'promos', 'invitations', 'due', 'orders/export', 'products'])
      await this.admin.get(`/api/admin/${path}`);
    for (const { orderId } of await allOrders(this.admin)) await this.admin.get(`/api/admin/orders/${orderId}/story`);
    await allEvents(this.admin);
  }

  /** The guest erases by the order's link, the account by its password. */
  async erase(): Promise<void> {
    await expectOk(this.server.anyone.post(`/api/actions/${this.guestLink}`, { action: 'erase' }));
    await expectOk(this.shopper.post('/api/user/erase', { password: this.canary.passwords.reset }));
  }

  private goOnAs({ token }: { token: string }): void {
    this.tokens.push(token);
    this.shopper = this.server.anyone.as(token);
  }

  private async signUp(): Promise<void> {
    const { who, passwords } = this.canary;
    const { name, email, phone } = who;
    const body = { name, email, phone, password: passwords.first };
    const session = await expectOk(this.server.anyone.post<Session>('/register', body));
    this.accountId = session.uuid;
    this.goOnAs(session);
    const link = await this.mailed('verify-email', '/action/');
    const verified = await expectOk(
      this.server.anyone.post<Session>(`/api/actions/${link}`, { password: passwords.first }),
    );
    this.goOnAs(verified);
    await expectOk(this.shopper.post('/api/user/updateProfile', { updates: { name, phone } }));
  }

  private async saveCards(): Promise<void> {
    const { who, card } = this.canary;
    const sealed = await this.seal('card', { ...card, address_zip: who.address.zip });
    const { token } = await expectOk(
      this.shopper.post<{ token: { id: string } }>('/api/user/billing/genToken', { card: sealed }),
    );
    const billing = { billingAddress: billingAddress(who), token: token.id };
    await expectOk(this.shopper.post('/api/user/billing/set', billing));
    const profile = { profileName: `Of ${who.name}`, email: who.email, phone: who.phone, shipping: who.address, card };
    await expectOk(this.shopper.post('/api/user/profiles/add', { eProfile: await this.seal('profile', profile) }));
  }

  private async buy(): Promise<void> {
    const { productId } = await createDrop(this.admin, { productTitle: 'Canary Hoodie', totalStock: 5 });
    const [saved] = await expectOk(this.shopper.get<{ profileId: string }[]>('/api/user/profiles'));
    const reservation = { productId, size: 'm', style: 'Ink', profileId: saved?.profileId };
    const { order } = await expectOk(this.shopper.post<{ order: Order }>('/api/checkout/withprofile', reservation));
    const { orderId } = order;
    await this.shopper.post(`/api/user/orders/${orderId}/code`, {
      eCode: await this.seal('code', { code: this.canary.card.code }),
    });
    const reason = { password: ADMIN.password, reason: 'a question of the retailer' };
    await expectOk(this.admin.get(`/api/admin/aco/getJSON/${orderId}`));
    await expectOk(this.admin.post(`/api/admin/orders/${orderId}/aco`, reason));
    await expectOk(this.admin.post(`/api/admin/products/${productId}/release`));
    await this.becomes(orderId, 'success');
    await expectOk(this.admin.post(`/api/admin/orders/${orderId}/refund`, { reason: 'it came torn' }));
    await this.becomes(orderId, 'refunded');
    await expectOk(this.shopper.get(`/api/user/orders/${orderId}/story`));
    await expectOk(this.shopper.get('/api/user/export'));
  }

  /** Somebody else has the only slot of a drop that is cancelled. */
  private async waitWithoutOffer(): Promise<void> {
    const { anyone, directory } = this.server;
    const { productId } = await createDrop(this.admin, { productTitle: 'Canary Scarf', totalStock: 1 });
    const holder = await Shopper.signUp(anyone, await BrowserCrypto.open(anyone), person(1, 'holder'));
    await holder.saveCard();
    await holder.addProfile();
    await holder.secure(productId);
    const [own] = await expectOk(this.shopper.get<{ profileId: string }[]>('/api/user/profiles'));
    const place = { size: 'm', style: 'Ink', profileId: own?.profileId };
    await expectOk(this.shopper.post(`/api/user/products/${productId}/waitlist`, place));
    await expectOk(this.admin.post(`/api/admin/products/${productId}/cancel`, { reason: 'the brand said no' }));
    await mailTo(directory, 'waitlist-cancelled', this.canary.who.email);
  }

  private async changePasswords(): Promise<void> {
    const { who, passwords } = this.canary;
    const { anyone } = this.server;
    const words = { password: passwords.first, newPassword: passwords.changed };
    this.goOnAs(await expectOk(this.shopper.post<Session>('/api/user/password', words)));
    await expectOk(anyone.post('/api/forgotpw', { email: who.email }));
    const hash = await this.mailed('password-reset', '/reset/');
    const set = { hash, password: passwords.reset, confirmPassword: passwords.reset };
    await expectOk(anyone.post('/api/resetpassword', set));
    expect((await anyone.post('/login', { email: who.email, password: passwords.wrong })).status).toBe(401);
    this.goOnAs(await expectOk(anyone.post<Session>('/login', { email: who.email, password: passwords.reset })));
  }

  private async orderAsGuest(): Promise<void> {
    const { who, card } = this.canary;
    const { productId } = await createDrop(this.admin, { productTitle: 'Canary Cap', totalStock: 5 });
    const aco = { productForm: { size: 'm', style: 'Ink' }, email: who.email, phone: who.phone, shipping: who.address };
    const acoDataPayload = await this.seal('aco', { ...aco, card }, null);
    const reservation = { email: who.email, name: who.name, productId, stripeToken: 'tok_visa', acoDataPayload };
    const { anyone } = this.server;
    const bought = anyone.post<{ link: string; order: Order }>('/api/checkout/completeuser', reservation);
    const { link, order } = await expectOk(bought);
    this.guestOrderId = order.orderId;
    this.guestLink = new URL(link).pathname.split('/').at(-1) ?? '';
    await mailTo(this.server.directory, 'guest-slot-confirmed', who.email);
    await expectOk(anyone.post(`/api/actions/${this.guestLink}`, {}));
  }

  /** Refused requests with personal data, which no answer may repeat. */
  private async mistakes(): Promise<void> {
    const { who, card, passwords } = this.canary;
    const { anyone } = this.server;
    const everything = { email: who.email, password: passwords.wrong, name: who.name, card, street: who.address };
    const text = JSON.stringify(everything);
    const refused = [
      anyone.post('/register', { email: who.email, password: passwords.reset, name: who.name }),
      anyone.post('/register', everything),
      anyone.call('POST', '/login', text.slice(0, -9), {}),
      anyone.call('POST', '/login', `${passwords.wrong}${text}`, {}),
      anyone.call('POST', '/login', text, { headers: { 'content-type': 'text/plain' } }),
      anyone.post('/api/checkout/completeuser', { ...everything, acoDataPayload: text }),
      anyone.post('/api/webhooks/stripe', everything, { headers: { 'stripe-signature': `t=1,v1=${card.number}` } }),
      anyone.post('/api/inbound/email', { from: who.email, subject: who.name, text, receivedAt: 1 }),
      anyone.get(`/api/nothing/${encodeURIComponent(text)}?card=${card.number}&name=${encodeURIComponent(who.name)}`),
      anyone.get(`/api/actions/${encodeURIComponent(passwords.wrong)}`),
      anyone.get('/api/user/info', { headers: { authorization: `Bearer ${passwords.wrong.slice(1, 19)}` } }),
      anyone.post('/api/resetpassword', { hash: card.number, password: passwords.wrong, confirmPassword: '' }),
      this.shopper.post('/api/user/password', { password: passwords.wrong, newPassword: passwords.reset }),
      this.shopper.post('/api/user/profiles/add', {
        eProfile: await this.seal('profile', { ...everything, email: 7 }),
      }),
      this.shopper.post('/api/user/billing/genToken', { card: await this.seal('card', { ...card, month: 13 }) }),
      this.admin.get(`/api/admin/orders?filter=${encodeURIComponent(text.slice(0, -1))}`),
    ];
    const answers = await Promise.all(refused);
    expect(answers.filter(({ status }) => status < 400 || status >= 500)).toEqual([]);
  }

  private seal(audience: 'card' | 'profile' | 'aco' | 'code', data: object, subject: string | null = this.accountId) {
    if (!this.crypto) throw new Error('the story has not begun');
    return this.crypto.seal(audience, data, subject);
  }

  private async becomes(orderId: string, status: Order['status']): Promise<void> {
    await eventually(`an order that is ${status}`, 60_000, async () => {
      const { body } = await this.admin.get<Order>(`/api/admin/orders/${orderId}`);
      return body.status === status || undefined;
    });
  }

  /** The token in the link of the newest mail of a kind. */
  private async mailed(kind: string, page: '/action/' | '/reset/'): Promise<string> {
    const mail = await mailTo(this.server.directory, kind, this.canary.who.email);
    const token = linkIn(mail, page).replace(page, '');
    this.tokens.push(token);
    return token;
  }
}
