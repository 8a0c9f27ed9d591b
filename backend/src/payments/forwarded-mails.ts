import { Injectable } from '@nestjs/common';
import { isOwnLetter } from '../mail/letter-text.js';
import { order } from '../orders/decide-order.js';
import { RecordEvidence } from '../orders/order-commands.js';
import { type OrderDoc, ordersProjection } from '../orders/orders.js';
import { Commands } from '../platform/commands.js';
import type { Origin } from '../platform/decider.js';
import { sha256 } from '../platform/ids.js';
import { freshStep } from '../platform/origins.js';
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

/** Takes a retailer's confirmation as evidence for the order it names, when whoever forwards it is the order's own shopper. */
@Injectable()
export class ForwardedMails {
  constructor(
    private readonly commands: Commands,
    private readonly reads: Reads,
  ) {}

  /** True when it confirms an order, also when that was known already. */
  async take({ from, subject, text }: ForwardedMail, origin: Origin): Promise<boolean> {
    if (REPLY.test(subject) || isOwnLetter(text)) return false;
    const sender = addressOf(from);
    const found = await this.find(sender, `${subject}\n${text}`);
    if (!found) return false;
    const evidence = { kind: 'forwarded-email', reference: found.reference, sha256: sha256(text) } as const;
    const { orderId } = found.doc;
    await this.commands.execute(order, new RecordEvidence(orderId, { evidence }, freshStep(origin)));
    return true;
  }

  private async find(sender: string, content: string): Promise<{ doc: OrderDoc; reference: string } | undefined> {
    const named = [...content.matchAll(REFERENCE)].slice(0, LIMIT);
    for (const [reference, id = '', attempt] of named) {
      const doc = await this.reads.get(ordersProjection, id.toLowerCase());
      if (doc && isOf(doc, sender) && Number(attempt) <= doc.life.attempts) return { doc, reference };
    }
    const words = new Set(content.split(/[\s,;()<>[\]"']+/).map((word) => word.replace(/[.:!?]+$/, '')));
    const bought = await this.reads.find(ordersProjection, {
      where: { status: { in: ['success', 'action_required', 'processing'] } },
    });
    for (const doc of bought) {
      const reference = doc.life.bought?.evidence.reference;
      if (reference && words.has(reference) && isOf(doc, sender)) return { doc, reference };
    }
    return undefined;
  }
}

function isOf({ email }: OrderDoc, sender: string): boolean {
  return email !== null && addressOf(email) === sender;
}

/** `Ada Lovelace <Ada@Example.com>` -> `ada@example.com` */
function addressOf(from: string): string {
  return (/<([^<>]+)>\s*$/.exec(from)?.[1] ?? from).trim().toLowerCase();
}
