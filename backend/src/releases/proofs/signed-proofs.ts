import { Injectable } from '@nestjs/common';
import { product } from '../../catalogue/products/product.js';
import { InjectClock } from '../../config/tokens.js';
import { derivedMetadata } from '../../event-sourcing/command-metadata.js';
import { Commands } from '../../event-sourcing/commands.js';
import { type CommandMetadata, Refused } from '../../event-sourcing/decider.js';
import { sha256 } from '../../event-sourcing/ids.js';
import type { Evidence } from '../../orders/evidence.js';
import { type OrderState, order } from '../../orders/order.js';
import { RecordEvidence } from '../../orders/order-checkout.js';
import { isEnded } from '../../orders/order-status.js';
import { normalize } from '../../orders/orders.projection.js';
import { type RetailerMailRules, RetailerMails } from '../../retailers/directory/retailer-mails.js';
import { STANDARD } from '../../retailers/retailers.js';
import { type Confirmed, confirmedBy } from './confirmations.js';
import { MailKeys } from './mail-keys.js';
import { plainly, spaced } from './mail-words.js';
import { NamedOrders } from './named-orders.js';
import { ClaimPurchase, purchase } from './purchase.js';
import { type SignedMail, verdictOn } from './signed-original.js';

/** `isLater`: the key was unavailable; the mail is verified again */
export type ProofOutcome = { orderId: string } | { why: string; isLater: boolean };

const UNREAD = 'Its wording matches no confirmation of the retailer.';
const UNSIGNED = 'The retailer has not signed it';

@Injectable()
export class SignedProofs {
  constructor(
    private readonly commands: Commands,
    private readonly keys: MailKeys,
    private readonly orders: NamedOrders,
    private readonly mails: RetailerMails,
    @InjectClock() private readonly clock: () => number,
  ) {}

  async take(original: Buffer, metadata: CommandMetadata): Promise<ProofOutcome> {
    let doubt = no(`${UNSIGNED}: no domain is trusted.`);
    for (const [at, rules] of (await this.mails.rules()).entries()) {
      const verdict = await verdictOn(original, this.keys.trust(rules));
      if (verdict.kind === 'signed') {
        const outcome = await this.record(verdict.mail, rules, metadata);
        if ('orderId' in outcome) return outcome;
        doubt = outcome;
      } else if (verdict.kind === 'later') {
        doubt = { why: 'The key of its signature could not be fetched.', isLater: true };
      } else if (at === 0) doubt = no(`${UNSIGNED}: ${verdict.why}.`);
    }
    return doubt;
  }

  private async record(mail: SignedMail, rules: RetailerMailRules, metadata: CommandMetadata): Promise<ProofOutcome> {
    const confirmed = confirmedBy(rules.confirms, mail.subject, mail.text);
    if (!confirmed) return no(UNREAD);
    const { number } = confirmed;
    const named = await this.orders.find(mail.to, contentOf(mail));
    if (!named) return no('It matches no order placed with the address it was sent to, or more than one.');
    const { orderId } = named;
    const state = await this.commands.state(order, orderId);
    if (state.bought) return isSame(state, number) ? { orderId } : no('The purchase has already been proven.');
    const proving = { ...confirmed, reference: named.reference ?? confirmed.reference };
    const why = await this.doubt(mail, proving, state, rules.retailerId);
    if (why !== null) return no(why);
    const evidence: Evidence = { kind: 'signed-email', reference: number, sha256: mail.sha256 };
    try {
      // The claim comes first: a number may prove one order only.
      const claim = new ClaimPurchase(purchaseAt(rules.retailerId, number), { orderId }, derivedMetadata(metadata));
      await this.commands.execute(purchase, claim);
      await this.commands.execute(order, new RecordEvidence(orderId, { evidence }, derivedMetadata(metadata)));
      return { orderId };
    } catch (error) {
      if (error instanceof Refused && error.kind === 'conflict') return no(error.message);
      throw error;
    }
  }

  private async doubt(
    mail: SignedMail,
    confirmed: Confirmed,
    state: OrderState,
    retailerId: string,
  ): Promise<string | null> {
    const { number, reference } = confirmed;
    const { placed, checkout, closesAt } = state;
    if (!placed?.livemode || !checkout || isEnded(state)) return 'The order has no checkout attempt under way.';
    if ((await this.retailerOf(placed)) !== retailerId) return 'It is from another retailer than the order.';
    if (reference !== null && reference !== checkout.reference)
      return 'It names a checkout attempt other than the current one.';
    if ((await this.orders.addressGiven(placed.orderId)) !== mail.to) return 'It was sent to another address.';
    const isProduct = (name: string) => alike(name) === alike(confirmed.product);
    if (!(await this.orders.namesOf(placed)).some(isProduct)) return 'It names another product.';
    const { startedAt } = await this.commands.state(product, placed.productId);
    // RFC 5322: a Date header has no milliseconds.
    const since = startedAt === null ? Number.POSITIVE_INFINITY : startedAt - (startedAt % 1_000);
    const isDated = closesAt !== null && mail.date >= since && mail.date < closesAt;
    if (!isDated || this.clock() >= closesAt)
      return 'It is dated before the release, or arrived after the deadline of the order.';
    const begunAt = reference === null ? await this.orders.attemptedAt(placed.orderId) : since;
    if (mail.date < Math.floor(begunAt / 1_000) * 1_000) return 'It is dated before the current checkout attempt.';
    for (const other of await this.orders.boughtAs(number)) {
      // Two shops may count alike.
      if (other.orderId !== placed.orderId && (await this.retailerOf(other)) === retailerId) {
        return 'This retailer order number already proves another order.';
      }
    }
    return null;
  }

  private async retailerOf({ productId }: { productId: string }): Promise<string> {
    return (await this.commands.state(product, productId)).facts?.retailerId ?? STANDARD;
  }
}

/** The stream in which a retailer's order number is claimed. */
function purchaseAt(retailerId: string, number: string): string {
  const normalized = normalize(number);
  return sha256(retailerId === STANDARD ? normalized : JSON.stringify([retailerId, normalized]));
}

function contentOf({ subject, text }: SignedMail): string {
  return `${subject}\n${text}`;
}

function alike(name: string): string {
  return spaced(plainly(name)).toLowerCase();
}

function isSame({ bought }: OrderState, number: string): boolean {
  return bought !== null && normalize(bought.evidence.reference) === normalize(number);
}

function no(why: string): ProofOutcome {
  return { why, isLater: false };
}
