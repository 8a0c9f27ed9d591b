import type { OwnPlace } from '@supreme-access/contract/shapes/products.js';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/api.js';
import { useSession } from '../../api/session.js';

export const OWN_PLACES = ['places'];
/** A shopper on a waiting list polls for offers; everybody else asks once. */
const POLL_MS = 10_000;

/** Every place of the shopper on a waiting list, offers first. */
export function useOwnPlaces(): readonly OwnPlace[] {
  const isSignedIn = useSession() !== null;
  const { data } = useQuery({
    queryKey: OWN_PLACES,
    queryFn: async () => (await api.get<{ places: OwnPlace[] }>('/api/user/waitlist')).places,
    enabled: isSignedIn,
    refetchInterval: ({ state }) => (state.data && state.data.length > 0 ? POLL_MS : false),
  });
  return isSignedIn ? (data ?? []) : [];
}

export function productPath({ productId }: Pick<OwnPlace, 'productId'>): string {
  return `/product?productId=${encodeURIComponent(productId)}`;
}
