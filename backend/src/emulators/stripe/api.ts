import { createHash, timingSafeEqual } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { ApiError, invalid, keyInUse, keyReused, serverError } from './api-error.js';
import type { Fault, Faults } from './faults.js';
import type { SavedAnswer } from './ledger.js';
import { shown } from './objects.js';
import { Params } from './params.js';
import { type Call, expand, type Handler, type Routes, routeOf } from './routes.js';
import { sellerOf } from './seller-accounts.js';
import { type Store, Transaction } from './store.js';

export interface ApiRequest {
  method: string;
  path: string;
  query: string;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: string;
}
export interface Answer {
  status: number;
  body: object;
  replayed?: true;
}

interface ApiOptions {
  store: Store;
  routes: Routes;
  /** what a seller's account can do, by its profile */
  sellerRoutes(profile: string): Routes;
  faults: Faults;
  key: string;
  commit(tx: Transaction, answer?: SavedAnswer): void;
  failed(error: unknown): void;
}

type Repeatable = Pick<SavedAnswer, 'key' | 'fingerprint'>;

const KEY_LENGTH = 255;

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

function fingerprintOf({ method, path, body }: ApiRequest): string {
  const params = [...new URLSearchParams(body)].sort(([one], [other]) => (one < other ? -1 : 1));
  return digest(JSON.stringify([method, path, params])).toString('base64url');
}

function paramsOf({ method, query, headers, body }: ApiRequest): Params {
  if (method === 'GET') return Params.ofForm(query);
  return String(headers['content-type']).startsWith('application/json') ? Params.ofJson(body) : Params.ofForm(body);
}

export class Api {
  private readonly running = new Set<string>();

  constructor(private readonly options: ApiOptions) {}

  /** Answers once the effects are durable; undefined when a fault drops the answer. */
  async handle(request: ApiRequest): Promise<Answer | undefined> {
    try {
      const seller = this.authorise(request);
      const { route, id } = routeOf(request.method, request.path);
      const handler = (seller === null ? this.options.routes : this.options.sellerRoutes(seller))[route];
      if (!handler) {
        throw new ApiError(404, {
          type: 'invalid_request_error',
          message: `Unrecognized request URL (${request.method}: ${request.path}).`,
        });
      }
      return await this.answer(request, handler, { id, path: request.path, params: paramsOf(request) }, seller);
    } catch (error) {
      if (error instanceof ApiError) return { status: error.status, body: { error: shown(error.body) } };
      this.options.failed(error);
      return { status: 500, body: { error: serverError().body } };
    }
  }

  private async answer(
    request: ApiRequest,
    handler: Handler,
    call: Omit<Call, 'tx'>,
    seller: string | null,
  ): Promise<Answer | undefined> {
    const fault = this.options.faults.strike(request.method, { ...call, tx: new Transaction(this.options.store) });
    if (fault?.kind === 'error-before') throw serverError();
    const key = request.method === 'POST' ? request.headers['idempotency-key'] : undefined;
    const run = (saved?: Repeatable) => this.carryOut(handler, call, fault, saved);
    const answer = typeof key === 'string' ? await this.once(key, seller, request, run) : await run();
    return fault?.kind === 'lose-answer' ? undefined : answer;
  }

  /** The profile of the seller that asks; null: the platform. */
  private authorise({ headers }: ApiRequest): string | null {
    const given = /^Bearer (.+)$/.exec(headers.authorization?.toString() ?? '')?.[1];
    if (given !== undefined && timingSafeEqual(digest(given), digest(this.options.key))) return null;
    const seller = sellerOf(given ?? '');
    if (seller !== undefined) return seller;
    const message = given === undefined ? 'You did not provide an API key.' : 'Invalid API Key provided.';
    throw new ApiError(401, { type: 'invalid_request_error', message });
  }

  private async once(
    given: string,
    seller: string | null,
    request: ApiRequest,
    run: (saved: Repeatable) => Promise<Answer>,
  ): Promise<Answer> {
    if (given.length > KEY_LENGTH) throw invalid('Idempotency keys are at most 255 characters long.');
    const key = seller === null ? given : `${seller}/${given}`;
    if (this.running.has(key)) throw keyInUse();
    const fingerprint = fingerprintOf(request);
    const saved = this.options.store.answer(key);
    if (saved) {
      if (saved.fingerprint !== fingerprint) throw keyReused(given);
      await this.options.store.durable();
      return { status: saved.status, body: saved.body, replayed: true };
    }
    this.running.add(key);
    try {
      return await run({ key, fingerprint });
    } finally {
      this.running.delete(key);
    }
  }

  private async carryOut(handler: Handler, call: Omit<Call, 'tx'>, fault?: Fault, saved?: Repeatable): Promise<Answer> {
    if (fault?.kind === 'delay') await pause(fault.delayMs);
    const tx = new Transaction(this.options.store);
    const outcome = this.outcomeOf(handler, { ...call, tx });
    const answer = fault?.kind === 'error-after' ? { status: 500, body: { error: serverError().body } } : outcome;
    this.options.commit(tx, saved && { ...saved, ...answer });
    await this.options.store.durable();
    return answer;
  }

  private outcomeOf(handler: Handler, call: Call): Answer {
    try {
      const body = handler(call);
      const expanded = call.params.list('expand').reduce((whole, path) => expand(whole, path, call.tx), body);
      return { status: 200, body: shown(expanded) };
    } catch (error) {
      if (error instanceof ApiError && error.executed) {
        return { status: error.status, body: { error: shown(error.body) } };
      }
      throw error;
    }
  }
}
