import { Injectable } from '@nestjs/common';
import { PersonalData } from '../accounts/personal-data.js';
import { Mailing } from '../mail/mailing.js';
import { DueWork } from '../platform/due/due-work.js';
import { ForgetSecrets } from '../profiles/forget-secrets.js';
import { ForgetCodes } from './forget-codes.js';
import { GuestErasure } from './guest-erasure.js';
import { GiveBackSlots, PlaceOrders } from './order.worker.js';
import { OrderErasure } from './order-erasure.js';
import { OrderMails } from './order-mails.js';

/** Joins orders to what serves every capability: due work, mails, erasure, secrets that are forgotten. */
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
    secrets: ForgetSecrets,
    codes: ForgetCodes,
    guests: GuestErasure,
  ) {
    this.steps = [
      () => dueWork.register(place),
      () => dueWork.register(giveBack),
      () => mailing.register(mails),
      () => personalData.register(erasure),
      () => secrets.register(codes),
      () => dueWork.register(guests),
    ];
  }

  all(): void {
    for (const step of this.steps) step();
  }
}
