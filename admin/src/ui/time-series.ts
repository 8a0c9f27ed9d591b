import { timeText } from '@supreme-access/contract/clocks.js';
import { day, instant } from './format.js';
import { VOLT } from './tokens.js';

export interface TimeSeries {
  label: string;
  /** one for each time */
  values: readonly number[];
  /** in volt: what the chart is looked at for */
  matters?: boolean;
}

export interface TimesShown {
  /** oldest first: calendar days ('2026-11-22') or instants in ISO 8601 */
  times: readonly string[];
  series: readonly TimeSeries[];
  /** how a value is written; as it is when left out */
  show?: (value: number) => string;
}

/** px */
export const CHART_HEIGHT = 240;

const isDay = (time: string) => time.length === 'yyyy-mm-dd'.length;
export const timeLabel = (time: string) => (isDay(time) ? day(time, 'UTC') : instant(time));

/** '22 Nov', or '11:00' of an instant. */
export function tickLabel(time: string): string {
  const parts = isDay(time)
    ? ({ day: '2-digit', month: 'short', timeZone: 'UTC' } as const)
    : ({ hour: 'numeric', minute: '2-digit' } as const);
  return timeText(time, parts);
}

/** The fills of the series: volt for what matters, ink and then greys of the theme for the rest. */
export function fillsOf(series: readonly TimeSeries[], [ink = '', ...greys]: readonly string[]): string[] {
  const rest = [ink, ...greys];
  return series.map(({ matters }) => (matters ? VOLT : (rest.shift() ?? ink)));
}
