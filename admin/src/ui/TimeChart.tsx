import { Box, Table, TableBody, TableCell, TableHead, TableRow } from '@mui/material';
import { useState } from 'react';
import { lazily } from './lazily.js';
import { Mono } from './Mono.js';
import { CHART_HEIGHT, fillsOf, type TimeSeries, type TimesShown, timeLabel } from './time-series.js';

/** Only who opens a chart loads its library. */
const TimeBars = lazily(async () => (await import('./TimeBars.js')).TimeBars, null);

export interface TimeChartProps extends TimesShown {
  title: string;
}

export function TimeChart({ title, ...shown }: TimeChartProps) {
  return (
    <Box component="figure" aria-label={title} sx={{ m: 0, minWidth: 0 }}>
      <Legend series={shown.series} />
      <Box aria-hidden sx={{ height: CHART_HEIGHT }}>
        <TimeBars {...shown} />
      </Box>
      <Numbers title={title} {...shown} />
    </Box>
  );
}

function Legend({ series }: { series: readonly TimeSeries[] }) {
  const fills = fillsOf(series, ['text.primary', 'text.secondary', 'divider']);
  return (
    <Box aria-hidden sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2, rowGap: 0.5, fontSize: '0.8125rem' }}>
      {series.map(({ label }, place) => (
        <Box component="span" key={label} sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.75 }}>
          <Box
            component="span"
            sx={{ width: 10, height: 10, border: 1, borderColor: 'text.primary', bgcolor: fills[place] }}
          />
          {label}
        </Box>
      ))}
    </Box>
  );
}

function Numbers({ title, times, series, show = String }: TimeChartProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Box
      component="details"
      onToggle={(event) => setOpen((event.currentTarget as HTMLDetailsElement).open)}
      sx={{ fontSize: '0.8125rem' }}
    >
      <Box component="summary" sx={{ cursor: 'pointer', color: 'text.secondary', py: 0.5 }}>
        As a table
      </Box>
      {isOpen && (
        <Box
          component="section"
          aria-label={`${title}, as a table`}
          // A scrollable region must be reachable by keyboard (axe: scrollable-region-focusable).
          tabIndex={0}
          sx={{ maxHeight: 320, overflow: 'auto' }}
        >
          <Table size="small" stickyHeader>
            <TableHead>
              <TableRow>
                <TableCell>Time</TableCell>
                {series.map(({ label }) => (
                  <TableCell key={label} align="right">
                    {label}
                  </TableCell>
                ))}
              </TableRow>
            </TableHead>
            <TableBody>
              {times.map((time, at) => (
                <TableRow key={time}>
                  <TableCell component="th" scope="row">
                    <Mono>{timeLabel(time)}</Mono>
                  </TableCell>
                  {series.map(({ label, values }) => (
                    <TableCell key={label} align="right">
                      <Mono>{show(values[at] ?? 0)}</Mono>
                    </TableCell>
                  ))}
                </TableRow>
              ))}
            </TableBody>
          </Table>
        </Box>
      )}
    </Box>
  );
}
