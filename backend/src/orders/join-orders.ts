import { Injectable } from '@nestjs/common';
import { PersonalData } from '../accounts/personal-data.js';
import { Mailing } from '../mail/mailing.js';
import { DueWork } from '../platform/due/due-work.js';
import { OrderErasure } from './order-erasure.js';
import { OrderMails } from './order-mails.js';
import { GiveBackSlots, PlaceOrders } from './order-workers.js';

/** Joins orders to what serves every capability: due work, mails, erasure. */
@Injectable()
export class JoinOrders {
  private readonly steps: readonly (() => void)[];

  constructor(
    dueWork: DueWork,
    mailing: Mailing,
    mails: OrderMails,
    personalData: PersonalData,
    erasure: OrderErasure,
    place: PlaceOrders,
    giveBack: GiveBackSlots,
  ) {
    this.steps = [
      () => dueWork.register(place),
      () => dueWork.register(giveBack),
      () => mailing.register(mails),
      () => personalData.register(erasure),
    ];
  }

  all(): void {
    for (const step of this.steps) step();
  }
}
