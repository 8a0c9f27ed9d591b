import type { Answer } from '../answers.js';
import type { CheckoutSessions, Completion, Stated } from '../checkout-sessions.js';
import type { Fault } from '../faults.js';
import { type IdempotencyKeys, sha256Of } from '../idempotency-keys.js';
import { type PlatformProfiles, profileUrlOf } from '../platform-profiles.js';
import type { Till } from '../till.js';
import { productView, variantsOf } from './catalogue.js';
import type { Call, Door, DoorRequest } from './door.js';
import { bodyOf, keyOf, tokenOf } from './requests.js';
import { checkoutInput, instrumentOf } from './ucp-requests.js';
import { envelope, HANDLER_ID, NEWEST_UCP, type Negotiated, negotiate, profile, UCP_VERSIONS } from './ucp-versions.js';
import { orderView, type ShopFacts, sessionView } from './ucp-views.js';

export interface UcpShop {
  facts: ShopFacts;
  till: Till;
  sessions: CheckoutSessions;
  keys: IdempotencyKeys;
  profiles: PlatformProfiles;
  signingKey: Record<string, unknown>;
}
interface Asked {
  request: DoorRequest;
  negotiated: Negotiated;
  body: Record<string, unknown>;
}

/** The door of the Universal Commerce Protocol. https://ucp.dev/2026-04-08/specification/checkout-rest */
export class UcpDoor implements Door {
  constructor(private readonly shop: UcpShop) {}

  async call(request: DoorRequest): Promise<Call | Answer> {
    const { method, path } = request;
    const known = UCP_VERSIONS.find((version) => path === `/.well-known/ucp/${version}`);
    if (method === 'GET' && (known || path === '/.well-known/ucp')) {
      return {
        status: 200,
        headers: { 'cache-control': 'public, max-age=60' },
        body: profile(known ?? NEWEST_UCP, { ...this.shop.facts, signingKey: this.shop.signingKey }),
      };
    }
    const negotiated = await this.negotiated(request);
    if ('status' in negotiated) return negotiated;
    const body = bodyOf(request);
    return body ? this.route({ request, negotiated, body }) : problem(400, 'invalid', 'The body is not a JSON object');
  }

  private async negotiated({ headers }: DoorRequest): Promise<Negotiated | Answer> {
    const url = profileUrlOf(headers['ucp-agent']);
    if (!url) return problem(400, 'invalid_profile_url', 'UCP-Agent names no profile');
    let theirs: unknown;
    try {
      theirs = await this.shop.profiles.of(url);
    } catch {
      return problem(424, 'profile_unreachable', 'The profile could not be read');
    }
    const found = negotiate(theirs);
    if (!found) return problem(422, 'profile_malformed', 'The profile is none');
    if ('unsupported' in found) return { ...failure(NEWEST_UCP, 'version_unsupported'), status: 422 };
    if (found.capabilities.length === 0) return failure(found.version, 'capabilities_incompatible');
    return found;
  }

  private route(asked: Asked): Call | Answer {
    const { method, path } = asked.request;
    const [, what, id = '', action] = path.split('/');
    if (what === 'catalog' && method === 'POST') return this.catalogue(asked, id);
    if (what === 'orders' && method === 'GET') {
      return { on: 'lookup', about: id, act: async () => this.order(asked, id) };
    }
    if (what !== 'checkout-sessions') return problem(404, 'not_found', 'There is no such page');
    if (id && this.shop.sessions.find(id)?.session.door !== 'ucp') return notFound();
    const name = [method, id ? (action ?? 'one') : 'all'].join(' ');
    switch (name) {
      case 'POST all':
        return this.create(asked);
      case 'GET one':
        return { on: 'lookup', about: id, act: async () => this.shown(asked, await this.shop.sessions.read(id)) };
      case 'PUT one':
        return {
          on: 'cart',
          about: id,
          act: (fault) => this.keyed(asked, fault, () => this.replace(asked, id, fault)),
        };
      case 'POST complete':
        return {
          on: 'submit',
          about: id,
          act: (fault) => this.keyed(asked, fault, () => this.complete(asked, id, fault)),
        };
      case 'POST cancel':
        return {
          on: 'close',
          about: id,
          act: (fault) => this.keyed(asked, fault, () => this.cancel(asked, id, fault)),
        };
      default:
        return problem(404, 'not_found', 'There is no such page');
    }
  }

  private create(asked: Asked): Call | Answer {
    const { sessions } = this.shop;
    const { version, webhook } = asked.negotiated;
    const input = checkoutInput(asked.body);
    if (!input)
      return version === NEWEST_UCP ? failure(version, 'item_unavailable') : problem(400, 'invalid', 'No such item');
    const key = keyOf(asked.request);
    const work = async (fault: Fault | undefined) => {
      const stated = await sessions.create({ door: 'ucp', version, key, input, webhook }, fault);
      return { ...this.shown(asked, stated), status: 201 };
    };
    return {
      on: 'cart',
      about: sessions.idOf('ucp', key),
      act: (fault) => this.keyed(asked, fault, () => work(fault)),
    };
  }

  private async replace(asked: Asked, id: string, fault: Fault | undefined): Promise<Answer> {
    const input = checkoutInput(asked.body);
    if (!input) return problem(400, 'invalid', 'No such item');
    const stated = await this.shop.sessions.change(id, input, fault);
    const isOver = stated && ['completed', 'canceled', 'completing'].includes(stated.state);
    return isOver ? problem(409, 'invalid_state', `The session is ${stated.state}`) : this.shown(asked, stated);
  }

  private async complete(asked: Asked, id: string, fault: Fault | undefined): Promise<Answer> {
    const { handler_id, credential } = instrumentOf(asked.body);
    const means = tokenOf(HANDLER_ID, handler_id, credential);
    if (means.kind === 'card-number') return problem(400, 'card_number_refused', 'A card number is no instrument');
    if (means.kind === 'unusable') return problem(400, 'invalid_instrument', 'No shared payment token was given');
    return this.completed(asked, await this.shop.sessions.complete(id, means.token, fault), fault);
  }

  private completed(asked: Asked, done: Completion, fault: Fault | undefined): Answer {
    switch (done.kind) {
      case 'unknown-session':
        return notFound();
      case 'unsettled':
        return problem(503, 'unavailable', 'The payment is not settled');
      case 'broken':
        return problem(500, 'internal_error', 'Unexpected');
      case 'not-allowed':
        return done.stated.state === 'incomplete'
          ? this.shown(asked, done.stated)
          : problem(409, 'invalid_state', `The session is ${done.stated.state}`);
      case 'declined':
      case 'sold-out':
      case 'not-open':
        return fault === 'refusalIs500' ? problem(500, 'internal_error', 'Unexpected') : this.shown(asked, done.stated);
      default:
        return this.shown(asked, done.stated);
    }
  }

  private async cancel(asked: Asked, id: string, fault: Fault | undefined): Promise<Answer> {
    const ended = await this.shop.sessions.cancel(id, fault);
    if (ended.kind === 'unknown-session') return notFound();
    if (ended.kind === 'canceled') return this.shown(asked, ended.stated);
    return problem(409, 'invalid_state', `The session is ${ended.stated.state}`);
  }

  private async order({ negotiated }: Asked, number: string): Promise<Answer> {
    const { till } = this.shop;
    await till.durable();
    const sale = till.shop.saleNumbered(number);
    const session = till.shop.sessions.get(sale?.session?.id ?? '');
    if (!sale || session?.door !== 'ucp') return notFound();
    return { status: 200, body: orderView(sale, session, negotiated, this.shop.facts) };
  }

  private catalogue(asked: Asked, operation: string): Call | Answer {
    const { negotiated, body } = asked;
    const { till } = this.shop;
    const offered = negotiated.capabilities.includes('dev.ucp.shopping.catalog.lookup');
    if (!offered || !['lookup', 'product'].includes(operation))
      return problem(404, 'not_found', 'There is no such page');
    const ids = operation === 'lookup' ? body.ids : [body.id];
    if (!Array.isArray(ids) || ids.length === 0 || ids.length > 100 || !ids.every((id) => typeof id === 'string')) {
      return problem(400, 'request_too_large', 'Between 1 and 100 ids');
    }
    const { payment_handlers: _, ...ucp } = envelope(
      { ...negotiated, capabilities: ['dev.ucp.shopping.catalog.lookup'] },
      '',
    );
    const act = async (): Promise<Answer> => {
      const products = variantsOf(till, ids, operation === 'product').map(productView);
      await till.durable();
      return { status: 200, body: operation === 'lookup' ? { ucp, products } : { ucp, product: products[0] } };
    };
    return { on: 'availability', about: String(ids[0]), act };
  }

  private shown({ negotiated }: Asked, stated: Stated | undefined): Answer {
    if (!stated || stated.state === 'expired') return notFound();
    const { id, trace } = stated.session;
    const hides = trace === 'completedWithoutOrder' || trace === 'keysForgotten';
    const order = hides ? undefined : this.shop.till.shop.soldIn(id).at(-1);
    return { status: 200, body: sessionView(stated, negotiated, this.shop.facts, order) };
  }

  /** The same key waits for the first answer and repeats it; other bytes under it are a conflict. */
  private async keyed({ request }: Asked, fault: Fault | undefined, work: () => Promise<Answer>): Promise<Answer> {
    const key = fault === 'createTwice' ? undefined : keyOf(request);
    const isKept = fault !== 'tornComplete' && fault !== 'keysForgotten' && fault !== 'cancelLies';
    const kept = async () => ({ answer: await work(), isKept });
    const asked = { door: 'ucp' as const, path: request.path, key, sha256: sha256Of(request.body) };
    let outcome = await this.shop.keys.once(asked, kept, fault === 'globalKeys');
    while (outcome.kind === 'in-flight') outcome = await outcome.first;
    return outcome.kind === 'answer'
      ? outcome.answer
      : problem(409, 'idempotency_conflict', 'The key has other content');
  }
}

function problem(status: number, code: string, content: string): Answer {
  return { status, body: { code, content } };
}

function notFound(): Answer {
  return problem(404, 'not_found', 'There is no such session');
}

/** No resource exists to act on. */
function failure(version: string, code: string): Answer {
  const message = { type: 'error', code, content: `${code} (this shop: ${version})`, severity: 'unrecoverable' };
  return { status: 200, body: { ucp: { version, status: 'error' }, messages: [message] } };
}
