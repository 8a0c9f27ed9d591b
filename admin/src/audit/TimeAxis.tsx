import { Box, Slider, Typography, useTheme } from '@mui/material';
import { counted } from '@supreme-access/contract/labels.js';
import type { EventAxis } from '@supreme-access/contract/shapes/audit.js';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Drawing } from '../ui/Drawing.js';
import { instant } from '../ui/format.js';
import { Mono } from '../ui/Mono.js';
import { VOLT } from '../ui/tokens.js';
import { type EventQuery, eventsApi } from './events-api.js';

export interface TimeAxisProps {
  query: EventQuery;
  onRange: (range: { from: string; until: string }) => void;
}

/** How many events fit the filter, by time; the slider narrows the filter to a part of it. */
export function TimeAxis({ query, onRange }: TimeAxisProps) {
  const { data: axis, error } = useQuery({
    queryKey: ['events', 'axis', query],
    queryFn: ({ signal }) => eventsApi.axis(query, signal),
    placeholderData: keepPreviousData,
  });
  return (
    <Box component="section" aria-label="Events over time" sx={{ pt: 1 }}>
      {error && <Typography variant="body2">The events could not be counted by time.</Typography>}
      {axis?.from && axis.until && <Axis axis={axis} from={axis.from} until={axis.until} onRange={onRange} />}
    </Box>
  );
}

interface AxisProps extends Pick<TimeAxisProps, 'onRange'> {
  axis: EventAxis;
  from: string;
  until: string;
}

const [WIDTH, HEIGHT] = [600, 56];

function Axis({ axis, from, until, onRange }: AxisProps) {
  const { bars, events, isWhole } = axis;
  const [start, end] = [Date.parse(from), Date.parse(until)];
  const [chosen, setChosen] = useState<number[]>([0, bars.length]);
  useEffect(() => setChosen([0, bars.length]), [bars]);
  const at = (bar: number) => new Date(start + ((end - start) * bar) / bars.length).toISOString();
  const found = `${counted(events, 'event', 'events')}${isWhole ? '' : ' counted, older ones are not'}`;
  const commit = ([low = 0, high = bars.length]: number[]) => {
    if (low < high && (low > 0 || high < bars.length)) onRange({ from: at(low), until: at(high) });
  };
  return (
    <>
      <Bars bars={bars} said={`${found}, from ${instant(from)} to ${instant(until)}`} />
      <Box sx={{ px: 1.25 }}>
        <Slider
          size="small"
          min={0}
          max={bars.length}
          value={chosen}
          getAriaLabel={(thumb) => (thumb === 0 ? 'From' : 'Until')}
          getAriaValueText={(bar) => instant(at(bar))}
          onChange={(_, value) => setChosen(Array.isArray(value) ? value : [value])}
          onChangeCommitted={(_, value) => commit(Array.isArray(value) ? value : [value])}
        />
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2, justifyContent: 'space-between' }}>
        <Mono>{instant(at(chosen[0] ?? 0))}</Mono>
        <Typography variant="body2">{found}</Typography>
        <Mono>{instant(at(chosen[1] ?? bars.length))}</Mono>
      </Box>
    </>
  );
}

function Bars({ bars, said }: { bars: readonly number[]; said: string }) {
  const { palette } = useTheme();
  const most = Math.max(1, ...bars);
  const width = WIDTH / bars.length;
  const drawn = bars
    .map((count, bar) => {
      // One event must stay visible beside thousands.
      const height = count === 0 ? 0 : Math.max(2, ((HEIGHT - 4) * count) / most);
      return height === 0 ? '' : `M${bar * width + 1} ${HEIGHT}v${-height}h${width - 2}v${height}z`;
    })
    .join('');
  return (
    <Drawing width={WIDTH} height={HEIGHT} said={said}>
      <path d={drawn} fill={VOLT} stroke={palette.text.primary} vectorEffect="non-scaling-stroke" />
    </Drawing>
  );
}
