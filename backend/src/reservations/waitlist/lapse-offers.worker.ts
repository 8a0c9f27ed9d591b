import { Injectable } from '@nestjs/common';
import { Commands } from '../../platform/commands.js';
import type { DueRow } from '../../platform/due/due.projection.js';
import { type DueWorker, Worker } from '../../platform/due/due-work.js';
import type { Position } from '../../platform/log/event-log.js';
import { workerOrigin } from '../../platform/origins.js';
import { product } from '../../products/product.js';
import { LapseOffers } from '../../products/waitlist.js';
import { LAPSE_OFFER, productOf } from './waitlist.due.js';

/** Ends offers whose time is over; the next in line is offered the slot in the same batch. */
@Worker()
@Injectable()
export class EndOffers implements DueWorker {
  readonly kind = LAPSE_OFFER;
  readonly concurrency = 4;
  readonly urgent = true;
  readonly longestPause = 5_000;

  constructor(private readonly commands: Commands) {}

  /** Of several that are over the first one's row ends all; the others make no event. */
  async work({ id }: DueRow): Promise<Position | undefined> {
    const lapse = new LapseOffers(productOf(id), {}, workerOrigin(this.kind));
    return (await this.commands.execute(product, lapse)).position;
  }
}
