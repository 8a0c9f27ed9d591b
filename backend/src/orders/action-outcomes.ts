import { Injectable } from '@nestjs/common';
import { Refused } from '../event-sourcing/decider.js';
import type { RequestContext } from '../event-sourcing/requester.js';
import { GuestErasure } from './guest-erasure.js';
import { OrderCodes } from './order-codes.js';
import { OrderFees } from './order-fees.js';
import { type OrderLink, OrderLinks } from './order-links.js';
import { openFee, statusOf } from './order-status.js';
import { OrderViews } from './order-views.js';
import { Orders } from './orders.js';

export interface ActionInput {
  token?: string | null;
  action?: 'withdraw' | 'erase' | 'code' | null;
  eCode?: string | null;
}

@Injectable()
export class ActionOutcomes {
  constructor(
    private readonly orders: Orders,
    private readonly views: OrderViews,
    private readonly codes: OrderCodes,
    private readonly links: OrderLinks,
    private readonly fees: OrderFees,
    private readonly erasure: GuestErasure,
  ) {}

  /** @throws Refused 'fee-settled' without an open declined fee: the shop may ask for the person before anything is bought */
  async feeLink(orderId: string): Promise<string> {
    const { life } = await this.views.now(orderId);
    if (statusOf(life) !== 'action_required' || !life.bought) throw feeSettled();
    return this.links.toFee(orderId, life);
  }

  async view({ purpose, orderId }: OrderLink) {
    const doc = await this.views.now(orderId);
    const open = purpose === 'fee' ? openFee(doc.life) : null;
    const fee = open && { why: open.why, payUntil: new Date(open.until).toISOString() };
    return { purpose, order: await this.views.view(doc), fee };
  }

  /** Returns the URL where the cardholder authenticates before `returnUrl`, or null when done. @throws Refused */
  async carryOut({ purpose, orderId }: OrderLink, input: ActionInput, { metadata }: RequestContext, returnUrl: string) {
    const action = purpose === 'fee' ? purpose : (input.action ?? purpose);
    if (action === 'withdraw') await this.orders.withdraw(orderId, 'withdrawn by the shopper', 'holder', metadata);
    else if (action === 'code') await this.codes.give(orderId, input.eCode ?? null, null, metadata);
    else if (action === 'erase') await this.erasure.complete(orderId, metadata);
    else return this.fees.payAgain(orderId, input.token ?? null, metadata, returnUrl);
    return null;
  }
}

export function feeSettled(): Refused {
  return new Refused('fee-settled', 'conflict', 'There is nothing to pay for this order.');
}
