import type { Answer } from '../answers.js';
import type { Stated } from '../checkout-sessions.js';
import type { Fault } from '../faults.js';
import type { KeyedOutcome } from '../idempotency-keys.js';
import { type PlatformProfiles, profileUrlOf } from '../platform-profiles.js';
import type { Session } from '../session.js';
import type { Sale } from '../shop.js';
import { productView, variantsOf } from './catalogue.js';
import type { Call, DoorRequest } from './door.js';
import { bodyOf, tokenOf } from './requests.js';
import {
  type Problem,
  type SessionRequest,
  type SessionShop,
  SessionsDoor,
  type StandardWords,
} from './sessions-door.js';
import { checkoutInput, instrumentOf } from './ucp-requests.js';
import { envelope, HANDLER_ID, NEWEST_UCP, type Negotiated, negotiate, profile, UCP_VERSIONS } from './ucp-versions.js';
import { orderView, sessionView } from './ucp-views.js';

export interface UcpProfiles {
  profiles: PlatformProfiles;
  signingKey: Record<string, unknown>;
}
interface UcpRequest extends SessionRequest {
  negotiated: Negotiated;
}

const PROBLEMS: Record<Problem, [status: number, code: string]> = {
  'not-found': [404, 'not_found'],
  'card-number': [400, 'card_number_refused'],
  'no-instrument': [400, 'invalid_instrument'],
  'wrong-state': [409, 'invalid_state'],
  'not-cancelable': [409, 'invalid_state'],
  unsettled: [503, 'unavailable'],
  broken: [500, 'internal_error'],
};
const WORDS: StandardWords = {
  door: 'ucp',
  change: 'PUT',
  problem: (kind, text) => problem(...PROBLEMS[kind], text),
};

/** The door of the Universal Commerce Protocol. https://ucp.dev/2026-04-08/specification/checkout-rest */
export class UcpDoor extends SessionsDoor<UcpRequest> {
  constructor(
    shop: SessionShop,
    private readonly own: UcpProfiles,
  ) {
    super(shop, WORDS);
  }

  async call(request: DoorRequest): Promise<Call | Answer> {
    const { method, path } = request;
    const requestedVersion = UCP_VERSIONS.find((version) => path === `/.well-known/ucp/${version}`);
    if (method === 'GET' && (requestedVersion || path === '/.well-known/ucp')) {
      return {
        status: 200,
        headers: { 'cache-control': 'public, max-age=60' },
        body: profile(requestedVersion ?? NEWEST_UCP, { ...this.shop.facts, signingKey: this.own.signingKey }),
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
      theirs = await this.own.profiles.of(url);
    } catch {
      return problem(424, 'profile_unreachable', 'The profile could not be read');
    }
    const found = negotiate(theirs);
    if (!found) return problem(422, 'profile_malformed', 'The profile is none');
    if ('unsupported' in found) return { ...failure(NEWEST_UCP, 'version_unsupported'), status: 422 };
    if (found.capabilities.length === 0) return failure(found.version, 'capabilities_incompatible');
    return found;
  }

  private route(request: UcpRequest): Call | Answer {
    const { method, path } = request.request;
    const [, what, id = '', action] = path.split('/');
    if (what === 'catalog' && method === 'POST') return this.catalogue(request, id);
    if (what === 'orders' && method === 'GET') return this.order(request, id);
    return what === 'checkout-sessions'
      ? this.session(request, id, action)
      : WORDS.problem('not-found', 'There is no such page');
  }

  protected create(request: UcpRequest): Call | Answer {
    const { version, webhook } = request.negotiated;
    const input = checkoutInput(request.body);
    if (input) return this.created(request, { version, input, webhook });
    return version === NEWEST_UCP ? failure(version, 'item_unavailable') : problem(400, 'invalid', 'No such item');
  }

  protected async update(request: UcpRequest, id: string, fault: Fault | undefined): Promise<Answer> {
    const input = checkoutInput(request.body);
    return input ? this.changed(request, id, input, fault) : problem(400, 'invalid', 'No such item');
  }

  protected complete(request: UcpRequest, id: string, fault: Fault | undefined): Promise<Answer> {
    const { handler_id, credential } = instrumentOf(request.body);
    return this.paid(request, id, tokenOf(HANDLER_ID, handler_id, credential), fault);
  }

  protected sessionBody({ negotiated }: UcpRequest, stated: Stated, order: Sale | undefined) {
    return stated.state === 'expired' ? undefined : sessionView(stated, negotiated, this.shop.facts, order);
  }

  protected orderBody({ negotiated }: UcpRequest, sale: Sale, session: Session): Record<string, unknown> {
    return orderView(sale, session, negotiated, this.shop.facts);
  }

  protected contentOf({ request }: UcpRequest): string {
    return request.body;
  }

  /** The same key waits for the first answer and repeats it; other bytes under it are a conflict. */
  protected async answered(outcome: KeyedOutcome): Promise<Answer> {
    let last = outcome;
    while (last.kind === 'in-flight') last = await last.first;
    return last.kind === 'answer' ? last.answer : problem(409, 'idempotency_conflict', 'The key has other content');
  }

  private catalogue(request: UcpRequest, operation: string): Call | Answer {
    const { negotiated, body } = request;
    const { till } = this.shop;
    const offered = negotiated.capabilities.includes('dev.ucp.shopping.catalog.lookup');
    if (!offered || !['lookup', 'product'].includes(operation))
      return WORDS.problem('not-found', 'There is no such page');
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
}

function problem(status: number, code: string, content: string): Answer {
  return { status, body: { code, content } };
}

/** No resource exists to act on. */
function failure(version: string, code: string): Answer {
  const message = { type: 'error', code, content: `${code} (this shop: ${version})`, severity: 'unrecoverable' };
  return { status: 200, body: { ucp: { version, status: 'error' }, messages: [message] } };
}
