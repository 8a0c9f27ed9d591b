import type { PublicProduct } from '@supreme-access/contract/shapes/products.js';
import type { LiveEventName, LiveEvents, Progress } from '@supreme-access/contract/shapes/releases.js';
import {
  notifyManager,
  type QueryClient,
  queryOptions,
  skipToken,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useCallback, useState, useSyncExternalStore } from 'react';
import { api } from '../../api/api.js';
import { BROKEN, type LiveEvent, MISSED, useLive } from '../../api/live.js';
import { takeFromPage } from '../../api/page-data.js';
import { refetchPending } from '../../api/query-client.js';

type News = { [Name in LiveEventName]: { event: Name; data: LiveEvents[Name] } }[LiveEventName];

const LISTED = ['products'];
const progressKey = (productId: string) => ['product', productId, 'progress'];
const pathOf = (productId: string) => `/api/products/${encodeURIComponent(productId)}`;

export const productOf = (productId: string) =>
  queryOptions({
    queryKey: ['product', productId],
    queryFn: () => api.get<PublicProduct>(pathOf(productId)),
    initialData: () => takeFromPage<PublicProduct>(pathOf(productId)),
    initialDataUpdatedAt: 0,
  });

/** The product after an event; an event of another product changes nothing. */
export function dropAfter(product: PublicProduct, news: News): PublicProduct {
  if (news.event === 'products') return news.data.find(({ productId }) => productId === product.productId) ?? product;
  if (news.data.productId !== product.productId) return product;
  switch (news.event) {
    case 'product':
    case 'slots':
    case 'scheduled':
    case 'moved':
    case 'slot-freed':
      return { ...product, ...news.data };
    case 'started':
      return { ...product, releaseStartedAt: news.data.startedAt };
    case 'finished':
      return {
        ...product,
        releaseStartedAt: product.releaseStartedAt ?? news.data.finishedAt,
        releaseFinishedAt: news.data.finishedAt,
      };
    case 'sold-out':
      return { ...product, remaining: 0 };
    case 'gone':
    case 'progress':
      return product;
  }
}

export function shopAfter(products: readonly PublicProduct[], news: News): PublicProduct[] {
  if (news.event === 'products') return news.data;
  if (news.event === 'gone') return products.filter(({ productId }) => productId !== news.data.productId);
  const isNew = news.event === 'product' && !products.some(({ productId }) => productId === news.data.productId);
  return isNew ? [news.data, ...products] : products.map((product) => dropAfter(product, news));
}

function applyEvent(client: QueryClient, { event, data }: LiveEvent): void {
  if (typeof data !== 'object' || data === null) return;
  const news = { event, data } as News;
  client.setQueryData<PublicProduct[]>(LISTED, (listed) =>
    listed || news.event === 'products' ? shopAfter(listed ?? [], news) : listed,
  );
  if (news.event === 'products') return;
  const { productId } = news.data;
  if (news.event === 'progress') client.setQueryData<Progress>(progressKey(productId), news.data);
  // A hidden product may still be visible to staff.
  if (news.event === 'gone') void client.invalidateQueries({ queryKey: productOf(productId).queryKey, exact: true });
  client.setQueryData<PublicProduct>(
    productOf(productId).queryKey,
    (cached) => (cached ? dropAfter(cached, news) : undefined) ?? (news.event === 'product' ? news.data : cached),
  );
  if (news.event === 'scheduled' || news.event === 'moved') refetchPending(client, productOf(productId).queryKey);
}

/**
 * Writes the stream's events into the query cache; returns whether the stream is connected. `also` receives them too.
 */
export function useLiveDrops(topic: string | null, also?: (event: LiveEvent) => void): boolean {
  const client = useQueryClient();
  const [isConnected, setIsConnected] = useState(false);
  useLive(topic, (event) => {
    if (event.event === MISSED || event.event === BROKEN) setIsConnected(event.event === MISSED);
    else applyEvent(client, event);
    also?.(event);
  });
  return isConnected;
}

/** The release's progress from the stream; nothing requests it. */
export function useProgress(productId: string): Progress | undefined {
  return useQuery<Progress>({ queryKey: progressKey(productId), queryFn: skipToken }).data;
}

/** A drop as the stream last sent it; nothing requests it. */
export function useStreamedDrop(productId: string): PublicProduct | undefined {
  return useQuery({ ...productOf(productId), enabled: false }).data;
}

/** A counter of answers and stream events about a drop; it rises also where the drop's data is unchanged. */
export function useUpdateCount(productId: string): number {
  const client = useQueryClient();
  const subscribe = useCallback(
    (onUpdate: () => void) => client.getQueryCache().subscribe(notifyManager.batchCalls(onUpdate)),
    [client],
  );
  return useSyncExternalStore(
    subscribe,
    () => client.getQueryState(productOf(productId).queryKey)?.dataUpdateCount ?? 0,
  );
}
