import type { PublicProduct } from '@supreme-access/contract/api-types.js';
import { FALLBACK_PRICE } from '@supreme-access/contract/limits.js';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/api.js';
import { type LiveEvent, MISSED, useLive } from '../../api/live.js';

/** how often a list of drops looks again while somebody watches it, ms */
const LOOK_AGAIN = 10_000;

const list = queryOptions({
  queryKey: ['products'],
  queryFn: () => api.get<PublicProduct[]>('/api/products'),
  refetchInterval: LOOK_AGAIN,
});

export function useProducts() {
  return useQuery(list);
}

export function useLiveProduct(productId: string, known?: PublicProduct) {
  const client = useQueryClient();
  const queryKey = ['product', productId];
  const path = `/api/products/${encodeURIComponent(productId)}`;
  const query = useQuery({
    queryKey,
    queryFn: () => api.get<PublicProduct>(path),
    placeholderData: known,
    refetchInterval: 3 * LOOK_AGAIN,
    enabled: productId !== '',
  });
  useLive(productId ? `${path}/stream` : null, (event) => {
    if (event.event === MISSED) return void client.invalidateQueries({ queryKey });
    client.setQueryData<PublicProduct>(queryKey, (product) => product && withSlots(product, event));
  });
  return query;
}

export function withSlots(product: PublicProduct, { event, data }: LiveEvent): PublicProduct {
  if (event !== 'slots' || typeof data !== 'object' || data === null) return product;
  const { reserved, remaining } = data as { reserved?: unknown; remaining?: unknown };
  return typeof reserved === 'number' && typeof remaining === 'number' ? { ...product, reserved, remaining } : product;
}

export function shownPrice({ price }: PublicProduct): number {
  return price || FALLBACK_PRICE;
}

export function stylesOf({ styles }: PublicProduct): string[] {
  return styles
    .split(',')
    .map((style) => style.trim())
    .filter(Boolean);
}
