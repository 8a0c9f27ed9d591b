import { useTheme } from '@mui/material';
import { BarChart } from '@mui/x-charts/BarChart';
import { CHART_HEIGHT, fillsOf, type TimesShown, tickLabel, timeLabel } from './time-series.js';
import { MONO } from './tokens.js';

const ticks = { fontFamily: MONO, fontSize: 10, letterSpacing: '-0.02em' };

/** The chart (https://mui.com/x/react-charts/bars/) is hidden from the keyboard, because a table has its numbers. */
export function TimeBars({ times, series, show = String }: TimesShown) {
  const { palette } = useTheme();
  const ink = palette.text.primary;
  const fills = fillsOf(series, [ink, palette.text.secondary, palette.divider]);
  const isEmpty = series.every(({ values }) => values.every((value) => value === 0));
  return (
    <BarChart
      height={CHART_HEIGHT}
      hideLegend
      skipAnimation
      disableKeyboardNavigation
      grid={{ horizontal: true }}
      margin={{ left: 0, right: 8, top: 12, bottom: 0 }}
      xAxis={[
        {
          scaleType: 'band',
          data: [...times],
          valueFormatter: (time: string, { location }) => (location === 'tick' ? tickLabel(time) : timeLabel(time)),
          tickLabelStyle: ticks,
          height: 28,
        },
      ]}
      yAxis={[
        {
          min: 0,
          ...(isEmpty ? { max: 1 } : {}),
          tickMinStep: 1,
          // A fixed width would cut amounts.
          width: 'auto',
          valueFormatter: show,
          tickLabelStyle: ticks,
          disableLine: true,
        },
      ]}
      series={series.map(({ label, values }, place) => ({
        label,
        data: [...values],
        color: fills[place] ?? ink,
        valueFormatter: (value: number | null) => (value === null ? '' : show(value)),
      }))}
      sx={{
        // Volt alone has too little contrast on paper (WCAG 2.2, 1.4.11).
        '& .MuiBarChart-element': { stroke: ink, strokeWidth: 1 },
        '& .MuiChartsGrid-line': { stroke: palette.divider },
        '& .MuiChartsAxis-line, & .MuiChartsAxis-tick': { stroke: ink },
      }}
    />
  );
}
