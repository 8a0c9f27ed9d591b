import { timeText } from '@supreme-access/contract/clocks.js';
import { day, instant } from './format.js';
import { VOLT } from './tokens.js';

export interface TimeSeries {
  label: string;
  /** The list has one value for each time. */
  values: readonly number[];
  matters?: boolean;
}

export interface TimesShown {
  /** Calendar days ('2026-11-22') or ISO 8601 instants, oldest first. */
  times: readonly string[];
  series: readonly TimeSeries[];
  show?: (value: number) => string;
}

/** The unit is px. */
export const CHART_HEIGHT = 240;

const isDay = (time: string) => time.length === 'yyyy-mm-dd'.length;
export const timeLabel = (time: string) => (isDay(time) ? day(time, 'UTC') : instant(time));

/** `22 Nov` of a day, `11:00` of an instant. */
export function tickLabel(time: string): string {
  const parts = isDay(time)
    ? ({ day: '2-digit', month: 'short', timeZone: 'UTC' } as const)
    : ({ hour: 'numeric', minute: '2-digit' } as const);
  return timeText(time, parts);
}

export function fillsOf(series: readonly TimeSeries[], [ink = '', ...greys]: readonly string[]): string[] {
  const rest = [ink, ...greys];
  return series.map(({ matters }) => (matters ? VOLT : (rest.shift() ?? ink)));
}
