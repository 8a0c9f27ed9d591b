import { Injectable } from '@nestjs/common';
import type { ErasureParticipant } from '../accounts/personal-data.js';
import { Mailing } from '../mail/mailing.js';
import type { Origin } from '../platform/decider.js';
import { freshStep } from '../platform/origins.js';
import { Sealer } from '../platform/vault/sealer.js';
import { GuestProfiles, subjectOfGuest } from '../profiles/guest-profiles.js';
import { isEnded } from './order.js';
import { EraseOrder } from './order-commands.js';
import { OrderDesk } from './order-desk.js';
import { type OrderDoc, orderView } from './orders.js';

/** What erasure means for orders: nothing while money or a purchase is open; else slots go back and the person is forgotten. */
@Injectable()
export class OrderErasure implements ErasureParticipant {
  constructor(
    private readonly desk: OrderDesk,
    private readonly mailing: Mailing,
    private readonly guests: GuestProfiles,
    private readonly sealer: Sealer,
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
    for (const doc of docs) await this.eraseOrder(doc, origin);
  }

  /** A person's orders, for the export of everything about them. */
  async collect(accountId: string): Promise<{ orders: unknown[] }> {
    const docs = await this.desk.ofAccount(accountId);
    return { orders: docs.map((doc) => orderView(doc)) };
  }

  /** A guest's one order, by the link in their mail; the subject's key goes last. */
  async eraseGuest(orderId: string, origin: Origin): Promise<void> {
    await this.eraseOrder(await this.desk.find(orderId), origin);
    await this.guests.erase(orderId, origin);
    await this.sealer.erase(subjectOfGuest(orderId));
  }

  private async eraseOrder({ orderId }: OrderDoc, origin: Origin): Promise<void> {
    const state = await this.desk.state(orderId);
    if (!isEnded(state) && state.attempts === 0) {
      await this.desk.withdraw(orderId, 'personal data erased', 'holder', freshStep(origin));
    }
    await this.desk.ask(EraseOrder, orderId, {}, freshStep(origin));
    const { mailsSent } = await this.desk.state(orderId);
    await this.mailing.forget('order', orderId, mailsSent);
  }
}
