import { Injectable } from '@nestjs/common';
import { Mailing } from '../mail/mailing.js';
import { DueWork } from '../platform/due/due-work.js';
import { GuestErasure } from './guest-erasure.js';
import { GiveBackSlots, PlaceOrders } from './order.worker.js';
import { OrderMails } from './order-mails.js';

/** Joins orders to what serves every capability: due work and mails. */
@Injectable()
export class JoinOrders {
  private readonly steps: readonly (() => void)[];

  constructor(
    dueWork: DueWork,
    mailing: Mailing,
    mails: OrderMails,
    place: PlaceOrders,
    giveBack: GiveBackSlots,
    guests: GuestErasure,
  ) {
    this.steps = [
      () => dueWork.register(place),
      () => dueWork.register(giveBack),
      () => mailing.register(mails),
      () => dueWork.register(guests),
    ];
  }

  all(): void {
    for (const step of this.steps) step();
  }
}
