import type { PublicProduct, WaitingPlace } from '@supreme-access/contract/shapes/products.js';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { api, messageOf } from '../../api/api.js';
import { serverNow } from '../../api/clock.js';
import { useIntent } from '../../api/intent.js';
import { useSession } from '../../api/session.js';
import { useAlerts } from '../../ui/alert.js';
import { remaining } from '../../ui/countdown.js';
import { useTimesTold } from '../shop/live-drops.js';
import { OWN_PLACES } from './own-places.js';

const SECOND = 1_000;

export interface WaitWish {
  profileId: string;
  size: string;
  style: string;
}
interface Answer {
  places: WaitingPlace[];
}

const pathOf = (productId: string) => `/api/user/products/${encodeURIComponent(productId)}/waitlist`;

const keyOf = (productId: string) => ['waitlist', productId];

const placesOf = (productId: string) =>
  queryOptions({ queryKey: keyOf(productId), queryFn: () => api.get<Answer>(pathOf(productId)) });

/**
 * Where the signed-in person stands. Who is on the list asks again whenever something is told of the drop, for its numbers read the same
 * where one leaves and one joins; the many who only look on do not. What is told while an answer is under way may not be in it.
 */
export function usePlaces({ productId }: PublicProduct, asked: boolean): WaitingPlace[] {
  const isSignedIn = useSession() !== null;
  const client = useQueryClient();
  const { data, isFetching } = useQuery({ ...placesOf(productId), enabled: isSignedIn && asked });
  const told = useTimesTold(productId);
  const heeded = useRef(told);
  const isInLine = data !== undefined && data.places.length > 0;
  useEffect(() => {
    if (isFetching || heeded.current === told) return;
    heeded.current = told;
    if (isInLine) void client.invalidateQueries({ queryKey: keyOf(productId) });
  }, [client, productId, told, isFetching, isInLine]);
  return isSignedIn && asked ? (data?.places ?? []) : [];
}

/** Whether it is known where the signed-in person stands, or that nobody can tell. */
export function useKnowsPlaces(productId: string): boolean {
  return !useQuery({ ...placesOf(productId), enabled: false }).isPending;
}

/** Whether a slot is offered to who looks, as far as it is known; asks nobody. */
export function useIsOffered(productId: string): boolean {
  const { data } = useQuery({ ...placesOf(productId), enabled: false });
  return data !== undefined && hasOffer(data.places);
}

export function hasOffer(places: readonly WaitingPlace[]): boolean {
  return places.some(({ offeredUntil }) => offeredUntil !== null);
}

export function useLine({ productId }: Pick<PublicProduct, 'productId'>) {
  const send = useIntent();
  const client = useQueryClient();
  const alerts = useAlerts();
  const told = () =>
    Promise.all([keyOf(productId), OWN_PLACES].map((queryKey) => client.invalidateQueries({ queryKey })));
  const join = async (wish: WaitWish) => {
    await send<Answer>(pathOf(productId), wish, () => wish);
    await told();
  };
  const leave = async (profileId: string) => {
    try {
      await api.delete<Answer>(`${pathOf(productId)}?profileId=${encodeURIComponent(profileId)}`);
    } catch (error) {
      alerts.show('danger', messageOf(error));
    }
    await told();
  };
  return { join, leave };
}

/** '3 waiting' */
export function inLine(waiting: number): string {
  return waiting === 0 ? 'Nobody is waiting' : `${waiting} waiting`;
}

/** Whether an offer that was shown here has passed by: its time is over, and it was not taken. */
export function useLapsed(places: readonly WaitingPlace[]): boolean {
  const [lapsed, setLapsed] = useState(false);
  const offered = useRef<string | null>(null);
  const until = places.find(({ offeredUntil }) => offeredUntil !== null)?.offeredUntil ?? null;
  useEffect(() => {
    const before = offered.current;
    offered.current = until;
    if (until !== null) setLapsed(false);
    else if (before !== null) setLapsed(Date.parse(before) <= serverNow());
  }, [until]);
  return lapsed;
}

const ORDINALS = new Intl.PluralRules('en', { type: 'ordinal' });
const ENDINGS: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' };

/** '3rd' */
export function ordinal(rank: number): string {
  return `${rank}${ENDINGS[ORDINALS.select(rank)] ?? 'th'}`;
}

/** '9:05', what is left of an offer at a whole second; never below zero, never more than was given. */
export function minutesLeft(until: string, second: number): string {
  const { minutes, seconds } = remaining(Math.floor(Date.parse(until) / SECOND) * SECOND - second);
  return `${minutes}:${String(seconds).padStart(2, '0')}`;
}
