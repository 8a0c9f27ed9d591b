import { Injectable } from '@nestjs/common';
import type { OrderStatus } from '@supreme-access/contract/statuses.js';
import { isOwnLetter } from '../mail/letter-text.js';
import { order } from '../orders/order.js';
import { RecordEvidence } from '../orders/order-checkout.js';
import { type OrderDoc, ordersProjection, spelt } from '../orders/orders.projection.js';
import { Commands } from '../platform/commands.js';
import type { Origin } from '../platform/decider.js';
import { sha256 } from '../platform/ids.js';
import { freshStep } from '../platform/origins.js';
import { Latest } from '../platform/read-models/latest.js';
import { Reads } from '../platform/read-models/reads.js';

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
/** words of a mail that may be the retailer's order number; a confirmation has some hundred */
const WORDS_READ = 2_000;
/** orders that a mail's words name and that are looked at; numbers of two retailers may be the same */
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
    const evidence = { kind: 'reviewed', reference: found.reference, sha256: sha256(text) } as const;
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
    const words = new Set(content.split(/[\s,;()<>[\]"']+/).map(withoutStop));
    words.delete('');
    const named = await this.reads.find(ordersProjection, {
      where: { reference: { in: [...words].slice(0, WORDS_READ).map(spelt) } },
      limit: ORDERS_READ,
    });
    for (const doc of named) {
      const reference = doc.life.bought?.evidence.reference;
      if (reference && words.has(reference) && BOUGHT.has(doc.status) && isOf(doc, sender))
        return { orderId: doc.orderId, reference };
    }
    return undefined;
  }
}

const BOUGHT: ReadonlySet<OrderStatus> = new Set(['success', 'action_required', 'processing']);

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
