import { RELEASES_TOPIC } from '@supreme-access/contract/live-topics.js';
import type { ReleaseOutcome, RunningReleases } from '@supreme-access/contract/shapes/releases.js';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useDataProvider } from 'react-admin';
import type { dataProvider } from '../data-provider.js';
import { BROKEN, useTopic } from '../streams.js';

const REFRESH_MS = 5_000;

export interface LiveReleases {
  /** The running releases and those that have just ended; null before the first message. */
  releases: ReleaseOutcome[] | null;
  /** The time of the last message by the viewer's clock, ISO 8601; null while connected. */
  brokenSince: string | null;
}

export function useLiveReleases(isOn = true): LiveReleases {
  const [live, setLive] = useState<LiveReleases>({ releases: null, brokenSince: null });
  useTopic(isOn ? RELEASES_TOPIC : null, (event, data) => {
    if (event === 'releases') setLive({ releases: (data as RunningReleases).releases, brokenSince: null });
    if (event === BROKEN) {
      setLive(({ releases, brokenSince }) => ({ releases, brokenSince: brokenSince ?? new Date().toISOString() }));
    }
  });
  return live;
}

/**
 * The outcome of a drop's release: from the stream while that tells of it, else from a request; undefined while it is
 * unknown.
 */
export function useOutcome(productId: string, startedAt: string | null): ReleaseOutcome | undefined {
  const { outcome } = useDataProvider<typeof dataProvider>();
  const { releases, brokenSince } = useLiveReleases(startedAt !== null);
  const streamed = releases?.find((release) => release.productId === productId);
  const live = brokenSince === null ? streamed : undefined;
  const { data } = useQuery({
    queryKey: ['outcome', productId],
    queryFn: ({ signal }) => outcome(productId, signal),
    enabled: startedAt !== null && !live,
    refetchInterval: ({ state }) => (state.data?.finishedAt ? false : REFRESH_MS),
  });
  return live ?? data ?? streamed;
}
