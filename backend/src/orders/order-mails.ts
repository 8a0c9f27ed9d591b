import { Injectable } from '@nestjs/common';
import type { OrderMailKind } from '@supreme-access/contract/event-names.js';
import { type ProductState, product } from '../catalogue/products/product.js';
import { type ProductDoc, productsProjection } from '../catalogue/products/products.projection.js';
import { type AccountDoc, accountsProjection } from '../customers/accounts/accounts.projection.js';
import { profilesProjection } from '../customers/profiles/profiles.projection.js';
import { SecurityCodes } from '../customers/profiles/security-codes.js';
import { Commands } from '../event-sourcing/commands.js';
import { unreachable } from '../event-sourcing/decider.js';
import { RetryableError } from '../jobs/retries.js';
import { idsAbout, type MailName, mail, mailIdOf } from '../mail/mail.js';
import { type ComposedMail, type MailSource, MailSources } from '../mail/mailing.js';
import { mailsProjection } from '../mail/mails.projection.js';
import { Reads } from '../projections/reads.js';
import type { Money } from '../retailers/retailer.js';
import { usableCode } from './checkout-facts.js';
import { CheckoutSecrets } from './checkout-secrets.js';
import type { Ticket } from './mailed-ticket.js';
import { attemptOfReminder, orderMail } from './order.jobs.js';
import { isMadeByGuest, type OrderState, order } from './order.js';
import { needsCode } from './order-checkout.js';
import { guestUntil, OrderLinks } from './order-links.js';
import { ORDER_MAIL_KINDS, type OrderMail, orderMailTemplate } from './order-mail-templates.js';
import { openEscalation, openFee, statusOf } from './order-status.js';
import { Orders } from './orders.js';
import { type OrderDoc, webLink } from './orders.projection.js';
import { currentRefundMail, isRefundMail, NOTHING_REPORTED, type ReportedRefunds, refundNews } from './refund-mails.js';

type Common = { name: string; link: string; ticket: Ticket };

/** Whether cached state holds what a mail is about. Its recipient's erasure is looked up in the log once it is claimed. */
const SEEN: Readonly<Record<string, (life: OrderState) => boolean>> = {
  'slot-confirmed': () => true,
  success: ({ charged }) => charged !== null,
  'fee-waived': ({ waived }) => waived,
};

@MailSources()
@Injectable()
export class OrderMails implements MailSource {
  readonly kinds = ORDER_MAIL_KINDS;
  readonly write = orderMailTemplate;

  constructor(
    private readonly commands: Commands,
    private readonly orders: Orders,
    private readonly reads: Reads,
    private readonly links: OrderLinks,
    private readonly codes: SecurityCodes,
    private readonly secrets: CheckoutSecrets,
  ) {}

  async compose(name: MailName): Promise<ComposedMail<OrderMail> | null> {
    const doc = await this.orders.find(orderIn(name));
    const { email } = doc;
    if (email === null) return null;
    const product = await this.reads.get(productsProjection, doc.productId);
    const life = await this.lifeOf(name.kind, doc.orderId);
    if (life.erased) return null;
    if (name.kind === 'code-needed' && (await this.hasCode(doc, life))) return null;
    const owner = await this.ownerOf(doc);
    const isOwn = owner?.emailVerified === true;
    const plain = await this.content(name, isOwn ? doc : { ...doc, name: '' }, life, product);
    const content = await this.signed(plain, doc);
    const addressed = { to: email, accountId: owner?.accountId ?? null };
    if (content?.kind !== 'slot-confirmed' || !isOwn) return content && { ...addressed, content };
    const profile = await this.reads.get(profilesProjection, doc.profileId);
    return { ...addressed, content: { ...content, profileName: profile?.profileName ?? '' } };
  }

  /** The read model may lag, so the state of the money comes from the log unless cached state holds what the mail is about. */
  private async lifeOf(kind: string, orderId: string): Promise<OrderState> {
    const cached = await this.commands.cached(order, orderId);
    return SEEN[kind]?.(cached) ? cached : this.commands.state(order, orderId);
  }

  private async signed(content: OrderMail | null, doc: OrderDoc): Promise<OrderMail | null> {
    if (content?.kind !== 'slot-confirmed' && content?.kind !== 'guest-slot-confirmed') return content;
    const receipt = await this.links.toReceipt(doc);
    return receipt === null ? content : { ...content, receipt };
  }

  async isErased(mail: MailName): Promise<boolean> {
    return (await this.commands.state(order, orderIn(mail))).erased;
  }

  /** An unverified address gets no name: typed text must not reach strangers. */
  private async ownerOf({ accountId, email }: OrderDoc): Promise<AccountDoc | undefined> {
    const owner = accountId === null ? undefined : await this.reads.get(accountsProjection, accountId);
    return owner?.email === email ? owner : undefined;
  }

  private async reportedRefunds({ placed, refunds }: OrderState): Promise<ReportedRefunds> {
    const orderId = placed?.orderId ?? '';
    const [sent, begun, own] = [new Set<string>(), new Set<string>(), new Set<string>()];
    for (const { refundId } of refunds) {
      const mailId = mailIdOf(orderMail(orderId, 'refund', refundId));
      const { claim, outcome } = await this.commands.state(mail, mailId);
      own.add(mailId);
      if (outcome === 'sent') sent.add(refundId);
      if (outcome === 'sent' || (claim && outcome === null)) begun.add(refundId);
    }
    // Only the read model knows what summaries were asked for; the log knows what became of them.
    const requested = await this.reads.find(mailsProjection, { where: { aboutId: orderId, kind: 'refund' } });
    let again = false;
    for (const { mailId } of requested) {
      if (!again && !own.has(mailId)) again = (await this.commands.state(mail, mailId)).outcome === 'sent';
    }
    return { sent, begun, again };
  }

  current(doc: OrderDoc): OrderMailKind {
    const { life, status } = doc;
    switch (status) {
      case 'success':
        return life.waived ? 'fee-waived' : 'success';
      case 'action_required':
        return openEscalation(life) ? 'finish-checkout' : 'action-needed';
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

  private async content(
    name: MailName,
    doc: OrderDoc,
    life: OrderState,
    product?: ProductDoc,
  ): Promise<OrderMail | null> {
    const kind = name.kind as OrderMailKind;
    const zone = product?.releaseTz ?? 'UTC';
    const common = { name: doc.name ?? '', link: this.link(doc, product), ticket: this.ticket(doc, life, product) };
    const { currency } = doc;
    if (isRefundMail(kind)) {
      const reported = kind === 'refund-failed' ? await this.reportedRefunds(life) : NOTHING_REPORTED;
      const news = refundNews({ kind, which: name.which }, life, reported, currency);
      return news && { ...common, ...news };
    }
    switch (kind) {
      case 'slot-confirmed':
        // A later mail already reports the outcome.
        return life.withdrawn || life.bought || life.closed ? null : this.slotConfirmed(common, doc, zone, product);
      case 'withdrawn':
        return { kind, ...common, ...this.withdrawal(life) };
      case 'drop-cancelled':
        return { kind, ...common, reason: life.withdrawn?.reason ?? '' };
      case 'closed':
        return {
          kind,
          ...common,
          reason: life.closed ?? 'no-evidence',
          taken: takenOf(life),
          finished: life.finishedByShopper,
        };
      case 'code-needed':
        return { kind, ...common };
      case 'finish-checkout': {
        const open = openEscalation(life);
        const link = open && (await this.secrets.link(open.linkRecord));
        return open && link !== null ? { kind, ...common, link, deadline: { at: open.until, zone } } : null;
      }
      case 'card-expires':
        return statusOf(life) === 'pending' ? { kind, ...common } : null;
      case 'release-changed':
        return this.releaseChanged(common, life, zone, await this.drop(name, doc));
      case 'price-changed':
        return this.priceChanged(common, life, await this.drop(name, doc));
      case 'action-reminder':
        if (attemptOfReminder(name) !== life.chargeAttempts) return null;
        return this.action(kind, common, doc, life, zone);
      case 'action-needed':
        return this.action(kind, common, doc, life, zone);
      case 'success': {
        const charged = { amount: life.charged?.amount ?? 0, currency };
        return life.bought && { kind, ...common, bought: boughtOf(life.bought, doc), charged };
      }
      case 'fee-waived':
        return life.bought && { kind, ...common, bought: boughtOf(life.bought, doc) };
      case 'shipped': {
        const tracking = (await this.orders.current(doc.orderId)).atShop?.tracking;
        if (!tracking) throw new RetryableError('read-model-behind');
        return { kind, ...common, tracking: { ...tracking, url: webLink(tracking.url) ?? undefined } };
      }
      default:
        return unreachable(kind);
    }
  }

  private slotConfirmed(common: Common, doc: OrderDoc, zone: string, product?: ProductDoc): OrderMail {
    const consent = { takesNextAvailable: true, poBox: doc.poBox };
    if (!isMadeByGuest(doc)) return { kind: 'slot-confirmed', ...common, profileName: '', ...consent };
    return { kind: 'guest-slot-confirmed', ...common, expires: { at: linkUntil(doc, product), zone }, ...consent };
  }

  private async hasCode(doc: OrderDoc, life: OrderState): Promise<boolean> {
    const record = life.placed ? usableCode(life) : doc.codeRecord;
    return !needsCode(life, doc) || (await this.codes.onFile([record])).has(record ?? '');
  }

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
      limit: life.placed?.means === 'token' ? (doc.limit ?? null) : null,
      release,
      calendar: isAhead ? this.links.toCalendar(doc.productId) : null,
      picture: this.links.toPicture(product),
    };
  }

  /** Of changes that waited to be mailed together, the last one's mail says it all: undefined for the others. */
  private async drop({ kind, which }: MailName, { productId }: OrderDoc): Promise<ProductState | undefined> {
    const drop = await this.commands.state(product, productId);
    return Number(which) === (kind === 'price-changed' ? drop.repricings : drop.moves).count ? drop : undefined;
  }

  private releaseChanged(common: Common, life: OrderState, zone: string, drop?: ProductState): OrderMail | null {
    const { moves, facts } = drop ?? {};
    if (!moves || statusOf(life) !== 'pending' || moves.before === facts?.releaseAt) return null;
    return { kind: 'release-changed', ...common, before: moves.before === null ? null : { at: moves.before, zone } };
  }

  private priceChanged(common: Common, life: OrderState, drop?: ProductState): OrderMail | null {
    const [price, before] = [drop?.facts?.retailPrice, drop?.repricings.before ?? null];
    const isSame = price?.amount === before?.amount && price?.currency === before?.currency;
    return !price || isSame || statusOf(life) !== 'pending'
      ? null
      : { kind: 'price-changed', ...common, price, before };
  }

  private withdrawal({ withdrawn }: OrderState): { by: 'shopper' | 'admin'; reason: string | null } {
    return withdrawn?.by === 'admin' ? { by: 'admin', reason: withdrawn.reason } : { by: 'shopper', reason: null };
  }

  /** Null once the fee is settled: a reminder must not ask for it again. */
  private action(
    kind: 'action-needed' | 'action-reminder',
    common: { name: string; ticket: Ticket },
    { orderId }: OrderDoc,
    life: OrderState,
    zone: string,
  ): OrderMail | null {
    const open = openFee(life);
    if (open === null) return null;
    const { why, until: at } = open;
    return { kind, ...common, link: this.links.toFee(orderId, life), why, deadline: { at, zone } };
  }
}

function orderIn(name: MailName): string {
  return idsAbout('order', name)[0] ?? '';
}

function boughtOf({ size, style, evidence, retail }: NonNullable<OrderState['bought']>, { atShop }: OrderDoc) {
  const { total, currency } = retail ?? {};
  return {
    size,
    style,
    reference: retail ? (retail.number ?? '') : evidence.reference,
    total: total === undefined || currency === undefined ? null : { amount: total, currency },
    page: webLink(atShop?.url),
  };
}

function takenOf({ takenByShop, placed }: OrderState): Money | null {
  return takenByShop > 0 && placed?.limit ? { amount: takenByShop, currency: placed.limit.currency } : null;
}

function linkUntil({ orderDate }: OrderDoc, product?: ProductDoc): number {
  return guestUntil(orderDate, product?.releaseAt ?? null);
}
