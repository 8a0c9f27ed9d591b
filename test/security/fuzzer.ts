import { createHmac } from 'node:crypto';
import { type JweAudience, seal } from '@supreme-access/contract/sealing.js';
import type { BrowserKeys } from '@supreme-access/contract/shapes/system.js';
import { Limit } from '../../backend/src/http/limits/limits.js';
import { OrderServer, type Shopper } from '../fixtures/order-server.js';
import { png } from '../fixtures/pictures.js';
import type { Route } from './described.js';
import { type WildRequest, written } from './wild-requests.js';
import { Placeholder, Sealed } from './wild-values.js';

/** ms after which a server counts as hanging */
const PATIENCE = 15_000;
const STACK = /node_modules|\.[jt]s:\d|\bat \S+ \(|Error:|\/(work|tmp|home|usr)\//;
const OPEN = ['/api/checkout/completeuser', '/api/actions/{token}'];

/** Sends wild requests and checks the answers. */
export class Fuzzer {
  /** statuses per route */
  readonly answers = new Map<string, Map<number, number>>();
  private ids: Record<string, string> = {};
  private shopper: Shopper | undefined;
  /** a session that may end at any time */
  private spareSession: string | undefined;
  private keys: BrowserKeys | undefined;
  private link = '';
  private picture: Buffer = Buffer.alloc(0);

  private constructor(
    readonly app: OrderServer,
    private readonly limitAgain: () => void,
  ) {}

  async stop(): Promise<void> {
    this.limitAgain();
    await this.app.stop();
  }

  /** Without limits and workers, so that every body reaches the code behind them. */
  static async start(): Promise<Fuzzer> {
    const app = await OrderServer.start();
    const none = async () => undefined;
    const { take, count, counted } = Limit.prototype;
    Object.assign(Limit.prototype, { take: none, count: none, counted: async () => 0 });
    await app.server.platform.jobRunner.stop(5_000);
    const fuzzer = new Fuzzer(app, () => Object.assign(Limit.prototype, { take, count, counted }));
    fuzzer.picture = await png(40, 50);
    await app.ok(app.post('/api/admin/promos', { promoCode: 'FRIENDS10', percent: 10 }));
    await fuzzer.settle();
    return fuzzer;
  }

  /** A new person with one thing of each kind. */
  private async settle(): Promise<void> {
    const { app } = this;
    const shopper = await app.shopper();
    const productId = await app.drop();
    const { orderId } = await app.order(productId, shopper);
    const invitation = await app.ok(app.post('/api/admin/invitations'));
    const reservation = await app.made(productId, { acoDataPayload: await app.encrypt('aco', app.aco()) });
    const { link } = await app.ok(app.post('/api/checkout/completeuser', reservation, null));
    this.shopper = shopper;
    this.link = link.slice(link.lastIndexOf('/') + 1);
    this.ids = {
      productId,
      orderId,
      profileId: await app.addProfile(shopper),
      invitationId: invitation.id,
      accountId: shopper.uuid,
      adminId: (await app.ok(app.get('/api/user/info'))).uuid,
      email: shopper.email,
      password: 'correct horse 7',
      tomorrow: new Date(Date.now() + 86_400_000).toISOString(),
    };
    await app.server.platform.projector.reachEnd();
  }

  private async sacrifice(): Promise<void> {
    const who = { email: this.app.person().email, password: this.ids.password };
    this.spareSession = (await this.app.ok(this.app.post('/register', who, null))).token;
  }

  /** The problem of an answer; null: none. */
  async troubleOf(route: Route, request: WildRequest): Promise<string | null> {
    const { log } = this.app.server.platform;
    const sent = await this.prepared(route, request);
    const before = await log.head();
    const answer = await this.send(sent).catch((error: unknown) => String(error));
    if (typeof answer === 'string') return answer;
    this.count(route, answer.status);
    const events = answer.status < 400 ? [] : await this.eventsSince(before);
    await this.renew(route, answer.status);
    if (answer.status < 400) return null;
    if (answer.status >= 500) return `${answer.status} ${answer.text}`;
    const own = events.filter((type) => !(LATER[type] ?? (() => false))(route));
    if (own.length > 0) return `${answer.status} ${answer.text}, and ${own.join(', ')}`;
    return wrongWith(answer.text);
  }

  /** Replaces what the request has ended. */
  private async renew(route: Route, status: number): Promise<void> {
    if (status === 401 && ENDS_SESSIONS.includes(route.path)) await this.sacrifice();
    else if (status === 401 && isSession(route)) await this.settle();
    if (status !== 200 || route.path !== '/api/user/profiles/remove' || !this.shopper) return;
    this.ids.profileId = await this.app.addProfile(this.shopper);
  }

  private count({ name }: Route, status: number): void {
    const counts = this.answers.get(name) ?? new Map<number, number>();
    counts.set(status, (counts.get(status) ?? 0) + 1);
    this.answers.set(name, counts);
  }

  /** Encrypts as browsers do. */
  private async encrypted(audience: JweAudience, data: object, subject: string | undefined): Promise<string | null> {
    this.keys ??= (await this.app.get('/api/keys', null)).body as BrowserKeys;
    return seal({ ...this.keys, now: Date.now() }, { audience, data, subject });
  }

  private async eventsSince(position: number): Promise<string[]> {
    const types: string[] = [];
    for await (const { type } of this.app.server.platform.log.readAll({ after: position })) types.push(type);
    return types;
  }

  private async send({ url, init }: { url: string; init: RequestInit }): Promise<{ status: number; text: string }> {
    const answer = await fetch(url, { ...init, signal: AbortSignal.timeout(PATIENCE) });
    const isStream = answer.headers.get('content-type')?.startsWith('text/event-stream');
    const text = isStream ? '' : await answer.text();
    if (isStream) await answer.body?.cancel();
    return { status: answer.status, text };
  }

  private async prepared(route: Route, request: WildRequest): Promise<{ url: string; init: RequestInit }> {
    const places = request.inPath.values();
    const path = route.path.replace(/\{\w+\}/g, (name) => places.next().value ?? this.idFor(route.path, name));
    const json = JSON.stringify(await this.filled(route, request.body)) ?? '';
    const { bytes, headers } = route.takesImage ? this.image(request) : written(json, request);
    const token = this.tokenFor(route);
    const isRead = route.method === 'GET';
    return {
      url: this.app.url + path + request.query,
      init: {
        method: route.method,
        redirect: 'manual',
        headers: {
          ...(isRead ? {} : { 'content-type': 'application/json' }),
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          ...this.signed(route.path, bytes),
          ...request.headers,
          ...(isRead ? {} : headers),
        },
        ...(isRead ? {} : { body: new Uint8Array(bytes) }),
      },
    };
  }

  private tokenFor(route: Route): string | undefined {
    if (route.needsRole) return this.app.admin;
    if (ENDS_SESSIONS.includes(route.path)) return this.spareSession;
    return isSession(route) ? this.shopper?.token : undefined;
  }

  private image({ at }: WildRequest): { bytes: Buffer; headers: Record<string, string> } {
    const bytes = Buffer.from(this.picture);
    const place = Math.floor(at * bytes.length);
    bytes[place] = (bytes[place] ?? 0) ^ 0xff;
    return { bytes: at > 0.8 ? bytes.subarray(0, place) : bytes, headers: { 'content-type': 'image/png' } };
  }

  private signed(path: string, bytes: Buffer): Record<string, string> {
    const { partners, platform } = this.app.server;
    if (path === '/api/inbound/email') {
      return { 'x-signature': createHmac('sha256', platform.secrets.get('inbound-mail')).update(bytes).digest('hex') };
    }
    if (path !== '/api/webhooks/stripe') return {};
    const t = Math.floor(Date.now() / 1_000);
    const mac = createHmac('sha256', partners.stripe.webhookSecret).update(`${t}.`).update(bytes).digest('hex');
    return { 'stripe-signature': `t=${t},v1=${mac}` };
  }

  private idFor(path: string, name: string): string {
    if (name === '{token}') return this.link;
    if (name === '{role}') return 'auditor';
    const kind = /\/(products|promos|invitations|accounts)\//.exec(path)?.[1] ?? 'orders';
    const ids: Record<string, string | undefined> = {
      products: this.ids.productId,
      promos: 'FRIENDS10',
      invitations: this.ids.invitationId,
      accounts: this.ids.accountId,
      orders: this.ids.orderId,
    };
    return ids[kind] ?? '';
  }

  /** Fills known values in, and encrypts. */
  private async filled(route: Route, node: unknown): Promise<unknown> {
    if (node instanceof Placeholder) return this.ids[node.name];
    if (node instanceof Sealed) {
      const data = (await this.filled(route, node.data)) as object;
      const subject = route.isForStaff ? this.ids.adminId : this.ids.accountId;
      return this.encrypted(node.audience, data, OPEN.includes(route.path) ? undefined : subject);
    }
    if (Array.isArray(node)) return Promise.all(node.map((one) => this.filled(route, one)));
    if (typeof node !== 'object' || node === null) return node;
    const filled = {};
    for (const [key, value] of Object.entries(node)) {
      const made = await this.filled(route, value);
      Object.defineProperty(filled, key, { value: made, enumerable: true });
    }
    return filled;
  }
}

/** These routes end a valid session, so they get a spare one. */
const ENDS_SESSIONS = ['/api/user/erase', '/api/user/password', '/api/user/logout'];

function isSession({ path }: Route): boolean {
  return path.startsWith('/api/user/') || path === '/api/checkout/withprofile';
}

function isReservation({ path }: Route): boolean {
  return path.startsWith('/api/checkout/') || path.startsWith('/api/admin/orders');
}

/** Events that a refused request may cause. */
const LATER: Readonly<Record<string, (route: Route) => boolean>> = {
  // The first request for an order without a stream writes its first event.
  OrderPlaced: () => true,
  // Use of a staff session is recorded once a minute.
  SessionUsed: () => true,
  // The payment emulator sends them at any time.
  WebhookReceived: ({ path }) => !path.includes('webhooks'),
  // A code is redeemed before the slot, and returned when there is none.
  PromoRedeemed: isReservation,
  PromoRedemptionReleased: isReservation,
  // The log is sealed by schedule, and a started run continues.
  SealKeyMade: () => true,
  LogSealed: () => true,
  AuditRunStarted: ({ path }) => !path.includes('audit/runs'),
  AuditRunContinued: () => true,
  AuditRunFinished: () => true,
  // A registered address: its owner gets a mail.
  PasswordResetRequested: ({ path }) => path === '/register',
};

/** A refusal is a sentence that quotes neither the request nor internals. */
function wrongWith(text: string): string | null {
  if (STACK.test(text)) return `reveals internals: ${text}`;
  try {
    const { success, error, code, ...more } = JSON.parse(text);
    const isRefusal = success === false && typeof error === 'string' && /^[a-z-]+$/.test(code);
    // A conflicting edit is answered with both versions.
    const isMore =
      Object.keys(more).sort().join() === (code === 'conflict' && 'yours' in more ? 'changed,current,yours' : '');
    if (isRefusal && error.length < 200 && isMore) return null;
  } catch {
    // reported below
  }
  return `no refusal: ${text.slice(0, 500)}`;
}
