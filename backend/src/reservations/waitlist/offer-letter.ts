import { sizeLabel } from '@supreme-access/contract/labels.js';
import { TEXTS } from '@supreme-access/contract/texts.js';
import { greeting, type Letter, type LetterData, type Moment, oneLine, shownTime } from '../../mail/letter.js';
import { inUtc } from '../../orders/mailed-ticket.js';
import type { OFFER_MAIL } from './offer-mail.js';

export interface OfferMailData {
  [OFFER_MAIL]: LetterData & { productTitle: string; size: string; style: string; ends: Moment };
}
export type OfferMailContent = { kind: typeof OFFER_MAIL } & OfferMailData[typeof OFFER_MAIL];

/** Tells the first in line that a slot is theirs for ten minutes. */
export function offerLetter({ name, link, productTitle, size, style, ends }: OfferMailContent): Letter {
  const title = oneLine(productTitle);
  return {
    subject: `A slot is free: ${title}`,
    stamp: 'Your turn',
    title: 'A slot is yours, if you want it.',
    paragraphs: [
      ...greeting(name),
      `Somebody gave a slot of ${title} back, and you are next in line. It is held for you until ${shownTime(ends)}.`,
      'Reserve it on its page before then. Afterwards it goes to the next in line.',
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
