import { Injectable } from '@nestjs/common';
import type { ErasureParticipant } from '../accounts/personal-data.js';
import { Mailing } from '../mail/mailing.js';
import type { Origin } from '../platform/decider.js';
import { freshStep } from '../platform/origins.js';
import { CodeDesk } from '../profiles/code-desk.js';
import { isEnded, type OrderState } from './order.js';
import { EraseOrder } from './order-commands.js';
import { OrderDesk } from './order-desk.js';
import { orderView } from './orders.projection.js';

/** What erasure means for orders: nothing while money or a purchase is open; else slots go back and the person is forgotten. */
@Injectable()
export class OrderErasure implements ErasureParticipant {
  constructor(
    private readonly desk: OrderDesk,
    private readonly mailing: Mailing,
    private readonly codes: CodeDesk,
  ) {}

  /** True while an order of the account is processing, action_required or refund_pending. */
  async subjectOpen(accountId: string): Promise<boolean> {
    const docs = await this.desk.ofAccount(accountId);
    return docs.some(
      ({ status }) => status === 'processing' || status === 'action_required' || status === 'refund_pending',
    );
  }

  /** Withdraws what is pending and appends PersonalDataErased to every order of the account. Repeatable. */
  async erase(accountId: string, origin: Origin): Promise<void> {
    const docs = await this.desk.ofAccount(accountId);
    for (const { orderId } of docs) await this.eraseOrder(orderId, origin);
  }

  /** A person's orders, for the export of everything about them. */
  async collect(accountId: string): Promise<{ orders: unknown[] }> {
    const docs = await this.desk.ofAccount(accountId);
    return { orders: docs.map((doc) => orderView(doc, { hasCode: null })) };
  }

  /** Answers the order as it was left. @throws Refused 'order-open' | 'release-started' */
  async eraseOrder(orderId: string, origin: Origin): Promise<OrderState> {
    const state = await this.desk.state(orderId);
    if (!isEnded(state) && state.attempts === 0) {
      await this.desk.takeBack(orderId, { by: 'holder', reason: 'personal data erased' }, freshStep(origin));
    }
    await this.desk.ask(EraseOrder, orderId, {}, freshStep(origin));
    const erased = await this.desk.state(orderId);
    if (erased.codeRecord !== null) await this.codes.forget(erased.codeRecord);
    await this.mailing.forget('order', orderId, erased.mailsSent);
    return erased;
  }
}
