import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AcoInput } from '@supreme-access/contract/sealing.js';
import type { Order, StoryEntry } from '@supreme-access/contract/shapes/orders.js';
import type { ProfileAddress } from '@supreme-access/contract/shapes/people.js';
import { freePort } from '@supreme-access/test/support/free-port.js';
import { MakeStaff } from '../accounts/staffing.js';
import { AuditRuns } from '../audit/runs/audit-runs.js';
import { readConfig } from '../platform/config.js';
import type { Lag } from '../platform/log/lagging-log.fixture.js';
import { Latest } from '../platform/read-models/latest.js';
import { type ProductServer, startServer } from '../start/server.js';
import { openTestEngines } from '../start/stores.fixture.js';
import { folds, MOMENT, TestServer } from '../start/test-server.fixture.js';
import { type OrderDoc, ordersProjection } from './orders.projection.js';

const ADMIN = { email: 'admin@example.org', password: 'an admin of the specs' };
const RESERVE = '/api/checkout/withprofile';
const CHOICE = { size: 'm', style: 'Ink' };
export const PAYS = '4242424242424242';
export const DECLINES = '4000000000000002';
export const REFUND_FAILS = '4000000000005126';

export interface Shopper {
  token: string;
  uuid: string;
  email: string;
  profileId: string;
}
export interface Wish {
  productId: string;
  size?: string;
  style?: string;
  profileId?: string;
  promoCode?: string;
  eCode?: string;
}

/** The whole product on a directory of its own, as `npm start` runs it. `clock.ahead` is ms. */
export class OrderServer extends TestServer {
  override admin = '';
  readonly clock = { ahead: 0 };
  private people = 0;

  private constructor(
    readonly server: ProductServer,
    private readonly directory: string,
  ) {
    super(server.url, server.platform.config.dataDir);
  }

  static async start(more: Readonly<Record<string, string>> = {}, lag?: Lag): Promise<OrderServer> {
    const directory = await mkdtemp(join(tmpdir(), 'orders-'));
    const settings = { LOG_LEVEL: 'silent', SEED: 'none', ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password };
    const here = { DATA_DIR: join(directory, 'data'), PORT: String(await freePort()) };
    const config = readConfig({ ...settings, ...here, ...more });
    const ahead = (): number => started?.clock.ahead ?? 0;
    let started: OrderServer | undefined;
    const server = await startServer(config, {
      clock: () => Date.now() + ahead(),
      engines: (asked) => openTestEngines(asked, lag),
    });
    started = new OrderServer(server, directory);
    await server.ready;
    await server.app.get(MakeStaff).ensureAdmin();
    server.platform.dueWork.start();
    started.admin = (await started.done('/login', ADMIN, null)).token;
    // However far a spec moves the clock, somebody sits at this session.
    const { sessions } = server.platform;
    sessions.lives.heard(sessions.check(started.admin)?.sid ?? '', Number.MAX_SAFE_INTEGER);
    return started;
  }

  async stop(): Promise<void> {
    await this.server.stop();
    await rm(this.directory, { recursive: true });
  }

  override async settle(ms = 0): Promise<void> {
    this.clock.ahead += ms;
    const { platform, partners, app } = this.server;
    await platform.dueWork.settle();
    await partners.settled();
    await app.get(AuditRuns).ended();
    await platform.dueWork.settle();
  }

  protected override happens(): Promise<boolean> {
    return folds(this.server.platform);
  }

  get adminPassword(): string {
    return ADMIN.password;
  }

  // ---- people and what they do

  /** Somebody new at an address of their own. */
  person() {
    this.people += 1;
    const email = `ada.${this.people}@example.org`;
    const where = { address1: `${this.people} Larch Row`, city: 'Portland', state: 'OR', zip: '97201', country: 'US' };
    const address = { firstName: 'Ada', lastName: 'Quimby', ...where } as ProfileAddress;
    return { email, phone: '+15035550143', address };
  }

  async shopper(number: string | null = PAYS): Promise<Shopper> {
    const who = this.person();
    const { token, uuid } = await this.done('/register', { email: who.email, password: 'correct horse 7' }, null);
    if (number !== null) await this.saveCard({ token, uuid }, number);
    const profileId = await this.addProfile({ token, uuid }, who);
    return { token, uuid, email: who.email, profileId };
  }

  async saveCard({ token, uuid }: Pick<Shopper, 'token' | 'uuid'>, number: string): Promise<void> {
    const made = await this.cardToken({ token, uuid }, number);
    const billingAddress = {
      line1: '17 Larch Row',
      city: 'Portland',
      state: 'OR',
      postal_code: '97201',
      country: 'US',
    };
    await this.done('/api/user/billing/set', { billingAddress, token: made }, token);
  }

  async cardToken({ token, uuid }: Pick<Shopper, 'token' | 'uuid'>, number: string): Promise<string> {
    const card = await this.encrypt('card', cardOf(number), uuid);
    return (await this.done('/api/user/billing/genToken', { card }, token)).token.id;
  }

  async addProfile({ token, uuid }: Pick<Shopper, 'token' | 'uuid'>, who = this.person()): Promise<string> {
    const { email, phone, address: shipping } = who;
    const profile = { profileName: 'Main Profile', email, phone, shipping, card: cardOf(PAYS) };
    const eProfile = await this.encrypt('profile', profile, uuid);
    return (await this.done('/api/user/profiles/add', { eProfile }, token)).profileId;
  }

  async drop(changes: object = {}): Promise<string> {
    const drop = { productTitle: 'Box Hoodie', price: 25, totalStock: 50, styles: 'Ink, Fog', ...changes };
    return (await this.done('/api/admin/products/create', drop)).product.productId;
  }

  reserve({ token, profileId }: Shopper, wish: Wish, key?: string) {
    const more = key === undefined ? {} : { 'idempotency-key': key };
    return this.post(RESERVE, { profileId, ...CHOICE, ...wish }, token, more);
  }

  async order(productId: string, shopper?: Shopper): Promise<{ shopper: Shopper; orderId: string }> {
    const somebody = shopper ?? (await this.shopper());
    const { profileId, token } = somebody;
    const { order } = await this.done(RESERVE, { profileId, ...CHOICE, productId }, token);
    return { shopper: somebody, orderId: order.orderId };
  }

  aco(changes: Partial<AcoInput> = {}): AcoInput {
    const { email, phone, address: shipping } = this.person();
    return { productForm: { size: 'm', style: 'Ink' }, email, phone, shipping, card: cardOf(PAYS), ...changes };
  }

  async made(productId: string, changes: object = {}, aco: object = this.aco()) {
    const { uuid } = await this.ok(this.get('/api/user/info'));
    const acoDataPayload = await this.encrypt('aco', aco, uuid);
    return {
      email: 'bea@example.org',
      name: 'Bea Holt',
      productId,
      stripeToken: 'tok_visa',
      acoDataPayload,
      ...changes,
    };
  }

  release(productId: string) {
    return this.done(`/api/admin/products/${productId}/release`);
  }

  async view(orderId: string): Promise<Order> {
    return (await this.ok(this.get(`/api/admin/orders/${orderId}`))) as Order;
  }
  /** As the log has it: a read model may be behind. */
  doc(orderId: string): Promise<OrderDoc | undefined> {
    return this.server.app.get(Latest).logged(ordersProjection, orderId);
  }
  /** An order's own stream begins a moment after its slot is held, at the first command otherwise. */
  async placed(orderId: string): Promise<void> {
    await this.settle(MOMENT);
    await this.until(async () => (await this.types(orderId)).includes('OrderPlaced'));
  }
  becomes(orderId: string, status: Order['status']): Promise<Order> {
    return this.until(async () => {
      const order = await this.view(orderId);
      return order.status === status ? order : undefined;
    });
  }
  async success(number = PAYS): Promise<{ shopper: Shopper; orderId: string; productId: string }> {
    const productId = await this.drop();
    const made = await this.order(productId, await this.shopper(number));
    await this.release(productId);
    await this.becomes(made.orderId, number === DECLINES ? 'action_required' : 'success');
    return { ...made, productId };
  }
  async story(orderId: string): Promise<StoryEntry[]> {
    return (await this.ok(this.get(`/api/admin/orders/${orderId}/story`))) as StoryEntry[];
  }
  async types(orderId: string): Promise<string[]> {
    return (await this.story(orderId)).map(({ type }) => type);
  }

  /** What Stripe, or who stands in for it, has on its books. */
  async stripe(method: string, path: string, body?: object) {
    const { apiUrl, key } = this.server.partners.stripe;
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const init = { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) };
    return (await fetch(`${apiUrl}${path}`, init)).json();
  }
  async retailer(method: string, path: string, body?: object) {
    const { url, key } = this.server.partners.retailer;
    const headers = { authorization: `Bearer ${key}`, ...(body ? { 'content-type': 'application/json' } : {}) };
    const response = await fetch(url + path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
    return response.status === 204 ? null : response.json();
  }
}

export function cardOf(number: string) {
  return { name: 'Ada Quimby', number, code: '123', month: 12, year: new Date().getUTCFullYear() + 4 };
}
