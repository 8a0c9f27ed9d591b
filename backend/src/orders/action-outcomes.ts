import { Injectable } from '@nestjs/common';
import { Commands } from '../platform/commands.js';
import { Refused } from '../platform/decider.js';
import { Discovered, discoverable } from '../platform/discovered.js';
import type { Asked } from '../platform/http/request.js';
import { order } from './order.js';
import { OrderCodes } from './order-codes.js';
import { type OrderLink, OrderLinks } from './order-links.js';
import { openFee, statusOf } from './order-status.js';
import { OrderViews } from './order-views.js';
import { Orders } from './orders.js';

export interface ActionWish {
  token?: string | null;
  action?: 'withdraw' | 'erase' | 'code' | null;
  eCode?: string | null;
}

/** What an order's link does that a capability above orders knows how to do. */
export interface OrderAction {
  readonly action: 'fee' | 'erase';
  /** Returns where the cardholder must authenticate, null when done. `returnUrl`: where they come back to. @throws Refused */
  carryOut(orderId: string, wish: ActionWish, asked: Asked, returnUrl: string): Promise<string | null>;
}

export const OrderActions = discoverable<OrderAction>();

@Injectable()
export class ActionOutcomes {
  constructor(
    private readonly commands: Commands,
    private readonly orders: Orders,
    private readonly views: OrderViews,
    private readonly codes: OrderCodes,
    private readonly links: OrderLinks,
    private readonly discovered: Discovered,
  ) {}

  /** @throws Refused 'fee-settled' when there is no declined fee to settle */
  async feeLink(orderId: string): Promise<string> {
    const life = await this.commands.state(order, orderId);
    if (statusOf(life) !== 'action_required') throw feeSettled();
    return this.links.toFee(orderId, life);
  }

  /** What a link is for, as the log says it is now. */
  async view({ purpose, orderId }: OrderLink) {
    const open = purpose === 'fee' ? openFee(await this.commands.state(order, orderId)) : null;
    const fee = open && { why: open.why, payUntil: new Date(open.until).toISOString() };
    return { purpose, order: await this.views.fresh(orderId), fee };
  }

  async carryOut({ purpose, orderId }: OrderLink, wish: ActionWish, asked: Asked, returnUrl: string) {
    const action = purpose === 'fee' ? purpose : (wish.action ?? purpose);
    if (action === 'withdraw') await this.orders.withdraw(orderId, 'withdrawn by the shopper', 'holder', asked.origin);
    else if (action === 'code') await this.codes.give(orderId, wish.eCode ?? null, null, asked.origin);
    else return this.known(action).carryOut(orderId, wish, asked, returnUrl);
    return null;
  }

  private known(action: OrderAction['action']): OrderAction {
    const known = this.discovered.of(OrderActions).find((one) => one.action === action);
    if (!known) throw new Error(`nobody carries out ${action}`);
    return known;
  }
}

export function feeSettled(): Refused {
  return new Refused('fee-settled', 'conflict', 'There is nothing to pay for this order.');
}
