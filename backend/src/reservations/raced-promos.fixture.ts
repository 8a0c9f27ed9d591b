import type { Scheduler } from 'fast-check';
import { GIVE_BACK, orderDue } from '../orders/order.due.js';
import { Orders } from '../orders/orders.js';
import type { Commands } from '../platform/commands.js';
import type { Command, Decider, DomainEvent, Origin } from '../platform/decider.js';
import type { DueRow } from '../platform/due/due.projection.js';
import { AT } from '../platform/given.fixture.js';
import { commandIdFrom } from '../platform/ids.js';
import type { AnyRecorded } from '../platform/projections/recorded.js';
import type { Latest } from '../platform/read-models/latest.js';
import type { Reads } from '../platform/read-models/reads.js';
import type { Secrets } from '../platform/secrets.js';
import type { AnyDecider } from '../platform/stream-fold.js';
import { created } from '../products/product.fixture.js';
import { type ProductState, product } from '../products/product.js';
import { isActive } from '../products/slots.js';
import { CreatePromo, type PromoState, promo } from '../promos/promo.js';
import { promoDue, RETURN_REDEMPTION } from '../promos/promos.projection.js';
import { ReturnRedemptions } from '../promos/return-redemption.worker.js';
import { type ReservationRequest, Reservations } from './reservations.js';

const CODE = 'HALF';
const PRODUCT = 'box-hoodie';

/** Ends whoever was at work: no step of theirs follows. */
export class Crash extends Error {}
/** `at`: which of its steps ends a process; `kept`: whether that step was still written. */
export interface CrashAt {
  at: number;
  kept: boolean;
}

/** The streams of a product, a promo code and the orders, asked by several processes whose steps come in any sequence. */
export class RacedPromos {
  private readonly states = new Map<string, unknown>();
  private readonly written = new Map<string, Set<string>>();
  /** what is due, as the rules say */
  private readonly due = new Map<string, DueRow>();

  private isRace = true;

  constructor(
    private readonly scheduler: Scheduler,
    private readonly checked: () => void = () => undefined,
  ) {}

  get product(): ProductState {
    return this.stateOf(product, PRODUCT);
  }
  get promo(): PromoState {
    return this.stateOf(promo, CODE);
  }

  open(totalStock: number, limits: { limit: number | null; limitPerAccount: number | null }): void {
    const hoodie = created({ totalStock, styles: ['One Style'], releaseAt: null });
    this.write(product, PRODUCT, 'listed', [hoodie]);
    const made = { percent: 50, startsAt: null, endsAt: null, ...limits };
    const command = new CreatePromo(CODE, made, originOf('made'));
    this.write(promo, CODE, 'made', promo.decide(command, this.promo, AT));
  }

  /** A process of its own: what it does is one sequence of steps, among those of others. */
  process(crash: CrashAt | null = null) {
    const commands = this.commandsOf(crash) as unknown as Commands;
    const latest = { find: async () => ({ productId: PRODUCT }) } as unknown as Latest;
    const orders = new Orders(commands, {} as Reads, latest, () => AT);
    orders.onModuleInit();
    const secrets = { get: () => 'secret' } as unknown as Secrets;
    return {
      reservations: new Reservations(commands, secrets, () => AT, { limitPerAccount: 20 }),
      orders,
      worker: new ReturnRedemptions(commands),
    };
  }

  /** Does what is due until nothing is. A row that cannot be done yet stays. */
  async settle(): Promise<void> {
    this.isRace = false;
    for (let turns = 0; turns < 5 && this.due.size > 0; turns += 1) {
      const { orders, worker } = this.process();
      for (const row of [...this.due.values()]) {
        if (row.kind === RETURN_REDEMPTION) await worker.work(row);
        if (row.kind === GIVE_BACK) await orders.giveBack(row.id, originOf(`settle ${row.id} ${turns}`));
      }
    }
  }

  /** Rows of due work that nothing ends. */
  get waiting(): string[] {
    return [...this.due.keys()];
  }

  /** What is wrong: slots that are held at a percentage which no redemption holds. */
  discountsOfNobody(): string[] {
    const { redeemed } = this.promo;
    const held = [...this.product.slots.values()].filter((slot) => isActive(this.product, slot));
    return held
      .filter(({ orderId, promo: used }) => used && redeemed.get(orderId)?.percent !== used.percent)
      .map(({ orderId }) => orderId);
  }

  /** Redemptions that stand for no slot. */
  redemptionsOfNobody(): string[] {
    return [...this.promo.redeemed.keys()].filter((orderId) => {
      const slot = this.product.slots.get(orderId);
      return !slot?.promo || !isActive(this.product, slot);
    });
  }

  private commandsOf(crash: CrashAt | null) {
    let steps = 0;
    let prepare: (command: Command) => Promise<void> = async () => undefined;
    const turn = async () => {
      if (this.isRace) await this.scheduler.schedule(Promise.resolve());
    };
    const step = async <T>(written: () => T): Promise<T> => {
      await turn();
      steps += 1;
      if (steps !== crash?.at) return written();
      if (crash.kept) written();
      throw new Crash();
    };
    return {
      before: (_: unknown, does: typeof prepare) => {
        prepare = does;
      },
      cached: async (decider: AnyDecider, id: string) => this.stateOf(decider, id),
      state: (decider: AnyDecider, id: string) => step(() => this.stateOf(decider, id)),
      execute: async (decider: AnyDecider, command: Command) => {
        if (decider.category === 'order') await prepare(command);
        return step(() => this.decide(decider, command));
      },
    };
  }

  /** As the stream's queue does: a command that has made events is a repeat. */
  private decide(decider: AnyDecider, command: Command) {
    const stream = `${decider.category}-${command.id}`;
    const state = this.stateOf(decider, command.id);
    if (this.written.get(stream)?.has(command.origin.commandId)) return { state, events: [], position: 0 };
    const events = decider.decide(command, state, AT);
    this.write(decider, command.id, command.origin.commandId, events);
    return { state: this.stateOf(decider, command.id), events, position: 0 };
  }

  private write(decider: AnyDecider, id: string, commandId: string, events: readonly DomainEvent[]): void {
    if (events.length === 0) return;
    const stream = `${decider.category}-${id}`;
    for (const event of events) {
      this.states.set(stream, decider.evolve(this.stateOf(decider, id), event));
      this.follow({ ...event, category: decider.category, id, at: AT } as unknown as AnyRecorded);
      this.checked();
    }
    this.written.set(stream, (this.written.get(stream) ?? new Set()).add(commandId));
  }

  private follow(event: AnyRecorded): void {
    const rules = [promoDue, orderDue].filter(({ categories }) => categories.includes(event.category));
    for (const change of rules.flatMap(({ rule }) => rule(event))) {
      const key = `${change.kind} ${change.id}`;
      if (change.kind !== RETURN_REDEMPTION && change.kind !== GIVE_BACK) continue;
      if ('done' in change) this.due.delete(key);
      else if ('dueAt' in change) this.due.set(key, { attempt: 0, cause: 'e-1', ...change });
    }
  }

  private stateOf<S>({ category, initial }: Decider<S, Command, DomainEvent>, id: string): S {
    return (this.states.get(`${category}-${id}`) as S | undefined) ?? initial;
  }
}

/** `key`: an Idempotency-Key; requests without one are each their own. */
export function originOf(key: string, account = 'ada'): Origin {
  const commandId = commandIdFrom(account, 'reserve', key);
  return { actor: { kind: 'shopper', id: account }, commandId, requestHash: key, correlationId: commandId };
}

export function wishOf(accountId: string, profileId: string): ReservationRequest {
  return {
    productId: PRODUCT,
    size: 'm',
    style: 'One Style',
    accountId,
    email: 'ada@example.com',
    name: 'Ada Lovelace',
    profile: {
      profileId,
      revision: 0,
      cardRecord: 'card-1',
      codeRecord: null,
      personKey: `key of ${profileId}`,
      poBox: false,
    },
    payer: { customerId: 'cus_1', paymentMethodId: 'pm_1' },
    promoCode: CODE,
  };
}
