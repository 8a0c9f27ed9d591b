import { sizeLabel } from '@supreme-access/contract/labels.js';
import { TEXTS } from '@supreme-access/contract/texts.js';
import {
  greeting,
  type MailData,
  type MailTemplate,
  type Moment,
  oneLine,
  shownTime,
} from '../../mail/mail-template.js';
import { inUtc } from '../../orders/mailed-ticket.js';

export const OFFER_MAIL = 'slot-offered';
export const CANCEL_MAIL = 'waitlist-cancelled';

export interface PlaceMailData {
  [OFFER_MAIL]: MailData & { productTitle: string; size: string; style: string; ends: Moment };
  [CANCEL_MAIL]: MailData & { productTitle: string; reason: string };
}
type PlaceMail<K extends keyof PlaceMailData> = { kind: K } & PlaceMailData[K];
export type PlaceMailContent = PlaceMail<typeof OFFER_MAIL> | PlaceMail<typeof CANCEL_MAIL>;

export function placeMailTemplate(content: PlaceMailContent): MailTemplate {
  return content.kind === CANCEL_MAIL ? cancelTemplate(content) : offerTemplate(content);
}

function offerTemplate({ name, link, productTitle, size, style, ends }: PlaceMail<typeof OFFER_MAIL>): MailTemplate {
  const title = oneLine(productTitle);
  return {
    subject: `A slot is free: ${title}`,
    stamp: 'Slot free',
    title: 'A slot is free for you.',
    paragraphs: [
      ...greeting(name),
      `A slot for ${title} is free again, and you are next on the waiting list. It is held for you until ${shownTime(ends)}.`,
      'Reserve it on the product page before then. After that it goes to the next person on the waiting list.',
    ],
    ticket: {
      slot: null,
      product: title,
      rows: [['Size', sizeLabel(size)], ['Style', oneLine(style)], ['Held until', shownTime(ends)], ...inUtc(ends)],
    },
    action: { label: 'Reserve the slot', link },
    notes: [TEXTS.promise],
  };
}

function cancelTemplate({ name, link, productTitle, reason }: PlaceMail<typeof CANCEL_MAIL>): MailTemplate {
  const title = oneLine(productTitle);
  return {
    subject: `Drop cancelled: ${title}`,
    stamp: 'Cancelled',
    title: 'The drop was cancelled.',
    paragraphs: [
      ...greeting(name),
      `You were on the waiting list for ${title}. The drop was cancelled, so no more slots will come free.`,
      `Reason: ${oneLine(reason)}`,
    ],
    ticket: null,
    action: { label: 'Go to the shop', link },
    notes: ['You were not charged. There is nothing to do.'],
  };
}
