import type { Answer } from '../answers.js';
import type { Stated } from '../checkout-sessions.js';
import type { Fault } from '../faults.js';
import type { KeyedOutcome } from '../idempotency-keys.js';
import { lineOf } from '../items.js';
import { type Session, type SessionInput, shippingId } from '../session.js';
import type { Sale } from '../shop.js';
import { ACP_HANDLER, ACP_VERSIONS, type AcpVersion, acpOrder, acpSession, discovery } from './acp-views.js';
import type { Call, DoorRequest } from './door.js';
import { bodyOf, isEmail, isText, keyOf, record, records, tokenOf } from './requests.js';
import {
  type Problem,
  type SessionRequest,
  type SessionShop,
  SessionsDoor,
  type StandardWords,
} from './sessions-door.js';

interface AcpRequest extends SessionRequest {
  version: AcpVersion;
}

const PROBLEMS: Record<Problem, [status: number, code: string]> = {
  'not-found': [404, 'not_found'],
  'card-number': [400, 'card_number_refused'],
  'no-instrument': [400, 'invalid'],
  'wrong-state': [409, 'conflict'],
  'not-cancelable': [405, 'not_cancelable'],
  unsettled: [503, 'unavailable'],
  broken: [500, 'internal'],
};
const WORDS: StandardWords = {
  door: 'acp',
  change: 'POST',
  problem: (kind, text) => {
    const refused = problem(...PROBLEMS[kind], text);
    return kind === 'unsettled' ? { ...refused, headers: { 'retry-after': '1' } } : refused;
  },
};

/** The door of the Agentic Commerce Protocol; the texts are named in acp-views.ts. */
export class AcpDoor extends SessionsDoor<AcpRequest> {
  constructor(shop: SessionShop) {
    super(shop, WORDS);
  }

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

  private route(request: AcpRequest): Call | Answer {
    const { method, path } = request.request;
    const [, what, id = '', action] = path.split('/');
    if (what === 'orders' && method === 'GET') return this.order(request, id);
    return what === 'checkout_sessions'
      ? this.session(request, id, action)
      : WORDS.problem('not-found', 'There is no such page');
  }

  protected create(request: AcpRequest): Call | Answer {
    const { line, hasBuyer = false, to = null, option = null } = inputOf(request.body);
    if (!line) return problem(400, 'invalid_item_id', 'One known item in one piece is sold');
    return this.created(request, { version: request.version, input: { line, hasBuyer, to, option } });
  }

  protected async update(request: AcpRequest, id: string, fault: Fault | undefined): Promise<Answer> {
    const input = inputOf(request.body);
    if (request.body.line_items !== undefined && !input.line) return problem(400, 'invalid_item_id', 'No such item');
    return this.changed(request, id, input, fault);
  }

  protected async complete(request: AcpRequest, id: string, fault: Fault | undefined): Promise<Answer> {
    const data = record(request.body.payment_data);
    const { credential } = record(data.instrument);
    const means = tokenOf(ACP_HANDLER, data.handler_id, credential);
    // The buyer may come with the payment.
    const { hasBuyer } = inputOf(request.body);
    if (hasBuyer && means.kind === 'token') await this.shop.sessions.change(id, { hasBuyer });
    return this.paid(request, id, means, fault);
  }

  protected sessionBody({ version }: AcpRequest, stated: Stated, order: Sale | undefined): Record<string, unknown> {
    return acpSession(stated, version, this.shop.facts, order);
  }

  protected orderBody({ version }: AcpRequest, sale: Sale, session: Session): Record<string, unknown> {
    return acpOrder(sale, session, version, this.shop.facts.origin);
  }

  /** Equal JSON is the same request, whatever the order of its members. */
  protected contentOf({ body }: AcpRequest): string {
    return canonical(body);
  }

  protected async answered(outcome: KeyedOutcome, key: string | undefined): Promise<Answer> {
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

function problem(status: number, code: string, message: string): Answer {
  const type = status === 503 ? 'service_unavailable' : status >= 500 ? 'processing_error' : 'invalid_request';
  return { status, body: { type, code, message } };
}
