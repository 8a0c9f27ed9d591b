import type { Map as IMap } from 'immutable';
import { noSlot } from './slot-refusals.js';

/** Limits the slots and waiting list places that one account, guest card or guest network may hold of a drop. */

/** HMACs under a key of the product, so that they match in no other product. */
export interface GuestMarks {
  card: string;
  /** of the client's network, IPv6 by its /64; absent for an order that an admin made */
  network?: string;
}
interface Holder {
  /** null: a guest */
  accountId: string | null;
  guest?: GuestMarks;
}
export type Counts = IMap<string, number>;

/** Many households share a network, so its limit is this many times that of an account. */
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
  /** from the settings; absent: unlimited */
  limitPerAccount?: number;
}
interface Counted {
  slotsOf: Counts;
  placesOf: Counts;
}

/** The limit of the product takes precedence over the setting. @throws Refused 'limit-per-account' */
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
