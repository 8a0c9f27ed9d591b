import { Injectable, type OnModuleInit } from '@nestjs/common';
import { CardVault, isOfProfile, profileCodeOf } from '../customers/profiles/card-vault.js';
import { ForgetSecrets } from '../customers/profiles/forget-secrets.worker.js';
import type { Secret } from '../customers/profiles/profile.js';
import { KeepsRecords, pagesOf, type RecordKeeper } from '../event-sourcing/record-keepers.js';
import { Semaphore } from '../http/semaphore.js';
import { Projector } from '../projections/projector.js';
import { Reads } from '../projections/reads.js';
import type { AnyRecorded } from '../projections/recorded.js';
import type { VaultKind } from '../stores/vault/vault.js';
import { inJob } from '../telemetry/request-context.js';
import { copiedFrom, ForgottenCodes, isDone } from './forgotten-codes.js';
import { isOpen } from './order-checkout.js';
import { type OrderDoc, ordersProjection } from './orders.projection.js';

const MOST_WAITING = 100_000;
const PAGE = 500;
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
export class ForgetCodes implements OnModuleInit, RecordKeeper {
  readonly records = ['card', 'code'] as const;
  private readonly turns = new Semaphore({
    atOnce: 32,
    waiting: MOST_WAITING,
    busy: () => new Error('left to the sweep'),
  });

  constructor(
    private readonly reads: Reads,
    private readonly cards: CardVault,
    private readonly secrets: ForgetSecrets,
    private readonly projector: Projector,
    private readonly forgotten: ForgottenCodes,
  ) {}

  onModuleInit(): void {
    if (this.forgotten.isErasing) this.projector.onBatch((events) => void this.onBatch(events));
  }

  /** The hourly sweep retries what fails here. */
  async onBatch(events: readonly AnyRecorded[]): Promise<void> {
    for (const event of events) {
      const code = forgottenCode(event);
      if (code !== null) this.forgotten.add(code);
    }
    const take = (event: AnyRecorded) =>
      this.turns.take(() => inJob(event.eventId, () => this.afterTurn(event))).catch(() => undefined);
    await Promise.all(events.filter(isTurn).map(take));
  }

  async needs({ kind, record }: Secret): Promise<boolean> {
    if (kind === 'code') return false;
    const orders = await this.reads.find(ordersProjection, { where: { cardRecord: record } });
    return orders.some(({ life }) => isOpen(life));
  }

  async named(kind: VaultKind, records: readonly string[]): Promise<ReadonlySet<string>> {
    const field = kind === 'card' ? 'cardRecord' : 'codeRecord';
    const orders = await this.reads.find(ordersProjection, { where: { [field]: { in: records } } });
    const named = new Set(orders.map((order) => order[field] ?? ''));
    if (kind === 'card') return named;
    for (const record of records.filter(isOfProfile))
      if ((await copiedFrom(this.reads, record)).some((order) => !isDone(order))) named.add(record);
    return named;
  }

  async sweep(): Promise<void> {
    const isWhole = await this.projector.isWhole();
    for await (const page of pagesOf(this.cards.codes(), PAGE)) {
      const rest = await this.forgotten.eraseTooOld(page);
      if (isWhole) await this.forgetDone(rest);
    }
  }

  private async afterTurn({ id, type, data }: AnyRecorded): Promise<void> {
    const { replaces } = data as { replaces?: string | null };
    if (type === 'SecurityCodeGiven' && replaces) return this.forget(replaces);
    const order = await this.reads.get(ordersProjection, id);
    if (order) await this.tellIfDone(order);
  }

  private async forgetDone(records: readonly string[]): Promise<void> {
    const orders = await this.reads.find(ordersProjection, { where: { codeRecord: { in: records } } });
    for (const order of orders) await this.tellIfDone(order);
    for (const record of records.filter(isOfProfile)) {
      const done = (await copiedFrom(this.reads, record)).filter(isDone);
      for (const order of done) await this.tellIfDone(order);
      if (done.length > 0) this.forgotten.add(record);
    }
  }

  private async tellIfDone(order: OrderDoc): Promise<void> {
    const { profileId, codeRecord: record } = order;
    if (record === null || !isDone(order)) return;
    // The profile's code goes first: only the order's own record leads to it.
    const source = profileCodeOf(record);
    if (source !== null) await this.secrets.codeIsDone(profileId, source);
    await this.forget(record);
  }

  private forget(record: string): Promise<void> {
    return this.cards.forget({ kind: 'code', record });
  }
}
