import { mailClaimed, mailDone, mailDue } from '../../mail/mailing.js';
import { unreachable } from '../../platform/decider.js';
import { type DueChange, dueRule } from '../../platform/due/due.projection.js';
import type { ProductEvent } from '../../products/product.js';
import { OFFERED, type OfferMailEvent, offerIdOf } from './offer-mail.js';

export const LAPSE_OFFER = 'lapse-offer';
export const OFFER_MAILS = 'offer';

/** An offer ends at its time; the mail that tells of it is due at once, and not any more when the offer is over. */
export const waitlistDue = dueRule<ProductEvent | OfferMailEvent>(
  ['product', 'offer'],
  (event): readonly DueChange[] => {
    const { id } = event;
    switch (event.type) {
      case 'SlotOffered': {
        const offerId = offerIdOf(id, event.data.place);
        return [
          { kind: LAPSE_OFFER, id: offerId, dueAt: event.data.endsAt },
          mailDue(OFFER_MAILS, offerId, OFFERED, event.at),
        ];
      }
      case 'OfferLapsed':
        return [{ kind: LAPSE_OFFER, id: offerIdOf(id, event.data.place), done: true }];
      case 'WaitlistLeft':
        return event.data.offered ? [{ kind: LAPSE_OFFER, id: offerIdOf(id, event.data.place), done: true }] : [];
      case 'MailClaimed':
        return [mailClaimed(OFFER_MAILS, id, event.data)];
      case 'MailSent':
      case 'MailBounced':
      case 'MailSuppressed':
        return [mailDone(OFFER_MAILS, id, event.data.mailId)];
      case 'ProductCreated':
      case 'ProductEdited':
      case 'ProductDelisted':
      case 'SlotReserved':
      case 'SlotReleased':
      case 'ReservationVoided':
      case 'WaitlistJoined':
      case 'ReleaseStarted':
      case 'ReleaseFinished':
      case 'DropCancelled':
      case 'HoldersTold':
        return [];
      default:
        return unreachable(event);
    }
  },
);
