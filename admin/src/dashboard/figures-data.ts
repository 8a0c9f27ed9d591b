import { viewerZone } from '@supreme-access/contract/clocks.js';
import type { ReleaseOutcome } from '@supreme-access/contract/shapes/releases.js';
import type { Board, DayFigures } from '@supreme-access/contract/shapes/reports.js';
import { useQuery } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import type { dataProvider } from '../data-provider.js';

const REFRESH_MS = 15_000;
/** During a release the day's figures must keep up with the release's own. */
const REFRESH_IN_RELEASE_MS = 2_000;
const CHARTS_REFRESH = 60_000;

export function refreshFor(releases: readonly ReleaseOutcome[] | null): number {
  return releases && releases.length > 0 ? REFRESH_IN_RELEASE_MS : REFRESH_MS;
}

export function useFigures(refresh: number) {
  const { board } = useDataProvider<typeof dataProvider>();
  const zone = viewerZone();
  return useQuery<Board, Error>({
    queryKey: ['board', zone],
    queryFn: ({ signal }) => board(zone, signal),
    refetchInterval: refresh,
  });
}

export function useDays() {
  const { reportDays } = useDataProvider<typeof dataProvider>();
  const zone = viewerZone();
  return useQuery<DayFigures[], Error>({
    queryKey: ['report-days', zone],
    queryFn: ({ signal }) => reportDays(zone, signal),
    refetchInterval: CHARTS_REFRESH,
  });
}

/** Test orders are left out of every figure, and of the list that a figure leads to. */
export const REAL = { livemode: true };

/** Figures count archived orders, too. */
const COUNTED = { ...REAL, archived: [true, false] };

export function ordersWith(filter: object): string {
  return `/orders?filter=${encodeURIComponent(JSON.stringify({ ...COUNTED, ...filter }))}`;
}

type Day = Pick<DayFigures, 'startsAt' | 'endsAt'>;

export function orderedOn({ startsAt, endsAt }: Day): object {
  return { orderDate_gte: startsAt, orderDate_lt: endsAt };
}

/** `until` is the last millisecond of the day. */
export function eventsOn({ startsAt, endsAt }: Day, type: string): string {
  const until = new Date(Date.parse(endsAt) - 1).toISOString();
  return `/events?${new URLSearchParams({ type, from: startsAt, until })}`;
}

/** `98.5%`; a dash where nothing has ended. */
export function percent(rate: number | null): string {
  return rate === null ? '–' : `${(Math.floor(rate * 1_000) / 10).toFixed(1)}%`;
}
