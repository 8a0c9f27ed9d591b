import { FALLBACK_PRICE } from '@supreme-access/contract/limits.js';
import { productTopic, SHOP_TOPIC } from '@supreme-access/contract/live-topics.js';
import type { PublicProduct } from '@supreme-access/contract/shapes/products.js';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../../api/api.js';
import { takeFromPage } from '../../api/page-data.js';
import { useSession } from '../../api/session.js';
import { productOf, useLiveDrops } from './live-drops.js';

const POLL_MS = 15_000;

const list = queryOptions({
  queryKey: ['products'],
  queryFn: () => api.get<PublicProduct[]>('/api/products'),
  initialData: () => takeFromPage<PublicProduct[]>('/api/products'),
  initialDataUpdatedAt: 0,
});

export function useProducts() {
  const isConnected = useLiveDrops(SHOP_TOPIC);
  return useQuery({ ...list, refetchInterval: isConnected ? false : POLL_MS });
}

export function useLiveProduct(productId: string, placeholder?: PublicProduct) {
  const isConnected = useLiveDrops(productId ? productTopic(productId) : null);
  return useQuery({
    ...productOf(productId),
    placeholderData: placeholder,
    refetchInterval: isConnected ? false : POLL_MS,
    enabled: productId !== '',
  });
}

/** The product's page for the public, or the one in the shop for signed-in shoppers. */
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
