import { Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectClock } from '../config/tokens.js';
import { CardVault, sourceOfCode } from '../customers/profiles/card-vault.js';
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
/** max age of a code, ms */
const LONGEST = 30 * DAY;
const TURNS = ['CheckoutSucceeded', 'CheckoutRefused', 'SecurityCodeGiven', 'OrderClosed', 'OrderWithdrawn'];

const isTurn = ({ category, type }: AnyRecorded) => category === 'order' && TURNS.includes(type);

/** Deletes a security code after use, with the order's end, or after 30 days. An hourly sweep repairs missed events. */
@KeepsRecords()
@Injectable()
export class ForgetCodes implements OnModuleInit, RecordKeeper {
  readonly records = ['card', 'code'] as const;
  private readonly turns = new Semaphore({
    atOnce: 8,
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

  onModuleInit(): void {
    this.projector.onBatch((events) => {
      for (const event of events) {
        // The hourly sweep retries what fails here.
        if (isTurn(event))
          this.turns.take(() => inJob(event.eventId, () => this.afterTurn(event))).catch(() => undefined);
      }
    });
  }

  async needs({ kind, record }: Secret): Promise<boolean> {
    if (kind === 'code') return false;
    const orders = await this.reads.find(ordersProjection, { where: { cardRecord: record } });
    return orders.some(({ life }) => needsCode(life));
  }

  async named(kind: VaultKind, records: readonly string[]): Promise<ReadonlySet<string>> {
    const field = kind === 'card' ? 'cardRecord' : 'codeRecord';
    const orders = await this.reads.find(ordersProjection, { where: { [field]: { in: records } } });
    return new Set(orders.map((order) => order[field] ?? ''));
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
  }

  private async tellIfDone(order: OrderDoc): Promise<void> {
    const { profileId, codeRecord: record, life } = order;
    if (record === null || (needsCode(life) && !life.codeWanted)) return;
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
