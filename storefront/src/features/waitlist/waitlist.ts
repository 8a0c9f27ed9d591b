import type { PublicProduct, WaitingPlace } from '@supreme-access/contract/shapes/products.js';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { api, messageOf } from '../../api/api.js';
import { serverNow } from '../../api/clock.js';
import { useIntent } from '../../api/intent.js';
import { useSession } from '../../api/session.js';
import { useAlerts } from '../../ui/alert.js';
import { remaining } from '../../ui/countdown.js';
import { useUpdateCount } from '../shop/live-drops.js';
import { OWN_PLACES } from './own-places.js';

const SECOND = 1_000;

export interface WaitlistInput {
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
 * The places of the signed-in shopper. Who is on the list refetches after each event of the drop, because its counts
 * read the same when one leaves and one joins; visitors do not. Hazard: an answer under way may miss the event.
 */
export function usePlaces({ productId }: PublicProduct, isEnabled: boolean): WaitingPlace[] {
  const isSignedIn = useSession() !== null;
  const client = useQueryClient();
  const { data, isFetching } = useQuery({ ...placesOf(productId), enabled: isSignedIn && isEnabled });
  const updates = useUpdateCount(productId);
  const seen = useRef(updates);
  const isOnList = data !== undefined && data.places.length > 0;
  useEffect(() => {
    if (isFetching || seen.current === updates) return;
    seen.current = updates;
    if (isOnList) void client.invalidateQueries({ queryKey: keyOf(productId) });
  }, [client, productId, updates, isFetching, isOnList]);
  return isSignedIn && isEnabled ? (data?.places ?? []) : [];
}

export function useKnowsPlaces(productId: string): boolean {
  return !useQuery({ ...placesOf(productId), enabled: false }).isPending;
}

/** Whether a slot is offered to the shopper, from the cache alone. */
export function useIsOffered(productId: string): boolean {
  const { data } = useQuery({ ...placesOf(productId), enabled: false });
  return data !== undefined && hasOffer(data.places);
}

export function hasOffer(places: readonly WaitingPlace[]): boolean {
  return places.some(({ offeredUntil }) => offeredUntil !== null);
}

export function useWaitlist({ productId }: Pick<PublicProduct, 'productId'>) {
  const send = useIntent();
  const client = useQueryClient();
  const alerts = useAlerts();
  const refresh = () =>
    Promise.all([keyOf(productId), OWN_PLACES].map((queryKey) => client.invalidateQueries({ queryKey })));
  const join = async (input: WaitlistInput) => {
    await send<Answer>(pathOf(productId), input, () => input);
    await refresh();
  };
  const leave = async (profileId: string) => {
    try {
      await api.delete<Answer>(`${pathOf(productId)}?profileId=${encodeURIComponent(profileId)}`);
    } catch (error) {
      alerts.show('danger', messageOf(error));
    }
    await refresh();
  };
  return { join, leave };
}

export function waitingText(waiting: number): string {
  return waiting === 0 ? 'Nobody is waiting' : `${waiting} waiting`;
}

/** Whether an offer that was shown here has expired unused. */
export function useOfferExpired(places: readonly WaitingPlace[]): boolean {
  const [expired, setExpired] = useState(false);
  const offered = useRef<string | null>(null);
  const until = places.find(({ offeredUntil }) => offeredUntil !== null)?.offeredUntil ?? null;
  useEffect(() => {
    const before = offered.current;
    offered.current = until;
    if (until !== null) setExpired(false);
    else if (before !== null) setExpired(Date.parse(before) <= serverNow());
  }, [until]);
  return expired;
}

const ORDINALS = new Intl.PluralRules('en', { type: 'ordinal' });
const ENDINGS: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' };

/** `3rd` */
export function ordinal(rank: number): string {
  return `${rank}${ENDINGS[ORDINALS.select(rank)] ?? 'th'}`;
}

/** What is left of an offer, as `9:05`; never below zero, never more than was given. */
export function minutesLeft(until: string, second: number): string {
  const { minutes, seconds } = remaining(Math.floor(Date.parse(until) / SECOND) * SECOND - second);
  return `${minutes}:${String(seconds).padStart(2, '0')}`;
}
