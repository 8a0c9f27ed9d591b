import type { Answer } from '../answers.js';
import type { CheckoutSessions, Completion, Stated } from '../checkout-sessions.js';
import type { Fault } from '../faults.js';
import { type IdempotencyKeys, sha256Of } from '../idempotency-keys.js';
import { lineOf } from '../items.js';
import { type SessionInput, shippingId } from '../session.js';
import type { Till } from '../till.js';
import { ACP_HANDLER, ACP_VERSIONS, type AcpVersion, acpOrder, acpSession, discovery } from './acp-views.js';
import type { Call, Door, DoorRequest } from './door.js';
import { bodyOf, isEmail, isText, keyOf, record, records, tokenOf } from './requests.js';
import type { ShopFacts } from './ucp-views.js';

export interface AcpShop {
  facts: ShopFacts;
  till: Till;
  sessions: CheckoutSessions;
  keys: IdempotencyKeys;
}
interface Asked {
  request: DoorRequest;
  version: AcpVersion;
  body: Record<string, unknown>;
}

/** The door of the Agentic Commerce Protocol; the texts are named in acp-views.ts. */
export class AcpDoor implements Door {
  constructor(private readonly shop: AcpShop) {}

  async call(request: DoorRequest): Promise<Call | Answer> {
    const { method, path, headers } = request;
    if (method === 'GET' && path === '/.well-known/acp.json') {
      return {
        status: 200,
        headers: { 'cache-control': 'public, max-age=3600' },
        body: discovery(this.shop.facts.origin),
      };
    }
    const version = ACP_VERSIONS.find((one) => one === headers['api-version']);
    if (!version) {
      const refused = problem(400, 'unsupported_api_version', 'API-Version is missing or not spoken here');
      return { ...refused, body: { ...refused.body, supported_versions: ACP_VERSIONS } };
    }
    // 2026-01-30 leaves the key to the agent.
    if (method === 'POST' && version !== '2026-01-30' && !keyOf(request)) {
      return problem(400, 'idempotency_key_required', 'Idempotency-Key is missing');
    }
    const body = bodyOf(request);
    return body ? this.route({ request, version, body }) : problem(400, 'invalid', 'The body is not a JSON object');
  }

  private route(asked: Asked): Call | Answer {
    const { method, path } = asked.request;
    const [, what, id = '', action] = path.split('/');
    if (what === 'orders' && method === 'GET') {
      return { on: 'lookup', about: id, act: async () => this.order(asked, id) };
    }
    const name = what === 'checkout_sessions' ? [method, id ? (action ?? 'one') : 'all'].join(' ') : '';
    if (id && this.shop.sessions.find(id)?.session.door !== 'acp') return notFound();
    switch (name) {
      case 'POST all':
        return this.create(asked);
      case 'GET one':
        return { on: 'lookup', about: id, act: async () => this.shown(asked, await this.shop.sessions.read(id)) };
      case 'POST one':
        return { on: 'cart', about: id, act: (fault) => this.keyed(asked, fault, () => this.update(asked, id, fault)) };
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
    const { line, hasBuyer = false, to = null, option = null } = inputOf(asked.body);
    if (!line) return problem(400, 'invalid_item_id', 'One known item in one piece is sold');
    const key = keyOf(asked.request);
    const work = async (fault: Fault | undefined) => {
      const input = { line, hasBuyer, to, option };
      const stated = await sessions.create({ door: 'acp', version: asked.version, key, input }, fault);
      return { ...this.shown(asked, stated), status: 201 };
    };
    return {
      on: 'cart',
      about: sessions.idOf('acp', key),
      act: (fault) => this.keyed(asked, fault, () => work(fault)),
    };
  }

  private async update(asked: Asked, id: string, fault: Fault | undefined): Promise<Answer> {
    const input = inputOf(asked.body);
    if (asked.body.line_items !== undefined && !input.line) return problem(400, 'invalid_item_id', 'No such item');
    const stated = await this.shop.sessions.change(id, input, fault);
    const isOver = stated && ['completed', 'canceled', 'completing'].includes(stated.state);
    return isOver ? problem(409, 'conflict', `The session is ${stated.state}`) : this.shown(asked, stated);
  }

  private async complete(asked: Asked, id: string, fault: Fault | undefined): Promise<Answer> {
    const data = record(asked.body.payment_data);
    const { credential } = record(data.instrument);
    const means = tokenOf(ACP_HANDLER, data.handler_id, credential);
    if (means.kind === 'card-number') return problem(400, 'card_number_refused', 'A card number is no instrument');
    if (means.kind === 'unusable') return problem(400, 'invalid', 'No shared payment token was given');
    // The buyer may come with the payment.
    const { hasBuyer } = inputOf(asked.body);
    if (hasBuyer) await this.shop.sessions.change(id, { hasBuyer });
    return this.completed(asked, await this.shop.sessions.complete(id, means.token, fault), fault);
  }

  private completed(asked: Asked, done: Completion, fault: Fault | undefined): Answer {
    switch (done.kind) {
      case 'unknown-session':
        return notFound();
      case 'unsettled':
        return { ...problem(503, 'unavailable', 'The payment is not settled'), headers: { 'retry-after': '1' } };
      case 'broken':
        return problem(500, 'internal', 'Unexpected');
      case 'not-allowed':
        return done.stated.state === 'incomplete'
          ? this.shown(asked, done.stated)
          : problem(409, 'conflict', `The session is ${done.stated.state}`);
      case 'declined':
      case 'sold-out':
      case 'not-open':
        return fault === 'refusalIs500' ? problem(500, 'internal', 'Unexpected') : this.shown(asked, done.stated);
      default:
        return this.shown(asked, done.stated);
    }
  }

  private async cancel(asked: Asked, id: string, fault: Fault | undefined): Promise<Answer> {
    const ended = await this.shop.sessions.cancel(id, fault);
    if (ended.kind === 'unknown-session') return notFound();
    if (ended.kind === 'canceled') return this.shown(asked, ended.stated);
    return problem(405, 'not_cancelable', `The session is ${ended.stated.state}`);
  }

  private async order({ version }: Asked, number: string): Promise<Answer> {
    const { till, facts } = this.shop;
    await till.durable();
    const sale = till.shop.saleNumbered(number);
    const session = till.shop.sessions.get(sale?.session?.id ?? '');
    if (!sale || session?.door !== 'acp') return problem(404, 'not_found', 'There is no such order');
    return { status: 200, body: acpOrder(sale, session, version, facts.origin) };
  }

  private shown({ version }: Asked, stated: Stated | undefined): Answer {
    if (!stated) return notFound();
    const { id, trace } = stated.session;
    const hides = trace === 'completedWithoutOrder' || trace === 'keysForgotten';
    const order = hides ? undefined : this.shop.till.shop.soldIn(id).at(-1);
    return { status: 200, body: acpSession(stated, version, this.shop.facts, order) };
  }

  private async keyed(
    { request, body }: Asked,
    fault: Fault | undefined,
    work: () => Promise<Answer>,
  ): Promise<Answer> {
    const key = fault === 'createTwice' ? undefined : keyOf(request);
    const isKept = fault !== 'tornComplete' && fault !== 'keysForgotten' && fault !== 'cancelLies';
    const kept = async () => ({ answer: await work(), isKept });
    // Equal JSON is the same request, whatever the order of its members.
    const asked = { door: 'acp' as const, path: request.path, key, sha256: sha256Of(canonical(body)) };
    const outcome = await this.shop.keys.once(asked, kept, fault === 'globalKeys');
    if (outcome.kind === 'conflict') return problem(422, 'idempotency_conflict', 'The key has other content');
    if (outcome.kind === 'in-flight') {
      return { ...problem(409, 'idempotency_in_flight', 'It is being processed'), headers: { 'retry-after': '1' } };
    }
    const { answer, isReplay } = outcome;
    const echoed = { ...answer.headers, ...(key ? { 'idempotency-key': key } : {}) };
    return { ...answer, headers: isReplay ? { ...echoed, 'idempotent-replayed': 'true' } : echoed };
  }
}

/** An update says only what changes. */
function inputOf(body: Record<string, unknown>): Partial<SessionInput> {
  const input: Partial<SessionInput> = {};
  const items = records(body.line_items);
  const line = items.length === 1 && (items[0]?.quantity ?? 1) === 1 ? lineOf(items[0]?.id) : undefined;
  if (line) input.line = line;
  const details = record(body.fulfillment_details);
  if (isEmail(record(body.buyer).email) || isEmail(details.email)) input.hasBuyer = true;
  const { line_one, city, postal_code, country, state } = record(details.address);
  if ([line_one, city, postal_code].every(isText) && isText(country)) {
    input.to = { country, region: isText(state) ? state : '' };
  }
  const [chosen] = records(body.selected_fulfillment_options);
  if (chosen) input.option = shippingId(chosen.option_id);
  return input;
}

function canonical(value: unknown): string {
  const sorted = (_: string, one: unknown) => {
    if (typeof one !== 'object' || one === null || Array.isArray(one)) return one;
    return Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)));
  };
  return JSON.stringify(value, sorted);
}

function notFound(): Answer {
  return problem(404, 'not_found', 'There is no such session');
}

function problem(status: number, code: string, message: string): Answer {
  const type = status === 503 ? 'service_unavailable' : status >= 500 ? 'processing_error' : 'invalid_request';
  return { status, body: { type, code, message } };
}
