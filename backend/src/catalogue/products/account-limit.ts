import type { Map as IMap } from 'immutable';
import { noSlot } from './slot-refusals.js';

/** How many slots and waiting list places one account may have of a drop; guests are told apart by card and by network. */

/** HMACs under a key of the product's own: nothing elsewhere is recognised by them. */
export interface GuestMarks {
  /** of the card's fingerprint */
  card: string;
  /** of the network the request came from, IPv6 by its /64; absent: an admin made the order */
  network?: string;
}
interface Holder {
  /** null: a guest */
  accountId: string | null;
  guest?: GuestMarks;
}
export type Counts = IMap<string, number>;

/** A network is many households: its guests may have so many times what one account may. */
const TIMES_PER_NETWORK = 10;

const ofAccount = (accountId: string) => `account ${accountId}`;
const ofCard = (card: string) => `card ${card}`;
const ofNetwork = (network: string) => `network ${network}`;

function namesOf({ accountId, guest }: Holder): string[] {
  if (accountId !== null) return [ofAccount(accountId)];
  if (!guest) return [];
  return [ofCard(guest.card), ...(guest.network === undefined ? [] : [ofNetwork(guest.network)])];
}

export function counted(counts: Counts, holder: Holder, more: 1 | -1): Counts {
  return namesOf(holder).reduce((all, name) => {
    const count = all.get(name, 0) + more;
    return count > 0 ? all.set(name, count) : all.remove(name);
  }, counts);
}

interface Asking extends Holder {
  /** of the setting; absent: any number */
  limitPerAccount?: number;
}
interface Counted {
  slotsOf: Counts;
  placesOf: Counts;
}

/** Whether one more is allowed; the product's own limit counts before the setting. @throws Refused 'limit-per-account' */
export function assertBelow(
  { accountId, guest, limitPerAccount }: Asking,
  { slotsOf, placesOf }: Counted,
  offer: { limitPerAccount: number | null },
): void {
  const limit = offer.limitPerAccount ?? limitPerAccount ?? Number.POSITIVE_INFINITY;
  const has = (name: string) => slotsOf.get(name, 0) + placesOf.get(name, 0);
  if (accountId !== null && has(ofAccount(accountId)) >= limit) {
    const text = `You have reached the limit for this drop. One account may hold this many slots and waiting list places: ${limit}.`;
    throw noSlot('limit-per-account', text);
  }
  if (accountId !== null || !guest) return;
  if (has(ofCard(guest.card)) >= limit) {
    throw noSlot(
      'limit-per-account',
      `This card has reached the limit for this drop. One card may hold this many slots: ${limit}.`,
    );
  }
  const most = limit * TIMES_PER_NETWORK;
  if (guest.network !== undefined && has(ofNetwork(guest.network)) >= most) {
    const text = `Guests on your network have reached the limit for this drop: ${most} slots. Log in to reserve.`;
    throw noSlot('limit-per-account', text);
  }
}
