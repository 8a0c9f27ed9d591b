import { Injectable } from '@nestjs/common';
import type { OrderMailKind } from '@supreme-access/contract/event-names.js';
import { account } from '../accounts/account.js';
import { RecordBouncedOrderMail } from '../accounts/account-security.js';
import { accountsProjection } from '../accounts/accounts.projection.js';
import type { Bounce } from '../mail/bounces.js';
import type { Moment } from '../mail/letter.js';
import { leaseOf, type MailOutcome } from '../mail/mail-claims.js';
import { type ComposedMail, type DueMail, Letters, Mailing, type MailSource } from '../mail/mailing.js';
import { Commands } from '../platform/commands.js';
import { unreachable } from '../platform/decider.js';
import { workerOrigin } from '../platform/origins.js';
import { Reads } from '../platform/read-models/reads.js';
import { type ProductDoc, productsProjection } from '../products/products.projection.js';
import { profilesProjection } from '../profiles/profiles.projection.js';
import { SecurityCodes } from '../profiles/security-codes.js';
import type { Ticket } from './mailed-ticket.js';
import { ORDER_MAILS } from './order.due.js';
import { isMadeByGuest, type OrderCommand, type OrderState, order } from './order.js';
import { needsCode, usableCode } from './order-checkout.js';
import { type OrderMail, orderLetter } from './order-letters.js';
import { guestUntil, OrderLinks } from './order-links.js';
import { ClaimMail, type MailFacts, RecordMailBounced, RecordMailSent, RecordMailSuppressed } from './order-mailing.js';
import { openFee, statusOf } from './order-status.js';
import { Orders } from './orders.js';
import type { OrderDoc } from './orders.projection.js';
import { currentRefundMail, isRefundMail, refundNews } from './refund-mails.js';

/** The mails of an order. */
@Letters()
@Injectable()
export class OrderMails implements MailSource {
  readonly source = ORDER_MAILS;
  readonly write = orderLetter;

  constructor(
    private readonly commands: Commands,
    private readonly orders: Orders,
    private readonly reads: Reads,
    private readonly links: OrderLinks,
    private readonly mailing: Mailing,
    private readonly codes: SecurityCodes,
  ) {}

  async compose(orderId: string, { kind, mailId }: DueMail): Promise<ComposedMail<OrderMail> | null> {
    const doc = await this.orders.find(orderId);
    const { email } = doc;
    if (email === null) return null;
    const product = await this.reads.get(productsProjection, doc.productId);
    // The log, not the read model, says where the money stands.
    const life = await this.commands.standing(order, orderId);
    if (kind === 'code-needed' && (await this.hasCode(life))) return null;
    const isOwn = await this.isOwn(doc);
    const mail = { mailId, kind: kind as OrderMailKind };
    const plain = this.content(mail, isOwn ? doc : { ...doc, name: '' }, life, product);
    const content = await this.signed(plain, doc);
    if (content?.kind !== 'slot-confirmed' || !isOwn) return content && { to: email, content };
    const profile = await this.reads.get(profilesProjection, doc.profileId);
    return { to: email, content: { ...content, profileName: profile?.profileName ?? '' } };
  }

  /** With the receipt of the slot. */
  private async signed(content: OrderMail | null, doc: OrderDoc): Promise<OrderMail | null> {
    if (content?.kind !== 'slot-confirmed' && content?.kind !== 'guest-slot-confirmed') return content;
    const receipt = await this.links.toReceipt(doc);
    return receipt === null ? content : { ...content, receipt };
  }

  async claim(orderId: string, { mailId, kind }: DueMail, by: string): Promise<number> {
    const data = { mailId, kind: kind as OrderMailKind, by };
    const { state } = await this.commands.execute(order, new ClaimMail(orderId, data, workerOrigin('mail')));
    return leaseOf(state.mailClaims, mailId);
  }

  async ended(orderId: string, { mailId, kind }: DueMail, outcome: MailOutcome): Promise<number> {
    const mail: MailFacts = { mailId, kind: kind as OrderMailKind };
    // First: what is recorded of the order ends the mail.
    if (typeof outcome === 'object') await this.tellAccount(orderId, mail, outcome);
    const { state, position } = await this.commands.execute(order, recordOf(orderId, mail, outcome));
    // Who was forgotten while it was on its way is not remembered by its copy.
    if (state.erased) await this.mailing.forget(this.source, orderId, [mailId]);
    return position;
  }

  /** Whether the address is proven to be the shopper's: what somebody typed would else be a stranger's letter to others. */
  private async isOwn({ accountId, email }: OrderDoc): Promise<boolean> {
    const owner = accountId === null ? undefined : await this.reads.get(accountsProjection, accountId);
    return owner?.emailVerified === true && owner.email === email;
  }

  /** The address of an order is its account's, unless that has another one by now. */
  private async tellAccount(orderId: string, { mailId, kind }: MailFacts, bounce: Bounce): Promise<void> {
    const { accountId, email } = await this.orders.find(orderId);
    const owner = accountId === null ? undefined : await this.reads.get(accountsProjection, accountId);
    if (!owner || owner.email === '' || owner.email !== email) return;
    const data = { mailId, kind, orderId, ...bounce };
    await this.commands.execute(account, new RecordBouncedOrderMail(owner.accountId, data, workerOrigin('mail')));
  }

  current(doc: OrderDoc): OrderMailKind {
    const { life, status } = doc;
    switch (status) {
      case 'success':
        return life.waived ? 'fee-waived' : 'success';
      case 'action_required':
        return 'action-needed';
      case 'fail':
        return 'closed';
      case 'withdrawn':
        return life.withdrawn?.dropCancelled ? 'drop-cancelled' : 'withdrawn';
      case 'refunded':
      case 'refund_pending':
        return currentRefundMail(life) ?? (life.closed ? 'closed' : 'success');
      default:
        return 'slot-confirmed';
    }
  }

  private content(
    { mailId, kind }: MailFacts,
    doc: OrderDoc,
    life: OrderState,
    product?: ProductDoc,
  ): OrderMail | null {
    const zone = product?.releaseTz ?? 'UTC';
    const letter = { name: doc.name ?? '', link: this.link(doc, product), ticket: this.ticket(doc, life, product) };
    const { currency } = doc;
    if (isRefundMail(kind)) {
      const news = refundNews(kind, mailId, life, currency);
      return news && { ...letter, ...news };
    }
    switch (kind) {
      case 'slot-confirmed':
        // What came of it has been mailed by then.
        return life.withdrawn || life.bought || life.closed ? null : this.slotConfirmed(letter, doc, zone, product);
      case 'withdrawn':
        return { kind, ...letter, ...this.withdrawal(life) };
      case 'drop-cancelled':
        return { kind, ...letter, reason: life.withdrawn?.reason ?? '' };
      case 'closed':
        return { kind, ...letter, reason: life.closed ?? 'no-evidence' };
      case 'code-needed':
        return { kind, ...letter };
      case 'card-expires':
        return statusOf(life) === 'pending' ? { kind, ...letter } : null;
      case 'release-changed':
        return this.releaseChanged(letter, life, zone, product);
      case 'action-needed':
      case 'action-reminder':
        return this.action(kind, letter, doc, life, zone);
      case 'success': {
        const charged = { amount: life.charged?.amount ?? 0, currency };
        return life.bought && { kind, ...letter, bought: boughtOf(life.bought), charged };
      }
      case 'fee-waived':
        return life.bought && { kind, ...letter, bought: boughtOf(life.bought) };
      default:
        return unreachable(kind);
    }
  }

  private slotConfirmed(
    letter: { name: string; link: string; ticket: Ticket },
    doc: OrderDoc,
    zone: string,
    product?: ProductDoc,
  ): OrderMail {
    const consent = { takesNextAvailable: true, poBox: doc.poBox };
    if (!isMadeByGuest(doc)) return { kind: 'slot-confirmed', ...letter, profileName: '', ...consent };
    return { kind: 'guest-slot-confirmed', ...letter, expires: { at: linkUntil(doc, product), zone }, ...consent };
  }

  /** Given in the meantime, or not needed any more. */
  private async hasCode(life: OrderState): Promise<boolean> {
    const record = usableCode(life);
    return !needsCode(life) || (await this.codes.onFile([record])).has(record ?? '');
  }

  /** Where the order is seen: its shopper signs in; what was made without a profile has this link, which is good in any browser. */
  private link(doc: OrderDoc, product?: ProductDoc): string {
    if (!isMadeByGuest(doc)) return this.links.toOrder(doc.orderId);
    return this.links.toGuest(doc.orderId, linkUntil(doc, product));
  }

  private ticket(doc: OrderDoc, life: OrderState, product?: ProductDoc): Ticket {
    const release = product?.releaseAt ? { at: product.releaseAt, zone: product.releaseTz ?? 'UTC' } : null;
    const isAhead = release !== null && product?.startedAt === null;
    return {
      orderId: doc.orderId,
      productTitle: doc.productTitle,
      size: doc.size as Ticket['size'],
      style: doc.style,
      slotNumber: doc.slotNumber,
      totalStock: product?.totalStock ?? 0,
      fee: { amount: life.placed ? life.price : doc.price, currency: doc.currency },
      release,
      calendar: isAhead ? this.links.toCalendar(doc.productId) : null,
      picture: this.links.toPicture(product),
    };
  }

  /** Null once the slot was given back or the release has started: then the new time is no news. */
  private releaseChanged(
    letter: { name: string; link: string; ticket: Ticket },
    life: OrderState,
    zone: string,
    product?: ProductDoc,
  ): OrderMail | null {
    if (statusOf(life) !== 'pending') return null;
    const before = product?.releaseBefore ? { at: product.releaseBefore, zone } : null;
    return { kind: 'release-changed', ...letter, before };
  }

  private withdrawal({ withdrawn }: OrderState): { by: 'shopper' | 'admin'; reason: string | null } {
    return withdrawn?.by === 'admin' ? { by: 'admin', reason: withdrawn.reason } : { by: 'shopper', reason: null };
  }

  /** Null once the fee is settled: a reminder must not ask for money that is no longer due. */
  private action(
    kind: 'action-needed' | 'action-reminder',
    letter: { name: string; ticket: Ticket },
    { orderId }: OrderDoc,
    life: OrderState,
    zone: string,
  ): OrderMail | null {
    const open = openFee(life);
    if (open === null) return null;
    const deadline: Moment = { at: open.until, zone };
    const { why } = open;
    return { kind, ...letter, link: this.links.toFee(orderId, life), why, deadline };
  }
}

function recordOf(orderId: string, mail: MailFacts, outcome: MailOutcome): OrderCommand {
  const origin = workerOrigin('mail');
  if (outcome === 'sent') return new RecordMailSent(orderId, mail, origin);
  if (outcome === 'suppressed') return new RecordMailSuppressed(orderId, mail, origin);
  return new RecordMailBounced(orderId, { ...mail, ...outcome }, origin);
}

function boughtOf({ size, style, evidence }: NonNullable<OrderState['bought']>) {
  return { size, style, reference: evidence.reference };
}

function linkUntil({ orderDate }: OrderDoc, product?: ProductDoc): number {
  return guestUntil(orderDate, product?.releaseAt ?? null);
}
