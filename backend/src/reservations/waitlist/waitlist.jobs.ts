import type { ProductEvent } from '../../catalogue/products/product.js';
import type { StaffEvent } from '../../customers/access/staff.js';
import type { AccountEvent } from '../../customers/accounts/account.js';
import type { ProfileEvent } from '../../customers/profiles/profile.js';
import { unreachable } from '../../event-sourcing/decider.js';
import { type JobChange, jobRule } from '../../jobs/jobs.projection.js';
import { type MailName, mailJobs } from '../../mail/mail.js';
import { type LostPlacesEvent, lossIdOf, type PlacesLost } from './lost-places.js';
import { CANCEL_MAIL, OFFER_MAIL } from './offer-mail-template.js';

export const LAPSE_OFFER = 'lapse-offer';
export const GIVE_UP_PLACES = 'give-up-places';

/** A product never reuses a place, so the place identifies the offer. */
function offerIdOf(productId: string, place: number): string {
  return `${productId}.${place}`;
}
export function productOf(offerId: string): string {
  return offerId.slice(0, offerId.lastIndexOf('.'));
}

function offerMail(productId: string, place: number): MailName {
  return { about: `product-${productId}`, kind: OFFER_MAIL, which: String(place) };
}
export function cancelMail(productId: string, accountId: string): MailName {
  return { about: `product-${productId}`, kind: CANCEL_MAIL, which: accountId };
}

export const waitlistDue = jobRule<ProductEvent>(['product'], (event): readonly JobChange[] => {
  const { id } = event;
  switch (event.type) {
    case 'SlotOffered': {
      const offerId = offerIdOf(id, event.data.place);
      return [
        { kind: LAPSE_OFFER, id: offerId, dueAt: event.data.endsAt },
        mailJobs(offerMail(id, event.data.place), event.at),
      ];
    }
    case 'OfferLapsed':
      return [{ kind: LAPSE_OFFER, id: offerIdOf(id, event.data.place), done: true }];
    case 'WaitlistLeft':
      return event.data.offered ? [{ kind: LAPSE_OFFER, id: offerIdOf(id, event.data.place), done: true }] : [];
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
});

type Taken =
  | Extract<ProfileEvent, { type: 'ProfileRemoved' }>
  | Extract<AccountEvent, { type: 'AccountLocked' }>
  | Extract<StaffEvent, { type: 'RoleTaken' }>;
const LOST_BY: Readonly<Record<Taken['type'], PlacesLost>> = {
  ProfileRemoved: 'profile-removed',
  AccountLocked: 'account-locked',
  RoleTaken: 'role-taken',
};

export const lostPlacesDue = jobRule<Taken | LostPlacesEvent>(
  ['profile', 'account', 'staff', 'waiting'],
  (event): readonly JobChange[] => {
    const id = event.type === 'RoleTaken' ? event.data.accountId : event.id;
    if (event.type === 'PlacesGivenUp')
      return [{ kind: GIVE_UP_PLACES, id: lossIdOf({ id, ...event.data }), done: true }];
    const reason = (LOST_BY as Readonly<Record<string, PlacesLost | undefined>>)[event.type];
    if (reason === undefined) return [];
    return [{ kind: GIVE_UP_PLACES, id: lossIdOf({ id, reason, cause: event.eventId }), dueAt: event.at }];
  },
);
