import { Injectable } from '@nestjs/common';
import PostalMime from 'postal-mime';
import { Mailing } from '../../mail/mailing.js';
import { OrderFiles } from '../../orders/file/order-files.js';
import type { OrderDoc } from '../../orders/orders.projection.js';
import type { ZippedFile } from './zip.js';

export const NO_LINK = '[link removed]';
const LINK = /\b(?:https?:\/\/|mailto:)\S+/gi;

/** The mails of an order as they were sent, where copies are kept; a link in them may act, so none is. */
@Injectable()
export class BundledMails {
  constructor(
    private readonly files: OrderFiles,
    private readonly mailing: Mailing,
  ) {}

  async of(order: OrderDoc): Promise<ZippedFile[]> {
    const { mails } = await this.files.of(order);
    const kept: ZippedFile[] = [];
    for (const { mailId, kind, messageId } of mails) {
      const copy = await this.mailing.copy(mailId, messageId);
      if (copy) kept.push({ name: `mails/${kept.length + 1}-${kind}.txt`, content: await readable(copy) });
    }
    return kept;
  }
}

async function readable(message: Buffer): Promise<string> {
  const { subject = '', to = [], date = '', messageId = '', text = '' } = await PostalMime.parse(message);
  const head = {
    To: to.map(({ address }) => address).join(', '),
    Date: date,
    'Message-ID': messageId,
    Subject: subject,
  };
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}`);
  return `${lines.join('\n')}\n\n${text}`.replace(LINK, NO_LINK);
}
