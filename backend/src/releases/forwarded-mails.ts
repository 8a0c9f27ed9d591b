import { Injectable } from '@nestjs/common';
import { isOwnLetter } from '../mail/letter-text.js';
import { order } from '../orders/order.js';
import { RecordEvidence } from '../orders/order-checkout.js';
import { type OrderDoc, ordersProjection } from '../orders/orders.projection.js';
import { Commands } from '../platform/commands.js';
import type { Origin } from '../platform/decider.js';
import { sha256 } from '../platform/ids.js';
import { freshStep } from '../platform/origins.js';
import { Latest } from '../platform/read-models/latest.js';
import { Reads } from '../platform/read-models/reads.js';
import { searchFor } from '../platform/read-models/search-words.js';

export interface ForwardedMail {
  from: string;
  subject: string;
  text: string;
}

/** One attempt's, as the retailer's receipt prints it; an order's id alone stands in mails of our own too. */
const REFERENCE = /\b([0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}):([1-9]\d{0,3})\b/gi;
/** A reply quotes our own mails, order id and all, and proves nothing. */
const REPLY = /^\s*(re|aw|sv|odp)\s*:/i;
/** references looked up per mail; a confirmation names one */
const LIMIT = 20;
/** characters of a mail that are read; a confirmation says at once what was bought */
const TEXT_READ = 65_536;
/** orders of one sender that are looked through for the retailer's number, the newest first */
const ORDERS_READ = 200;
/** characters; a longer word is no retailer's order number */
const NUMBER_MAX = 200;

/** Takes a retailer's confirmation as evidence for the order it names, when whoever forwards it is the order's own shopper. */
@Injectable()
export class ForwardedMails {
  constructor(
    private readonly commands: Commands,
    private readonly reads: Reads,
    private readonly latest: Latest,
  ) {}

  /** True when it confirms an order, also when that was known already. */
  async take({ from, subject, text }: ForwardedMail, origin: Origin): Promise<boolean> {
    const sender = addressOf(from);
    const read = text.slice(0, TEXT_READ);
    if (!sender.includes('@') || REPLY.test(subject) || isOwnLetter(read)) return false;
    const content = `${subject}\n${read}`;
    const found = (await this.byReference(sender, content)) ?? (await this.byNumber(sender, content));
    if (!found) return false;
    const evidence = { kind: 'forwarded-email', reference: found.reference, sha256: sha256(text) } as const;
    await this.commands.execute(order, new RecordEvidence(found.orderId, { evidence }, freshStep(origin)));
    return true;
  }

  private async byReference(sender: string, content: string): Promise<Found | undefined> {
    let looked = 0;
    for (const [reference, id = '', attempt] of content.matchAll(REFERENCE)) {
      const orderId = id.toLowerCase();
      const doc = await this.latest.find(ordersProjection, orderId);
      const isTheirs = doc !== undefined && isOf(doc, sender);
      if (isTheirs && Number(attempt) <= (await this.commands.state(order, orderId)).attempts)
        return { orderId, reference };
      looked += 1;
      if (looked === LIMIT) return undefined;
    }
    return undefined;
  }

  private async byNumber(sender: string, content: string): Promise<Found | undefined> {
    const theirs = searchFor(sender);
    if (!theirs) return undefined;
    const bought = await this.reads.find(ordersProjection, {
      where: { words: theirs, status: { in: ['success', 'action_required', 'processing'] } },
      sort: [['orderDate', 'desc']],
      limit: ORDERS_READ,
    });
    const known = bought.filter((doc) => isOf(doc, sender) && doc.life.bought);
    if (known.length === 0) return undefined;
    const words = new Set(content.split(/[\s,;()<>[\]"']+/).map(withoutStop));
    for (const { orderId, life } of known) {
      const reference = life.bought?.evidence.reference;
      if (reference && words.has(reference)) return { orderId, reference };
    }
    return undefined;
  }
}

interface Found {
  orderId: string;
  reference: string;
}

function isOf({ email }: OrderDoc, sender: string): boolean {
  return email !== null && addressOf(email) === sender;
}

function withoutStop(word: string): string {
  if (word.length > NUMBER_MAX) return '';
  return word.replace(/[.:!?]+$/, '');
}

/** `Ada Lovelace <Ada@Example.com>` -> `ada@example.com` */
function addressOf(from: string): string {
  return (/<([^<>]+)>\s*$/.exec(from)?.[1] ?? from).trim().toLowerCase();
}
