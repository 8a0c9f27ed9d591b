import type { Answer } from '../answers.js';
import type { CheckoutSessions, Completion, NewSession, Stated } from '../checkout-sessions.js';
import type { Fault } from '../faults.js';
import { type IdempotencyKeys, type KeyedOutcome, sha256Of } from '../idempotency-keys.js';
import type { Session, SessionDoor, SessionInput, SessionState } from '../session.js';
import type { Sale } from '../shop.js';
import type { Till } from '../till.js';
import type { Call, Door, DoorRequest, ShopFacts } from './door.js';
import { type Instrument, keyOf } from './requests.js';

export interface SessionShop {
  facts: ShopFacts;
  till: Till;
  sessions: CheckoutSessions;
  keys: IdempotencyKeys;
}
export interface SessionRequest {
  request: DoorRequest;
  body: Record<string, unknown>;
}
export type Problem =
  | 'not-found'
  | 'card-number'
  | 'no-instrument'
  | 'wrong-state'
  | 'not-cancelable'
  | 'unsettled'
  | 'broken';

export interface StandardWords {
  door: SessionDoor;
  change: 'POST' | 'PUT';
  problem(kind: Problem, text: string): Answer;
}

/** What both standards do with checkout sessions; a door reads the requests of one of them, and writes its answers. */
export abstract class SessionsDoor<Request extends SessionRequest> implements Door {
  constructor(
    protected readonly shop: SessionShop,
    private readonly words: StandardWords,
  ) {}

  abstract call(request: DoorRequest): Promise<Call | Answer>;
  protected abstract create(request: Request): Call | Answer;
  protected abstract update(request: Request, id: string, fault: Fault | undefined): Promise<Answer>;
  protected abstract complete(request: Request, id: string, fault: Fault | undefined): Promise<Answer>;
  /** undefined: the session is forgotten */
  protected abstract sessionBody(
    request: Request,
    stated: Stated,
    order: Sale | undefined,
  ): Record<string, unknown> | undefined;
  protected abstract orderBody(request: Request, sale: Sale, session: Session): Record<string, unknown>;
  /** Requests under one key must not differ in it. */
  protected abstract contentOf(request: Request): string;
  protected abstract answered(outcome: KeyedOutcome, key: string | undefined): Promise<Answer>;

  protected order(request: Request, number: string): Call {
    const { till } = this.shop;
    const act = async (): Promise<Answer> => {
      await till.durable();
      const sale = till.shop.saleNumbered(number);
      const session = till.shop.sessions.get(sale?.session?.id ?? '');
      if (!sale || session?.door !== this.words.door) return this.notFound();
      return { status: 200, body: this.orderBody(request, sale, session) };
    };
    return { on: 'lookup', about: number, act };
  }

  protected session(request: Request, id: string, action = 'one'): Call | Answer {
    const { sessions } = this.shop;
    if (id && sessions.find(id)?.session.door !== this.words.door) return this.notFound();
    switch ([request.request.method, id ? action : 'all'].join(' ')) {
      case 'POST all':
        return this.create(request);
      case 'GET one':
        return { on: 'lookup', about: id, act: async () => this.shown(request, await sessions.read(id)) };
      case `${this.words.change} one`:
        return this.once(request, 'cart', id, (fault) => this.update(request, id, fault));
      case 'POST complete':
        return this.once(request, 'submit', id, (fault) => this.complete(request, id, fault));
      case 'POST cancel':
        return this.once(request, 'close', id, (fault) => this.cancel(request, id, fault));
      default:
        return this.words.problem('not-found', 'There is no such page');
    }
  }

  protected created(request: Request, session: Omit<NewSession, 'door' | 'key'>): Call {
    const { door } = this.words;
    const key = keyOf(request.request);
    const { sessions } = this.shop;
    return this.once(request, 'cart', sessions.idOf(door, key), async (fault) => {
      const stated = await sessions.create({ door, key, ...session }, fault);
      return { ...this.shown(request, stated), status: 201 };
    });
  }

  protected async changed(
    request: Request,
    id: string,
    input: Partial<SessionInput>,
    fault: Fault | undefined,
  ): Promise<Answer> {
    const stated = await this.shop.sessions.change(id, input, fault);
    const isOver = stated && ['completed', 'canceled', 'completing'].includes(stated.state);
    return isOver ? this.isIn(stated.state) : this.shown(request, stated);
  }

  protected async paid(request: Request, id: string, means: Instrument, fault: Fault | undefined): Promise<Answer> {
    const { problem } = this.words;
    if (means.kind === 'card-number') return problem('card-number', 'A card number is no instrument');
    if (means.kind === 'unusable') return problem('no-instrument', 'No shared payment token was given');
    return this.completed(request, await this.shop.sessions.complete(id, means.token, fault), fault);
  }

  private completed(request: Request, done: Completion, fault: Fault | undefined): Answer {
    const { problem } = this.words;
    switch (done.kind) {
      case 'unknown-session':
        return this.notFound();
      case 'unsettled':
        return problem('unsettled', 'The payment is not settled');
      case 'broken':
        return problem('broken', 'Unexpected');
      case 'not-allowed':
        return done.stated.state === 'incomplete' ? this.shown(request, done.stated) : this.isIn(done.stated.state);
      case 'declined':
      case 'sold-out':
      case 'not-open':
        return fault === 'refusalIs500' ? problem('broken', 'Unexpected') : this.shown(request, done.stated);
      default:
        return this.shown(request, done.stated);
    }
  }

  private async cancel(request: Request, id: string, fault: Fault | undefined): Promise<Answer> {
    const ended = await this.shop.sessions.cancel(id, fault);
    if (ended.kind === 'unknown-session') return this.notFound();
    if (ended.kind === 'canceled') return this.shown(request, ended.stated);
    return this.words.problem('not-cancelable', `The session is ${ended.stated.state}`);
  }

  private shown(request: Request, stated: Stated | undefined): Answer {
    if (!stated) return this.notFound();
    const { id, trace } = stated.session;
    const hides = trace === 'completedWithoutOrder' || trace === 'keysForgotten';
    const order = hides ? undefined : this.shop.till.shop.soldIn(id).at(-1);
    const body = this.sessionBody(request, stated, order);
    return body ? { status: 200, body } : this.notFound();
  }

  private once(
    request: Request,
    on: Call['on'],
    about: string,
    work: (fault: Fault | undefined) => Promise<Answer>,
  ): Call {
    const { door } = this.words;
    const { path } = request.request;
    const act = async (fault: Fault | undefined) => {
      const key = fault === 'createTwice' ? undefined : keyOf(request.request);
      const isKept = fault !== 'tornComplete' && fault !== 'keysForgotten' && fault !== 'cancelLies';
      const kept = async () => ({ answer: await work(fault), isKept });
      const keyed = { door, path, key, sha256: sha256Of(this.contentOf(request)) };
      return this.answered(await this.shop.keys.once(keyed, kept, fault === 'globalKeys'), key);
    };
    return { on, about, act };
  }

  private isIn(state: SessionState): Answer {
    return this.words.problem('wrong-state', `The session is ${state}`);
  }

  private notFound(): Answer {
    return this.words.problem('not-found', 'There is no such session or order');
  }
}
