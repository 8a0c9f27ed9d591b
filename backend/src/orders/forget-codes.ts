import { Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { InjectClock, InjectVault } from '../platform/platform.js';
import { Projector } from '../platform/projections/projector.js';
import type { AnyRecorded } from '../platform/projections/recorded.js';
import { Reads } from '../platform/read-models/reads.js';
import type { Vault } from '../platform/vault/vault.js';
import { ForgetSecrets, type SecretHolder } from '../profiles/forget-secrets.js';
import type { Secret } from '../profiles/profile.js';
import { type OrderDoc, ordersProjection } from './orders.js';

const DAY = 86_400_000;
const SWEEP = 3_600_000;
/** after these an order's security code has done its work */
const ENDINGS = ['CheckoutSucceeded', 'OrderClosed', 'OrderWithdrawn'];

const isEnding = ({ category, type }: AnyRecorded) => category === 'order' && ENDINGS.includes(type);

/**
 * Tells of security codes that no open order names any more: when an order ends, or a day after its release. An hourly sweep
 * finds those, and what a crash left behind.
 */
@Injectable()
export class ForgetCodes implements SecretHolder {
  constructor(
    private readonly reads: Reads,
    @InjectVault() private readonly vault: Vault,
    private readonly secrets: ForgetSecrets,
    @InjectClock() private readonly clock: () => number,
    private readonly projector: Projector,
  ) {}

  /** Follows the log; called once by the module. */
  listen(): void {
    this.projector.onBatch((events) => {
      for (const event of events) {
        // What fails here is not lost: the sweep comes by.
        if (isEnding(event)) this.afterEnding(event.id).catch(() => undefined);
      }
    });
  }

  async needs({ kind, record }: Secret): Promise<boolean> {
    const orders = await this.reads.find(ordersProjection, {
      where: kind === 'card' ? { cardRecord: record } : { codeRecord: record },
    });
    return orders.some((order) => this.isInNeed(order));
  }

  @Interval(SWEEP)
  async sweep(): Promise<void> {
    if (!(await this.projector.isWhole())) return;
    for await (const { id } of this.vault.list('code')) {
      const [order] = await this.reads.find(ordersProjection, { where: { codeRecord: id }, limit: 1 });
      if (order) await this.tellIfDone(order);
    }
  }

  private async afterEnding(orderId: string): Promise<void> {
    const order = await this.reads.get(ordersProjection, orderId);
    if (order) await this.tellIfDone(order);
  }

  private async tellIfDone({ profileId, codeRecord: record }: OrderDoc): Promise<void> {
    if (record === null || (await this.needs({ kind: 'code', record }))) return;
    await this.secrets.codeIsDone(profileId, record);
  }

  private isInNeed({ life, status }: OrderDoc): boolean {
    if (life.bought) return false;
    const longOver = life.closesAt !== null && this.clock() > life.closesAt - 2 * DAY;
    return status === 'pending' || (status === 'processing' && !longOver);
  }
}
