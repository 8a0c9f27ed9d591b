import { sizeLabel } from '@supreme-access/contract/labels.js';
import { TEXTS } from '@supreme-access/contract/texts.js';
import { greeting, type Letter, type LetterData, type Moment, oneLine, shownTime } from '../../mail/letter.js';
import { inUtc } from '../../orders/mailed-ticket.js';
import type { OFFER_MAIL } from './offer-mail.js';

export interface OfferMailData {
  [OFFER_MAIL]: LetterData & { productTitle: string; size: string; style: string; ends: Moment };
}
export type OfferMailContent = { kind: typeof OFFER_MAIL } & OfferMailData[typeof OFFER_MAIL];

/** Tells the first on the waiting list that a slot is theirs for ten minutes. */
export function offerLetter({ name, link, productTitle, size, style, ends }: OfferMailContent): Letter {
  const title = oneLine(productTitle);
  return {
    subject: `A slot is free: ${title}`,
    stamp: 'Your turn',
    title: 'A slot is yours, if you want it.',
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
