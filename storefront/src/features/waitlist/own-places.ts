import type { OwnPlace } from '@supreme-access/contract/shapes/products.js';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/api.js';
import { useSession } from '../../api/session.js';

export const OWN_PLACES = ['places'];
/** how often whoever waits asks whether a slot is offered to them, ms; everybody else asks once */
const LOOK_AGAIN = 10_000;

/** Every waiting list that the signed-in shopper is on, what is offered first. */
export function useOwnPlaces(): readonly OwnPlace[] {
  const isSignedIn = useSession() !== null;
  const { data } = useQuery({
    queryKey: OWN_PLACES,
    queryFn: async () => (await api.get<{ places: OwnPlace[] }>('/api/user/waitlist')).places,
    enabled: isSignedIn,
    refetchInterval: ({ state }) => (state.data && state.data.length > 0 ? LOOK_AGAIN : false),
  });
  return isSignedIn ? (data ?? []) : [];
}

export function productPath({ productId }: Pick<OwnPlace, 'productId'>): string {
  return `/product?productId=${encodeURIComponent(productId)}`;
}
