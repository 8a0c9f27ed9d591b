import { Injectable } from '@nestjs/common';
import { Commands } from '../platform/commands.js';
import { Refused } from '../platform/decider.js';
import type { DueRow } from '../platform/due/due.projection.js';
import { type DueWorker, Worker } from '../platform/due/due-work.js';
import type { Position } from '../platform/log/event-log.js';
import { workerOrigin } from '../platform/origins.js';
import { type ProductState, product } from '../products/product.js';
import { isActive, VoidReservation } from '../products/slots.js';
import { promo, ReturnRedemption } from './promo.js';
import { RETURN_REDEMPTION } from './promos.projection.js';

/** Returns a redemption whose slot never came; the reservation is voided first, or it would find its redemption used. */
@Worker()
@Injectable()
export class ReturnRedemptions implements DueWorker {
  readonly kind = RETURN_REDEMPTION;
  readonly concurrency = 4;

  constructor(private readonly commands: Commands) {}

  async work({ id }: DueRow): Promise<Position | undefined> {
    const [code = '', orderId = ''] = id.split(':');
    const redemption = (await this.commands.state(promo, code)).redeemed.get(orderId);
    if (!redemption) return undefined;
    const reserved = await this.voidReservation(redemption.productId, orderId);
    const slot = reserved?.slots.get(orderId);
    if (reserved && slot && isActive(reserved, slot))
      throw new Error(`the slot of ${orderId} came, and its promo waits`);
    const returned = await this.commands.execute(
      promo,
      new ReturnRedemption(code, { orderId }, workerOrigin('promos')),
    );
    return returned.position;
  }

  private async voidReservation(productId: string, orderId: string): Promise<ProductState | undefined> {
    try {
      const asked = new VoidReservation(productId, { orderId }, workerOrigin('promos'));
      return (await this.commands.execute(product, asked)).state;
    } catch (error) {
      if (error instanceof Refused && error.kind === 'not-found') return undefined;
      throw error;
    }
  }
}
