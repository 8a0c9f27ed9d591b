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

/** A product once this has happened to it; what happened to another leaves it as it is. */
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

/** All that are listed, once this has happened. */
export function shopAfter(products: readonly PublicProduct[], news: News): PublicProduct[] {
  if (news.event === 'products') return news.data;
  if (news.event === 'gone') return products.filter(({ productId }) => productId !== news.data.productId);
  const isNew = news.event === 'product' && !products.some(({ productId }) => productId === news.data.productId);
  return isNew ? [news.data, ...products] : products.map((product) => dropAfter(product, news));
}

function hear(client: QueryClient, { event, data }: LiveEvent): void {
  if (typeof data !== 'object' || data === null) return;
  const news = { event, data } as News;
  client.setQueryData<PublicProduct[]>(LISTED, (listed) =>
    listed || news.event === 'products' ? shopAfter(listed ?? [], news) : listed,
  );
  if (news.event === 'products') return;
  const { productId } = news.data;
  if (news.event === 'progress') client.setQueryData<Progress>(progressKey(productId), news.data);
  // It may be hidden, and still be there for whoever works here.
  if (news.event === 'gone') void client.invalidateQueries({ queryKey: productOf(productId).queryKey, exact: true });
  client.setQueryData<PublicProduct>(
    productOf(productId).queryKey,
    (known) => (known ? dropAfter(known, news) : undefined) ?? (news.event === 'product' ? news.data : known),
  );
}

/** Puts what the stream tells where the queries are, and tells whether it stands. `also`: who else listens to it. */
export function useLiveDrops(topic: string | null, also?: (event: LiveEvent) => void): boolean {
  const client = useQueryClient();
  const [stands, setStands] = useState(false);
  useLive(topic, (event) => {
    if (event.event === MISSED || event.event === BROKEN) setStands(event.event === MISSED);
    else hear(client, event);
    also?.(event);
  });
  return stands;
}

/** How far the release is, as a stream tells it; nothing asks for it. */
export function useProgress(productId: string): Progress | undefined {
  return useQuery<Progress>({ queryKey: progressKey(productId), queryFn: skipToken }).data;
}

/** A drop as a stream that is listened to has told it; nothing asks for it. */
export function useToldDrop(productId: string): PublicProduct | undefined {
  return useQuery({ ...productOf(productId), enabled: false }).data;
}

/** How often something has been told of a drop, by a stream or by an answer: more each time, also where the drop reads the same. */
export function useTimesTold(productId: string): number {
  const client = useQueryClient();
  const subscribe = useCallback(
    (onTold: () => void) => client.getQueryCache().subscribe(notifyManager.batchCalls(onTold)),
    [client],
  );
  return useSyncExternalStore(
    subscribe,
    () => client.getQueryState(productOf(productId).queryKey)?.dataUpdateCount ?? 0,
  );
}
