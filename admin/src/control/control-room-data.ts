import { tabEntries } from '@supreme-access/contract/entries.js';
import { productTopic, RELEASES_TOPIC } from '@supreme-access/contract/live-topics.js';
import type { AdminProduct } from '@supreme-access/contract/shapes/products.js';
import { useIsFetching, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useDataProvider } from 'react-admin';
import type { dataProvider } from '../data-provider.js';
import { BROKEN, useTopic } from '../streams.js';

/** What the stream does not tell, such as a refund, shows after this. */
const REFRESH_MS = 5_000;
/** At most four requests a second. */
const PACE_MS = 250;

/** The figures of a drop's room, requested again when the stream tells of a change. */
export function useControlRoom({ productId, delisted }: AdminProduct) {
  const { controlRoom } = useDataProvider<typeof dataProvider>();
  const [isBroken, setBroken] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: ['products', 'control-room', { productId }],
    queryFn: ({ signal }) => controlRoom(productId, signal),
    refetchInterval: REFRESH_MS,
  });
  const readSoon = usePaced(refetch);
  const onEvent = (event: string) => {
    setBroken(event === BROKEN);
    if (event !== BROKEN) readSoon();
  };
  useTopic(delisted ? null : productTopic(productId), onEvent);
  useTopic(RELEASES_TOPIC, onEvent);
  return { room: data, error, refetch, isBroken };
}

/** One call at a time, and what is asked for meanwhile is one more. */
function usePaced(act: () => Promise<unknown>): () => void {
  const [pace] = useState(() => ({ isBusy: false, isQueued: false, isGone: false }));
  useEffect(() => {
    pace.isGone = false;
    return () => {
      pace.isGone = true;
    };
  }, [pace]);
  const run = async () => {
    Object.assign(pace, { isBusy: true, isQueued: false });
    await Promise.all([act(), new Promise((resolve) => setTimeout(resolve, PACE_MS))]);
    pace.isBusy = false;
    if (pace.isQueued && !pace.isGone) await run();
  };
  return () => {
    pace.isQueued = true;
    if (!pace.isBusy) void run();
  };
}

const KEPT_AT = 'control-room-scroll';

/** Scrolls back after a reload, once everything is read, because the page is too short before. */
export function useKeptScroll(isReady: boolean): void {
  const client = useQueryClient();
  const reads = useIsFetching();
  useEffect(() => {
    // What is shown from now on has begun to read since it was rendered.
    if (!isReady || reads + client.isFetching() > 0) return;
    const kept = tabEntries.get(KEPT_AT);
    if (kept === null) return;
    tabEntries.remove(KEPT_AT);
    window.scrollTo(0, Number(kept));
  }, [isReady, reads, client]);
  useEffect(() => {
    const keep = () => tabEntries.set(KEPT_AT, String(window.scrollY));
    window.addEventListener('pagehide', keep);
    return () => window.removeEventListener('pagehide', keep);
  }, []);
}
