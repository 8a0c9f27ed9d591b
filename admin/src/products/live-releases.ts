import { RELEASES_TOPIC } from '@supreme-access/contract/live-topics.js';
import type { ReleaseOutcome, RunningReleases } from '@supreme-access/contract/shapes/releases.js';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useDataProvider } from 'react-admin';
import type { dataProvider } from '../data-provider.js';
import { BROKEN, useTopic } from '../streams.js';

export interface LiveReleases {
  /** those that run, and those that have ended just now; null: nothing was told yet */
  releases: ReleaseOutcome[] | null;
  /** when they were told last, ISO 8601, by the viewer's clock; null while the connection stands */
  brokenSince: string | null;
}

/** The figures of the releases that run, as they are this second. */
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

/** What came of a drop's release: live while it runs, as it was asked for once it is over; undefined: not known yet. */
export function useOutcome(productId: string, startedAt: string | null): ReleaseOutcome | undefined {
  const { outcome } = useDataProvider<typeof dataProvider>();
  const { releases } = useLiveReleases(startedAt !== null);
  const { data } = useQuery({
    queryKey: ['outcome', productId],
    queryFn: ({ signal }) => outcome(productId, signal),
    enabled: startedAt !== null,
  });
  return releases?.find((release) => release.productId === productId) ?? data;
}
