import { FALLBACK_PRICE } from '@supreme-access/contract/limits.js';
import { productTopic, SHOP_TOPIC } from '@supreme-access/contract/live-topics.js';
import type { PublicProduct } from '@supreme-access/contract/shapes/products.js';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../../api/api.js';
import { takeFromPage } from '../../api/page-data.js';
import { useSession } from '../../api/session.js';
import { productOf, useLiveDrops } from './live-drops.js';

/** how often is asked while no stream stands, ms */
const LOOK_AGAIN = 15_000;

const list = queryOptions({
  queryKey: ['products'],
  queryFn: () => api.get<PublicProduct[]>('/api/products'),
  initialData: () => takeFromPage<PublicProduct[]>('/api/products'),
  initialDataUpdatedAt: 0,
});

/** All that are listed, as they are this second. */
export function useProducts() {
  const stands = useLiveDrops(SHOP_TOPIC);
  return useQuery({ ...list, refetchInterval: stands ? false : LOOK_AGAIN });
}

/** The product as it is this second. */
export function useLiveProduct(productId: string, known?: PublicProduct) {
  const stands = useLiveDrops(productId ? productTopic(productId) : null);
  return useQuery({
    ...productOf(productId),
    placeholderData: known,
    refetchInterval: stands ? false : LOOK_AGAIN,
    enabled: productId !== '',
  });
}

/** Where a product is shown: to everybody, or to who is signed in with all that an account can do. */
export function useProductPath(productId: string): string {
  return `${useSession() ? '/product' : '/purchase'}?productId=${encodeURIComponent(productId)}`;
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
