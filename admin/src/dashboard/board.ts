import type { ReleaseOutcome } from '@supreme-access/contract/live.js';
import type { Board, DayFigures } from '@supreme-access/contract/report-types.js';
import { useQuery } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import type { dataProvider } from '../data-provider.js';

/** Of the board and of what comes with it, ms. */
const REFRESH = 15_000;
/** While a release is told beside them: what it bought and charged is not missed long in the day's figures. */
const REFRESH_IN_RELEASE = 2_000;
const CHARTS_REFRESH = 60_000;

export function refreshFor(releases: readonly ReleaseOutcome[] | null): number {
  return releases && releases.length > 0 ? REFRESH_IN_RELEASE : REFRESH;
}

export function useBoard(refresh: number) {
  const { board } = useDataProvider<typeof dataProvider>();
  return useQuery<Board, Error>({
    queryKey: ['board'],
    queryFn: ({ signal }) => board(signal),
    refetchInterval: refresh,
  });
}

export function useDays() {
  const { reportDays } = useDataProvider<typeof dataProvider>();
  return useQuery<DayFigures[], Error>({
    queryKey: ['report-days'],
    queryFn: ({ signal }) => reportDays(signal),
    refetchInterval: CHARTS_REFRESH,
  });
}

/** Tests are left out of every figure, and of the list that a figure leads to. */
export const REAL = { livemode: true };

/** The same with what was archived. */
const COUNTED = { ...REAL, archived: [true, false] };

export function ordersWith(filter: object): string {
  return `/orders?filter=${encodeURIComponent(JSON.stringify({ ...COUNTED, ...filter }))}`;
}

/** `day`: '2026-11-22', UTC */
export function orderedOn(day: string): object {
  const begins = Date.parse(`${day}T00:00:00Z`);
  const at = (ms: number) => new Date(ms).toISOString();
  return { orderDate_gte: at(begins), orderDate_lt: at(begins + 86_400_000) };
}

/** '98.5%'; null: nothing has ended */
export function percent(rate: number | null): string {
  return rate === null ? '–' : `${(Math.floor(rate * 1_000) / 10).toFixed(1)}%`;
}
