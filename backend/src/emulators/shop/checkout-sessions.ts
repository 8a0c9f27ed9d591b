import { createHash } from 'node:crypto';
import type { Fault } from './faults.js';
import type { TakePayment } from './seller.js';
import {
  lacking,
  type Problem,
  type Session,
  type SessionDoor,
  type SessionInput,
  type SessionState,
  totalsOf,
} from './session.js';
import type { Till } from './till.js';

export interface SessionOptions {
  seed: string;
  takePayment: TakePayment;
  /** ms */
  lifetimeMs: number;
  /** waits as long as a slow answer takes; rejects when the shop closes */
  pause: () => Promise<void>;
  onSale: () => void;
}
export interface NewSession {
  door: SessionDoor;
  version: string;
  key: string | undefined;
  input: SessionInput;
  webhook?: string | undefined;
}
export interface Stated {
  session: Session;
  state: SessionState;
  problems: Problem[];
}
/** `unsettled`: perhaps paid; the same request may be repeated. `not-allowed`: by the state that it is in. */
export type Completion =
  | { kind: 'completed' | 'declined' | 'sold-out' | 'not-open' | 'escalated' | 'expired'; stated: Stated }
  | { kind: 'not-allowed'; stated: Stated }
  | { kind: 'unsettled' | 'broken' | 'unknown-session' };
export type Ended = { kind: 'canceled' | 'not-allowed'; stated: Stated } | { kind: 'unknown-session' };

/** Faults whose traces a session shows after its completion. */
const TRACED: readonly Fault[] = ['cancelLies', 'tornComplete', 'completedWithoutOrder', 'keysForgotten'];
/** minor units */
const SURCHARGE = 500;

/** Checkout sessions of both standards on the one till: a piece is held, paid and sold, in this order. */
export class CheckoutSessions {
  private readonly busy = new Set<string>();

  constructor(
    private readonly till: Till,
    private readonly options: SessionOptions,
  ) {}

  /** The id of the first session under this key; it depends on seed and key alone. */
  idOf(door: SessionDoor, key: string | undefined, nth = 1): string {
    const about = [this.options.seed, door, key ?? this.till.shop.sessions.size, nth];
    const digest = createHash('sha256').update(JSON.stringify(about)).digest('hex');
    return `${door === 'ucp' ? 'chk' : 'cs'}_${digest.slice(0, 24)}`;
  }

  async create({ door, version, key, input, webhook }: NewSession, fault?: Fault): Promise<Stated> {
    let nth = 1;
    while (this.till.shop.sessions.has(this.idOf(door, key, nth))) nth += 1;
    const id = this.idOf(door, key, nth);
    const { title, price } = this.till.see(input.line.productId);
    const at = this.till.clock();
    const start = { kind: 'session' as const, at, id, door, version, title, price, surcharge: 0, isCanceled: false };
    const expiresAt = at + (fault === 'expires' ? 0 : this.options.lifetimeMs);
    const rest = { expiresAt, isEscalated: fault === 'escalates', ...(webhook ? { webhook } : {}) };
    const session: Session = { ...start, ...input, ...rest };
    await this.till.write(session);
    return this.state(session);
  }

  async change(id: string, change: Partial<SessionInput>, fault?: Fault): Promise<Stated | undefined> {
    const existing = this.find(id);
    if (!existing || !['incomplete', 'ready', 'escalated'].includes(existing.state)) return existing;
    const moved = { ...existing.session, ...change };
    const { title, price } = this.till.see(moved.line.productId);
    const surcharge = moved.surcharge + (fault === 'totalRises' ? SURCHARGE : 0);
    const expiresAt = fault === 'expires' ? this.till.clock() : moved.expiresAt;
    const isEscalated = moved.isEscalated || fault === 'escalates';
    await this.till.write({ ...moved, title, price, surcharge, expiresAt, isEscalated });
    return this.find(id);
  }

  async read(id: string): Promise<Stated | undefined> {
    await this.till.durable();
    return this.find(id);
  }

  async cancel(id: string, fault?: Fault): Promise<Ended> {
    const existing = this.find(id);
    if (!existing) return { kind: 'unknown-session' };
    const { session, state } = existing;
    const lies = fault === 'cancelLies' || session.trace === 'cancelLies';
    const isRunning = state === 'completing' || this.busy.has(id);
    if (['completed', 'canceled', 'expired'].includes(state) || (isRunning && !lies)) {
      return { kind: 'not-allowed', stated: existing };
    }
    await this.till.write({ ...session, isCanceled: true });
    return { kind: 'canceled', stated: this.state({ ...session, isCanceled: true }) };
  }

  async complete(id: string, token: string, fault?: Fault): Promise<Completion> {
    const existing = this.find(id);
    if (!existing) return { kind: 'unknown-session' };
    if (existing.state === 'completed' && existing.session.trace === 'keysForgotten') return { kind: 'broken' };
    // From here to the hold is one tick, or two sessions would take one piece.
    const struck = this.strike(existing.session, fault);
    const { session, state } = struck;
    if (state === 'escalated' || state === 'expired') return this.durably({ kind: state, stated: struck });
    const isResumed = state === 'completing' && !this.busy.has(id);
    if (this.busy.has(id) || !(state === 'ready' || state === 'torn' || isResumed)) {
      const refusal = struck.problems.find((one) => one === 'sold-out' || one === 'not-open');
      return this.durably({ kind: state === 'incomplete' && refusal ? refusal : 'not-allowed', stated: struck });
    }
    if (fault === 'soldOut') return this.refused(id, 'sold-out');
    return this.sell(session, token, fault);
  }

  /** The person bought it at the shop itself, after an escalation. */
  async finish(id: string): Promise<Stated | undefined> {
    const existing = this.find(id);
    if (existing?.state !== 'escalated' || existing.problems.includes('sold-out')) return existing;
    await this.hold(existing.session);
    await this.till.write(this.till.shop.order(existing.session, 'by hand', this.till.clock()));
    this.options.onSale();
    return this.find(id);
  }

  find(id: string): Stated | undefined {
    const session = this.till.shop.sessions.get(id);
    return session && this.state(session);
  }

  private state(session: Session): Stated {
    const problems = this.problemsOf(session);
    return { session, state: this.stateOf(session, problems), problems };
  }

  private stateOf(session: Session, problems: Problem[]): SessionState {
    const { id, isCanceled, isEscalated, expiresAt, trace } = session;
    const { shop, clock } = this.till;
    const sales = shop.soldIn(id).length;
    if (isCanceled) return 'canceled';
    if (trace === 'tornComplete' && sales === 1 && !shop.isHeld(id)) return 'torn';
    if (sales > 0) return 'completed';
    if (shop.isHeld(id)) return trace === 'cancelLies' ? 'ready' : 'completing';
    if (clock() >= expiresAt) return 'expired';
    if (isEscalated) return 'escalated';
    return problems.length > 0 ? 'incomplete' : 'ready';
  }

  private problemsOf(session: Session): Problem[] {
    if (this.till.shop.isHeld(session.id) || this.till.shop.soldIn(session.id).length > 0) return [];
    const obstacle = this.till.shop.obstacle(session.line, this.till.clock());
    const stock: Problem[] = obstacle === 'not-open' ? ['not-open'] : obstacle ? ['sold-out'] : [];
    const person: Problem[] = session.isEscalated ? ['person-needed'] : [];
    return [...lacking(session), ...stock, ...person];
  }

  /** What a fault changes before anything is sold. */
  private strike(session: Session, fault: Fault | undefined): Stated {
    const changes: Partial<Record<Fault, Partial<Session>>> = {
      expires: { expiresAt: this.till.clock() },
      escalates: { isEscalated: true },
      totalRises: { surcharge: session.surcharge + SURCHARGE },
    };
    const change = fault && changes[fault];
    if (!change || this.state(session).state !== 'ready') return this.state(session);
    void this.till.write({ ...session, ...change });
    return this.state({ ...session, ...change });
  }

  private async sell(session: Session, token: string, fault: Fault | undefined): Promise<Completion> {
    const { id } = session;
    const { shop, clock } = this.till;
    this.busy.add(id);
    try {
      if (fault && TRACED.includes(fault)) void this.till.write({ ...session, trace: fault });
      if (!shop.isHeld(id)) await this.hold(session);
      if (fault === 'cancelLies') await this.options.pause();
      if (fault === 'declined') return await this.refused(id, 'declined');
      const total = { amount: totalsOf(session).total, currency: session.price.currency };
      const paid =
        fault === 'paymentIgnored' ? undefined : await this.options.takePayment({ session: id, token, total });
      if (paid?.kind === 'declined') return await this.refused(id, 'declined');
      if (paid?.kind === 'unknown') return { kind: 'unsettled' };
      await this.till.write(shop.order(session, paid?.payment ?? null, clock()));
    } finally {
      this.busy.delete(id);
    }
    this.options.onSale();
    this.till.onProgress(id);
    return { kind: 'completed', stated: this.state(shop.sessions.get(id) ?? session) };
  }

  private async durably<T>(answer: T): Promise<T> {
    await this.till.durable();
    return answer;
  }

  private hold({ id, line }: Session): Promise<void> {
    const held = this.till.write({ kind: 'hold', at: this.till.clock(), session: id, line });
    this.till.onProgress(id);
    return held;
  }

  private async refused(id: string, kind: 'declined' | 'sold-out'): Promise<Completion> {
    const { shop } = this.till;
    if (shop.isHeld(id)) await this.till.write({ kind: 'hold-ended', at: this.till.clock(), session: id });
    const session = shop.sessions.get(id);
    if (!session) return { kind: 'unknown-session' };
    const { state, problems } = this.state(session);
    return { kind, stated: { session, state, problems: [...problems, kind] } };
  }
}
