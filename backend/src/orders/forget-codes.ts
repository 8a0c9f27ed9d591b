import { Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { InjectClock, InjectVault } from '../platform/platform.js';
import { Projector } from '../platform/projections/projector.js';
import type { AnyRecorded } from '../platform/projections/recorded.js';
import { Reads } from '../platform/read-models/reads.js';
import type { Vault } from '../platform/vault/vault.js';
import { CodeDesk } from '../profiles/code-desk.js';
import type { SecretHolder } from '../profiles/forget-secrets.js';
import type { Secret } from '../profiles/profile.js';
import { type OrderDoc, ordersProjection } from './orders.js';

const DAY = 86_400_000;
const UNUSED = 7 * DAY;
const SWEEP = 3_600_000;
/** after these an order's security code has done its work */
const ENDINGS = ['CheckoutSucceeded', 'OrderClosed', 'OrderWithdrawn'];

const isEnding = ({ category, type }: AnyRecorded) => category === 'order' && ENDINGS.includes(type);

/**
 * Security codes go as soon as no open order names them, at latest a day after its release; one nobody used, after a week. At
 * once when an order ends; an hourly sweep finds what a crash left behind.
 */
@Injectable()
export class ForgetCodes implements SecretHolder {
  constructor(
    private readonly reads: Reads,
    @InjectVault() private readonly vault: Vault,
    private readonly codes: CodeDesk,
    @InjectClock() private readonly clock: () => number,
  ) {}

  /** Follows the log; called once by the module. */
  listen(projector: Projector): void {
    projector.onBatch((events) => {
      for (const event of events) {
        // What fails here is not lost: the sweep comes by.
        if (isEnding(event)) this.afterOrder(event.id).catch(() => undefined);
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
    for await (const { id, createdAt } of this.vault.list('code')) {
      const secret: Secret = { kind: 'code', record: id };
      const isNamed = (await this.reads.count(ordersProjection, { codeRecord: id })) > 0;
      const isDone = isNamed ? !(await this.needs(secret)) : this.clock() - createdAt > UNUSED;
      if (isDone) await this.codes.forget(id);
    }
  }

  private async afterOrder(orderId: string): Promise<void> {
    const order = await this.reads.get(ordersProjection, orderId);
    if (!order?.codeRecord) return;
    const secret: Secret = { kind: 'code', record: order.codeRecord };
    if (!(await this.needs(secret))) await this.codes.forget(order.codeRecord);
  }

  private isInNeed({ life, status }: OrderDoc): boolean {
    if (life.bought) return false;
    const longOver = life.closesAt !== null && this.clock() > life.closesAt - 2 * DAY;
    return status === 'pending' || (status === 'processing' && !longOver);
  }
}
