import { Inject, Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import type { Logger } from 'pino';
import { foldsHere, type WorkPlace, worksHere } from '../config/config.js';
import { InjectClock, InjectConfig, LOGGER } from '../config/tokens.js';
import { CardVault, codesCopiedFrom, isOfProfile } from '../customers/profiles/card-vault.js';
import { CODE_LIFE } from '../customers/profiles/profile.js';
import { Projector } from '../projections/projector.js';
import { Reads } from '../projections/reads.js';
import { despiteDamage } from '../stores/event-log/stream-integrity.js';
import { StoreUnavailable } from '../telemetry/store-unavailable.js';
import { needsCode } from './order-checkout.js';
import { type OrderDoc, ordersProjection } from './orders.projection.js';

/** ms; longer than a reservation may take (REQUEST_BUDGET) */
const UNDER_WAY = 15_000;
/** ms between two looks */
const LOOK = 5_000;
const AT_ONCE = 16;
/** max age of a code, ms */
const LONGEST = 30 * 86_400_000;

/** Erases the security codes that profiles offer no more, and whatever is older than 30 days. */
@Injectable()
export class ForgottenCodes {
  /** and when that was read, ms UTC; a sweep finds what a crash leaves */
  private readonly forgotten = new Map<string, number>();
  private isRunning = false;

  constructor(
    private readonly reads: Reads,
    private readonly cards: CardVault,
    private readonly projector: Projector,
    @InjectClock() private readonly clock: () => number,
    @InjectConfig() private readonly config: WorkPlace,
    @Inject(LOGGER) private readonly logger: Pick<Logger, 'error'>,
  ) {}

  /** Whether this thread erases: one that only answers does not. */
  get isErasing(): boolean {
    return worksHere(this.config) || (this.config.work && foldsHere(this.config));
  }

  add(record: string): void {
    this.forgotten.set(record, this.clock());
  }

  /** A reservation under way may still name a code that its profile has just forgotten, and gets its copy. */
  @Interval(LOOK)
  async eraseForgotten(): Promise<void> {
    if (this.isRunning) return;
    this.isRunning = true;
    try {
      await this.eraseDue();
    } finally {
      this.isRunning = false;
    }
  }

  /** Returns the other records. */
  async eraseTooOld(codes: readonly { id: string; createdAt: number }[]): Promise<string[]> {
    const [rest, errors]: [string[], unknown[]] = [[], []];
    for (const { id, createdAt } of codes) {
      try {
        if (await this.isTooOld(id, createdAt)) await this.cards.forget({ kind: 'code', record: id });
        else rest.push(id);
      } catch (error) {
        // An altered record keeps no other from its end.
        if (error instanceof StoreUnavailable) throw error;
        errors.push(error);
      }
    }
    this.report(errors);
    return rest;
  }

  private async eraseDue(): Promise<void> {
    const before = this.clock() - UNDER_WAY;
    const due = [...this.forgotten].filter(([, at]) => at <= before).map(([record]) => record);
    if (due.length === 0 || !(await this.projector.reached(LOOK))) return;
    const errors: unknown[] = [];
    const erased = async (record: string) => {
      try {
        await this.erase(record);
        this.forgotten.delete(record);
      } catch (error) {
        errors.push(error);
        this.add(record);
      }
    };
    await despiteDamage(due, erased, AT_ONCE);
    this.report(errors);
  }

  private report(errors: readonly unknown[]): void {
    if (errors.length === 0) return;
    this.logger.error(
      { err: errors[0], count: errors.length },
      'security codes could not be erased: tried again later',
    );
  }

  /** Orders that still need a profile's code get copies of their own first. */
  private async erase(record: string): Promise<void> {
    const code = { kind: 'code', record } as const;
    // A projection that is folded anew hears of every code that was ever forgotten.
    if (await this.cards.isErased(code)) return;
    const open = (await copiedFrom(this.reads, record)).filter((order) => !isDone(order));
    const copies = open.map(({ codeRecord }) => codeRecord).filter((copy) => copy !== null);
    if (copies.length > 0) await this.cards.copyCode(record, copies);
    await this.cards.forget(code);
  }

  /** A copy is younger than its code. */
  private async isTooOld(record: string, createdAt: number): Promise<boolean> {
    const now = this.clock();
    if (isOfProfile(record) && now - createdAt < LONGEST - CODE_LIFE) return false;
    const given = await this.cards.code(record);
    return given !== null && now - given.givenAt >= LONGEST;
  }
}

/** Orders whose code was a profile's at their reservation. */
export function copiedFrom(reads: Reads, record: string): Promise<OrderDoc[]> {
  return reads.find(ordersProjection, { where: { codeRecord: { prefix: codesCopiedFrom(record) } } });
}

export function isDone({ life, ...doc }: OrderDoc): boolean {
  return !needsCode(life, doc) || life.codeWanted;
}
