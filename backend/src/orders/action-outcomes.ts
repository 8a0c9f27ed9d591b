import { Injectable } from '@nestjs/common';
import { FeeDesk, feeSettled } from '../fees/fee-desk.js';
import { unreachable } from '../platform/decider.js';
import type { Asked } from '../platform/http/request.js';
import { GuestErasure } from './guest-erasure.js';
import { OrderCodes } from './order-codes.js';
import { OrderDesk } from './order-desk.js';
import { type OrderLink, OrderLinks } from './order-links.js';
import { statusOf } from './order-status.js';
import { OrderViews } from './order-views.js';

export interface ActionWish {
  token?: string | null;
  action?: 'withdraw' | 'erase' | 'code' | null;
  eCode?: string | null;
}

/** What an order's signed link does. */
@Injectable()
export class ActionOutcomes {
  constructor(
    private readonly desk: OrderDesk,
    private readonly views: OrderViews,
    private readonly fees: FeeDesk,
    private readonly erasure: GuestErasure,
    private readonly codes: OrderCodes,
    private readonly links: OrderLinks,
  ) {}

  /** @throws Refused 'fee-settled' when there is no declined fee to settle */
  async feeLink(orderId: string): Promise<string> {
    const life = await this.desk.state(orderId);
    if (statusOf(life) !== 'action_required') throw feeSettled();
    return this.links.toFee(orderId, life);
  }

  order({ orderId }: OrderLink) {
    return this.views.fresh(orderId);
  }

  /**
   * Answers where the cardholder must go to authenticate, null when it is done. `returnUrl`: where they come back to.
   * @throws Refused when the order has moved on
   */
  async carryOut(link: OrderLink, wish: ActionWish, { origin }: Asked, returnUrl: string): Promise<string | null> {
    const { purpose, orderId } = link;
    switch (purpose) {
      case 'fee':
        return this.fees.payAgain(orderId, wish.token ?? null, origin, returnUrl);
      case 'withdraw':
        if (wish.action === 'erase') await this.erasure.erase(orderId, origin);
        else if (wish.action === 'code') await this.codes.give(orderId, wish.eCode ?? null, null, origin);
        else await this.desk.withdraw(orderId, 'withdrawn by the shopper', 'holder', origin);
        return null;
      default:
        return unreachable(purpose);
    }
  }
}
