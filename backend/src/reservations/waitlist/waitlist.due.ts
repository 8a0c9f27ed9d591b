import type { StaffEvent } from '../../access/staff.js';
import type { AccountEvent } from '../../accounts/account.js';
import { mailClaimed, mailDone, mailDue } from '../../mail/mailing.js';
import { unreachable } from '../../platform/decider.js';
import { type DueChange, dueRule } from '../../platform/due/due.projection.js';
import type { ProductEvent } from '../../products/product.js';
import type { ProfileEvent } from '../../profiles/profile.js';
import { type LostPlacesEvent, lossIdOf, type PlacesLost } from './lost-places.js';
import { OFFERED, type OfferMailEvent, offerIdOf } from './offer-mail.js';

export const LAPSE_OFFER = 'lapse-offer';
export const OFFER_MAILS = 'offer';
export const GIVE_UP_PLACES = 'give-up-places';

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
      case 'MailRequested':
        return [mailDue(OFFER_MAILS, id, event.data, event.at)];
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

type Taken =
  | Extract<ProfileEvent, { type: 'ProfileRemoved' }>
  | Extract<AccountEvent, { type: 'AccountLocked' }>
  | Extract<StaffEvent, { type: 'RoleTaken' }>;
const LOST_BY: Readonly<Record<Taken['type'], PlacesLost>> = {
  ProfileRemoved: 'profile-removed',
  AccountLocked: 'account-locked',
  RoleTaken: 'role-taken',
};

/** Whoever loses what a place in line rests on may have places: whether there are any is looked up. */
export const lostPlacesDue = dueRule<Taken | LostPlacesEvent>(
  ['profile', 'account', 'staff', 'waiting'],
  (event): readonly DueChange[] => {
    const id = event.type === 'RoleTaken' ? event.data.accountId : event.id;
    if (event.type === 'PlacesGivenUp')
      return [{ kind: GIVE_UP_PLACES, id: lossIdOf({ id, ...event.data }), done: true }];
    const reason = (LOST_BY as Readonly<Record<string, PlacesLost | undefined>>)[event.type];
    if (reason === undefined) return [];
    return [{ kind: GIVE_UP_PLACES, id: lossIdOf({ id, reason, cause: event.eventId }), dueAt: event.at }];
  },
);
