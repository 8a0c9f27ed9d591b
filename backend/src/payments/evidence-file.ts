import { Injectable } from '@nestjs/common';
import { priceOf } from '@supreme-access/contract/money.js';
import type { EvidenceFile } from '@supreme-access/contract/shapes/proofs.js';
import { InjectClock, InjectEventLog, InjectSchema } from '../config/tokens.js';
import type { AccountEvent } from '../customers/accounts/account.js';
import { currentData, type Schema } from '../event-sourcing/codec.js';
import { ours } from '../event-sourcing/ours.js';
import { all } from '../event-sourcing/reading.js';
import { isMadeByGuest, type OrderEvent } from '../orders/order.js';
import { Orders } from '../orders/orders.js';
import type { OrderDoc } from '../orders/orders.projection.js';
import { Stories } from '../orders/story.js';
import type { EventLog, RecordedEvent } from '../stores/event-log/event-log.js';
import { Disputes, disputeFacts } from './disputes.js';

type Happened<E extends { type: string; data: object }, T extends E['type']> = {
  data: Omit<Extract<E, { type: T }>['data'], 'personal'>;
  /** ISO 8601 */
  at: string;
};

@Injectable()
export class EvidenceFiles {
  constructor(
    private readonly orders: Orders,
    private readonly stories: Stories,
    private readonly disputes: Disputes,
    @InjectEventLog() private readonly log: EventLog,
    @InjectSchema() private readonly schema: Schema,
    @InjectClock() private readonly clock: () => number,
  ) {}

  /** @throws Refused 'not-found' */
  async of(orderId: string): Promise<EvidenceFile> {
    const doc = await this.orders.find(orderId);
    const [own, agreed, story, disputes] = await Promise.all([
      all(ours(this.log.readStream(`order-${orderId}`))),
      this.agreed(doc),
      this.stories.of(doc),
      this.disputes.ofOrder(orderId),
    ]);
    const { currency, life } = doc;
    return {
      madeAt: isoOf(this.clock()),
      orderId,
      product: { productId: doc.productId, productTitle: doc.productTitle },
      customer: doc.email === null ? null : { name: doc.name ?? '', email: doc.email },
      slot: { slotNumber: doc.slotNumber, size: doc.size, style: doc.style, reservedAt: isoOf(doc.orderDate) },
      consent: {
        terms: agreed.terms,
        nextAvailable: life.placed?.fallback ?? true,
        poBox: doc.poBox,
        streetConfirmed: life.placed?.streetConfirmed ?? false,
      },
      mandate: agreed.mandate,
      receipt: this.receipt(own),
      refunds: this.refunds(own),
      disputes: disputes.map((dispute) => disputeFacts(dispute, currency)),
      proof: this.proof(own),
      story,
      events: own.map(({ stream, revision, type, metadata }) => {
        return { stream, revision, type, at: isoOf(metadata.recordedAt), hash: metadata.hash };
      }),
    };
  }

  private async agreed(doc: OrderDoc): Promise<Record<'terms' | 'mandate', EvidenceFile['mandate']>> {
    const { accountId, orderDate } = doc;
    if (accountId === null || isMadeByGuest(doc)) return { terms: null, mandate: null };
    const events = await all(ours(this.log.readStream(`account-${accountId}`)));
    const before = events.filter(({ metadata }) => metadata.recordedAt <= orderDate);
    const [registered] = this.all<AccountEvent, 'AccountRegistered'>(before, 'AccountRegistered');
    const saved = this.all<AccountEvent, 'CardSaved'>(before, 'CardSaved').at(-1);
    return {
      terms: registered ? { version: registered.data.termsVersion, agreedAt: registered.at } : null,
      mandate: saved ? { version: saved.data.mandateVersion, agreedAt: saved.at } : null,
    };
  }

  private receipt(own: readonly RecordedEvent[]): EvidenceFile['receipt'] {
    const [charged] = this.all<OrderEvent, 'FeeCharged'>(own, 'FeeCharged');
    if (!charged) return null;
    const { amount, currency, intentId, chargeId } = charged.data;
    return { amount: priceOf(amount), currency, intentId, chargeId, chargedAt: charged.at };
  }

  private refunds(own: readonly RecordedEvent[]): EvidenceFile['refunds'] {
    const failed = new Set(
      this.all<OrderEvent, 'RefundFailed'>(own, 'RefundFailed').map(({ data: { refundId } }) => refundId),
    );
    return this.all<OrderEvent, 'FeeRefunded'>(own, 'FeeRefunded')
      .filter(({ data: { refundId } }) => !failed.has(refundId))
      .map(({ data: { stripeRefundId, amount }, at }) => {
        return { refundId: stripeRefundId, amount: priceOf(amount), refundedAt: at };
      });
  }

  private proof(own: readonly RecordedEvent[]): EvidenceFile['proof'] {
    const [bought] = this.all<OrderEvent, 'CheckoutSucceeded'>(own, 'CheckoutSucceeded');
    if (!bought) return null;
    const { evidence, size, style } = bought.data;
    const { kind, reference, sha256 } = evidence;
    return { kind, reference, sha256, size, style, provenAt: bought.at };
  }

  private all<E extends { type: string; data: object }, T extends E['type']>(
    events: readonly RecordedEvent[],
    type: T,
  ): Happened<E, T>[] {
    return events
      .filter((event) => event.type === type)
      .map((event) => ({
        data: currentData(event, this.schema) as Happened<E, T>['data'],
        at: isoOf(event.metadata.recordedAt),
      }));
  }
}

function isoOf(at: number): string {
  return new Date(at).toISOString();
}
