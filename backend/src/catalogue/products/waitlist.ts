import { OFFER_MS, type Size, WAITLIST_MOST } from '@supreme-access/contract/limits.js';
import { Map as IMap } from 'immutable';
import { Command, type CommandOf, Refused, unreachable } from '../../event-sourcing/decider.js';
import { type Counts, counted } from './account-limit.js';
import { noSlot } from './slot-refusals.js';

/** The waiting list of a sold-out drop, first in, first out. Offers take slots, so it shares the product's stream. */

interface Waiting {
  /** from 1, never reused */
  place: number;
  accountId: string;
  profileId: string;
  /** HMAC of the person, derived per product */
  person: string;
  size: Size;
  style: string;
}
interface Offered extends Waiting {
  /** ms UTC */
  offeredAt: number;
  endsAt: number;
}
type Whose = Pick<Waiting, 'place' | 'accountId' | 'profileId'>;

export type LeftFor = 'left' | 'erased' | 'profile-removed' | 'account-locked' | 'role-taken';

export type WaitlistEvent =
  | { type: 'WaitlistJoined'; data: Waiting & { joinedAt: number } }
  | { type: 'WaitlistLeft'; data: Whose & { reason: LeftFor | 'reserved'; offered: boolean } }
  | { type: 'SlotOffered'; data: Whose & { offeredAt: number; endsAt: number } }
  | { type: 'OfferLapsed'; data: Whose & { reason: 'time' | 'release' | 'cancelled' } };

export interface Unserved {
  /** places without a slot, recorded after the last checkout; absent: none */
  unserved?: readonly number[];
}

export class JoinWaitlist extends Command<{
  accountId: string;
  profileId: string;
  person: string;
  size: Size;
  style: string;
  /** limit from the settings; absent: unlimited */
  limitPerAccount?: number;
}> {
  readonly type = 'JoinWaitlist';
}
export class LeaveWaitlist extends Command<{
  accountId: string;
  profileId: string | null;
  reason: LeftFor;
}> {
  readonly type = 'LeaveWaitlist';
}
export class LapseOffers extends Command<Record<string, never>> {
  readonly type = 'LapseOffers';
}
export const waitlistCommands = { JoinWaitlist, LeaveWaitlist, LapseOffers };
export type WaitlistCommand = CommandOf<typeof waitlistCommands>;

export interface WaitlistState {
  line: IMap<number, Waiting>;
  offers: IMap<number, Offered>;
  places: IMap<string, number>;
  placesOf: Counts;
  firstPlace: number;
  lastPlace: number;
  /** places without a slot, until they are recorded */
  unserved: readonly number[];
  /** accounts with a place or an offer at the cancellation, by place, until the release is finished */
  cancelledPlaces: IMap<number, string>;
}

export const NO_LINE: WaitlistState = {
  line: IMap(),
  offers: IMap(),
  places: IMap(),
  placesOf: IMap(),
  firstPlace: 1,
  lastPlace: 0,
  unserved: [],
  cancelledPlaces: IMap(),
};

/** Stores limit the bytes of a batch; the next event offers the rest. */
const OFFERS_AT_ONCE = 500;

const ofProfile = (profileId: string) => `profile ${profileId}`;
const ofPerson = (person: string) => `person ${person}`;

export function placeOf({ places }: WaitlistState, profileId: string, person: string | null): number | undefined {
  return places.get(ofProfile(profileId)) ?? (person === null ? undefined : places.get(ofPerson(person)));
}

export function rankOf({ line, firstPlace }: WaitlistState, place: number): number {
  if (!line.has(place)) return 0;
  let rank = 1;
  for (let before = firstPlace; before < place; before += 1) if (line.has(before)) rank += 1;
  return rank;
}

/** Differs after every change of the list: a place is never reused and never waits again. */
export function lineMark({ lastPlace, line, offers }: WaitlistState): string {
  return `${lastPlace} ${line.size} ${offers.size}`;
}

export interface Door {
  isHeld: boolean;
  free: number;
  /** @throws Refused 'limit-per-account' */
  checkLimit: () => void;
}

export function decideWaitlist(
  command: WaitlistCommand,
  state: WaitlistState,
  door: (join: JoinWaitlist) => Door,
  now: number,
): WaitlistEvent[] {
  switch (command.type) {
    case 'JoinWaitlist':
      return join(command, state, door(command), now);
    case 'LeaveWaitlist':
      return leave(command, state);
    case 'LapseOffers':
      return [...state.offers.values()]
        .filter(({ endsAt }) => endsAt <= now)
        .toSorted((a, b) => a.place - b.place)
        .map((offer) => lapsed(offer, 'time'));
    default:
      return unreachable(command);
  }
}

function join({ data }: JoinWaitlist, state: WaitlistState, door: Door, now: number): WaitlistEvent[] {
  const { accountId, profileId, person } = data;
  const place = placeOf(state, profileId, person);
  if (place !== undefined) {
    const own = state.line.get(place) ?? state.offers.get(place);
    if (own?.profileId !== profileId || own.accountId !== accountId) throw noSlot('duplicate');
    const ended = state.offers.get(place);
    if (!ended || now < ended.endsAt) return [];
    // The profile may have become another person's since.
    if (door.isHeld || (placeOf(state, '', person) ?? place) !== place) throw noSlot('duplicate');
    return [lapsed(ended, 'time'), joinedAs(data, state, now)];
  }
  if (door.isHeld) throw noSlot('duplicate');
  door.checkLimit();
  if (door.free > 0) throw new Refused('not-sold-out', 'conflict', 'Slots are available. Reserve one instead.');
  if (state.line.size >= WAITLIST_MOST) {
    throw new Refused('waitlist-full', 'conflict', 'The waiting list is full.');
  }
  return [joinedAs(data, state, now)];
}

function joinedAs(
  { accountId, profileId, person, size, style }: JoinWaitlist['data'],
  { lastPlace }: WaitlistState,
  now: number,
): WaitlistEvent {
  const waiting = { place: lastPlace + 1, accountId, profileId, person, size, style };
  return { type: 'WaitlistJoined', data: { ...waiting, joinedAt: now } };
}

function leave({ data }: LeaveWaitlist, state: WaitlistState): WaitlistEvent[] {
  const { accountId, profileId, reason } = data;
  const isOwn = (one: Waiting | undefined): one is Waiting => one?.accountId === accountId;
  if (profileId === null) {
    const own = [...state.line.values(), ...state.offers.values()].filter(isOwn);
    return own.toSorted((a, b) => a.place - b.place).map((one) => left(one, reason, state));
  }
  const place = placeOf(state, profileId, null) ?? 0;
  const own = state.line.get(place) ?? state.offers.get(place);
  return isOwn(own) ? [left(own, reason, state)] : [];
}

/** A slot ends the place of its profile, and the place of its person under another profile. */
export function leftForSlot(state: WaitlistState, profileId: string, person: string): WaitlistEvent[] {
  const places = new Set([placeOf(state, profileId, null), placeOf(state, '', person)]);
  return [...places].flatMap((place) => {
    const own = place === undefined ? undefined : (state.line.get(place) ?? state.offers.get(place));
    return own ? [left(own, 'reserved', state)] : [];
  });
}

export function endOffers({ offers }: WaitlistState, reason: 'release' | 'cancelled'): WaitlistEvent[] {
  return [...offers.values()].toSorted((a, b) => a.place - b.place).map((offer) => lapsed(offer, reason));
}

export function endedLine({ line, unserved }: WaitlistState): WaitlistState {
  return { ...NO_LINE, unserved: [...unserved, ...line.keys()].toSorted((a, b) => a - b) };
}

/** Keeps the accounts for the cancellation mails. All offers must have ended. */
export function cancelledLine(state: WaitlistState): WaitlistState {
  const waited = state.line.map(({ accountId }) => accountId);
  return { ...endedLine(state), cancelledPlaces: state.cancelledPlaces.merge(waited) };
}

export const unservedOf = ({ unserved }: WaitlistState): Unserved => (unserved.length === 0 ? {} : { unserved });

/** `closesAt`: ms UTC; an offer never outlasts the reservation period. */
export function nextOffers(state: WaitlistState, free: number, closesAt: number | null, now: number): WaitlistEvent[] {
  const most = Math.min(free, OFFERS_AT_ONCE, state.line.size);
  const offered: WaitlistEvent[] = [];
  const endsAt = Math.min(now + OFFER_MS, closesAt ?? Number.POSITIVE_INFINITY);
  for (let place = state.firstPlace; offered.length < most; place += 1) {
    const next = state.line.get(place);
    if (next) offered.push({ type: 'SlotOffered', data: { ...whose(next), offeredAt: now, endsAt } });
  }
  return offered;
}

function whose({ place, accountId, profileId }: Waiting): Whose {
  return { place, accountId, profileId };
}
function left(one: Waiting, reason: LeftFor | 'reserved', { offers }: WaitlistState): WaitlistEvent {
  return { type: 'WaitlistLeft', data: { ...whose(one), reason, offered: offers.has(one.place) } };
}
function lapsed(one: Waiting, reason: 'time' | 'release' | 'cancelled'): WaitlistEvent {
  return { type: 'OfferLapsed', data: { ...whose(one), reason } };
}

export function evolveWaitlist<State extends WaitlistState>(state: State, event: WaitlistEvent): State {
  switch (event.type) {
    case 'WaitlistJoined': {
      const { joinedAt: _, ...waiting } = event.data;
      const { place, profileId, person } = waiting;
      const places = state.places.set(ofProfile(profileId), place).set(ofPerson(person), place);
      const placesOf = counted(state.placesOf, waiting, 1);
      return { ...state, places, placesOf, line: state.line.set(place, waiting), lastPlace: place };
    }
    case 'WaitlistLeft':
      return withoutPlace(state, event.data.place);
    case 'OfferLapsed': {
      const { place, accountId, reason } = event.data;
      const rest = withoutPlace(state, place);
      if (reason !== 'cancelled') return rest;
      return { ...rest, cancelledPlaces: rest.cancelledPlaces.set(place, accountId) };
    }
    case 'SlotOffered': {
      const { place, offeredAt, endsAt } = event.data;
      const waiting = state.line.get(place);
      if (!waiting) return state;
      const offers = state.offers.set(place, { ...waiting, offeredAt, endsAt });
      return { ...state, offers, ...withoutFirst(state, place) };
    }
    default:
      return unreachable(event);
  }
}

function withoutPlace<State extends WaitlistState>(state: State, place: number): State {
  const own = state.line.get(place) ?? state.offers.get(place);
  if (!own) return state;
  const places = state.places.remove(ofProfile(own.profileId)).remove(ofPerson(own.person));
  const placesOf = counted(state.placesOf, own, -1);
  return { ...state, places, placesOf, offers: state.offers.remove(place), ...withoutFirst(state, place) };
}

function withoutFirst({ line, firstPlace, lastPlace }: WaitlistState, place: number) {
  const rest = line.remove(place);
  let first = firstPlace;
  while (first <= lastPlace && !rest.has(first)) first += 1;
  return { line: rest, firstPlace: first };
}

/** An offer is valid to the millisecond, even if its lapse is recorded late. */
export function isOfferedTo(
  { accountId, profileId }: { accountId: string | null; profileId: string },
  { offers }: WaitlistState,
  place: number,
  now: number,
): boolean {
  const offered = offers.get(place);
  return offered?.profileId === profileId && offered.accountId === accountId && now < offered.endsAt;
}
