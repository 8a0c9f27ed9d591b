import { Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { InjectClock } from '../config/tokens.js';
import { CardVault, codesCopiedFrom, sourceOfCode } from '../customers/profiles/card-vault.js';
import { ForgetSecrets } from '../customers/profiles/forget-secrets.worker.js';
import { CODE_LIFE, type Secret } from '../customers/profiles/profile.js';
import { Semaphore } from '../http/semaphore.js';
import { JobRunner } from '../jobs/job-runner.js';
import { Projector } from '../projections/projector.js';
import { Reads } from '../projections/reads.js';
import type { AnyRecorded } from '../projections/recorded.js';
import { KeepsRecords, pagesOf, type RecordKeeper } from '../projections/sweep.js';
import type { VaultKind } from '../stores/vault/vault.js';
import { inJob } from '../telemetry/request-context.js';
import { needsCode } from './order-checkout.js';
import { type OrderDoc, ordersProjection } from './orders.projection.js';

const DAY = 86_400_000;
const MOST_WAITING = 100_000;
const PAGE = 500;
/** ms; longer than a reservation may take (REQUEST_BUDGET) */
const UNDER_WAY = 15_000;
/** ms between two looks */
const LOOK = 5_000;
/** max age of a code, ms */
const LONGEST = 30 * DAY;
const TURNS = ['CheckoutSucceeded', 'CheckoutRefused', 'SecurityCodeGiven', 'OrderClosed', 'OrderWithdrawn'];

/** The code that its profile no longer offers. */
function forgottenCode({ category, type, data }: AnyRecorded): string | null {
  if (category !== 'profile' || type !== 'SecretForgotten') return null;
  const { kind, record } = (data as { secret: Secret }).secret;
  return kind === 'code' ? record : null;
}
const isTurn = ({ category, type }: AnyRecorded) => category === 'order' && TURNS.includes(type);

/** Deletes a security code after use, with the order's end, or after 30 days. An hourly sweep repairs missed events. */
@KeepsRecords()
@Injectable()
export class ForgetCodes implements RecordKeeper {
  readonly records = ['card', 'code'] as const;
  /** codes that profiles offer no more, and when that was heard (ms UTC); a sweep finds what a crash leaves */
  private readonly forgotten = new Map<string, number>();
  private readonly turns = new Semaphore({
    atOnce: 32,
    waiting: MOST_WAITING,
    busy: () => new Error('left to the sweep'),
  });

  constructor(
    private readonly reads: Reads,
    private readonly cards: CardVault,
    private readonly secrets: ForgetSecrets,
    @InjectClock() private readonly clock: () => number,
    private readonly projector: Projector,
    private readonly dueWork: JobRunner,
  ) {}

  /** The hourly sweep retries what fails here. */
  async heard(events: readonly AnyRecorded[]): Promise<void> {
    for (const event of events) {
      const code = forgottenCode(event);
      if (code !== null) this.forgotten.set(code, this.clock());
    }
    const take = (event: AnyRecorded) =>
      this.turns.take(() => inJob(event.eventId, () => this.afterTurn(event))).catch(() => undefined);
    await Promise.all(events.filter(isTurn).map(take));
  }

  /** A reservation under way may still name a code that its profile has just forgotten, and gets its copy. */
  @Interval(LOOK)
  async eraseForgotten(): Promise<void> {
    const before = this.clock() - UNDER_WAY;
    const due = [...this.forgotten].filter(([, at]) => at <= before).map(([code]) => code);
    if (due.length === 0 || !(await this.projector.reached(LOOK))) return;
    for (const code of due) {
      await this.erase(code);
      this.forgotten.delete(code);
    }
  }

  async needs({ kind, record }: Secret): Promise<boolean> {
    if (kind === 'code') return false;
    const orders = await this.reads.find(ordersProjection, { where: { cardRecord: record } });
    return orders.some(({ life }) => needsCode(life));
  }

  async named(kind: VaultKind, records: readonly string[]): Promise<ReadonlySet<string>> {
    const field = kind === 'card' ? 'cardRecord' : 'codeRecord';
    const orders = await this.reads.find(ordersProjection, { where: { [field]: { in: records } } });
    const named = new Set(orders.map((order) => order[field] ?? ''));
    if (kind === 'card') return named;
    for (const record of records)
      if ((await this.copiedFrom(record)).some((order) => !isDone(order))) named.add(record);
    return named;
  }

  async sweep(): Promise<void> {
    const isWhole = await this.projector.isWhole();
    for await (const page of pagesOf(this.cards.codes(), PAGE)) {
      const old = new Set<string>();
      for (const { id, createdAt } of page) if (await this.isTooOld(id, createdAt)) old.add(id);
      for (const record of old) await this.forget(record);
      if (isWhole) await this.forgetDone(page.map(({ id }) => id).filter((id) => !old.has(id)));
    }
  }

  private async afterTurn({ id, type, data }: AnyRecorded): Promise<void> {
    await this.dueWork.rest();
    const { replaces } = data as { replaces?: string | null };
    if (type === 'SecurityCodeGiven' && replaces) return this.forget(replaces);
    const order = await this.reads.get(ordersProjection, id);
    if (order) await this.tellIfDone(order);
  }

  private async forgetDone(records: readonly string[]): Promise<void> {
    const orders = await this.reads.find(ordersProjection, { where: { codeRecord: { in: records } } });
    for (const order of orders) await this.tellIfDone(order);
    for (const record of records) {
      const done = (await this.copiedFrom(record)).filter(isDone);
      for (const order of done) await this.tellIfDone(order);
      if (done.length > 0 && !this.forgotten.has(record)) this.forgotten.set(record, this.clock());
    }
  }

  /** A profile's code; orders that still need it get copies of their own first. */
  private async erase(record: string): Promise<void> {
    const open = (await this.copiedFrom(record)).filter((order) => !isDone(order));
    const copies = open.map(({ codeRecord }) => codeRecord).filter((copy) => copy !== null);
    if (copies.length > 0) await this.cards.copyCode(record, copies);
    await this.forget(record);
  }

  /** Orders whose code was a profile's at their reservation. */
  private copiedFrom(record: string): Promise<OrderDoc[]> {
    return this.reads.find(ordersProjection, { where: { codeRecord: { prefix: codesCopiedFrom(record) } } });
  }

  private async tellIfDone(order: OrderDoc): Promise<void> {
    const { profileId, codeRecord: record } = order;
    if (record === null || !isDone(order)) return;
    // The profile's code goes first: only the order's own record leads to it.
    await this.secrets.codeIsDone(profileId, sourceOfCode(record));
    await this.forget(record);
  }

  /** A copy has the age of its source. */
  private async isTooOld(record: string, createdAt: number): Promise<boolean> {
    const now = this.clock();
    if (now - createdAt < LONGEST - CODE_LIFE) return false;
    const given = await this.cards.code(record);
    return given !== null && now - given.givenAt >= LONGEST;
  }

  private forget(record: string): Promise<void> {
    return this.cards.forget({ kind: 'code', record });
  }
}

function isDone({ life }: OrderDoc): boolean {
  return !needsCode(life) || life.codeWanted;
}
