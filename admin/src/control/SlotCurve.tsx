import { Box, useTheme } from '@mui/material';
import type { ControlRoom } from '@supreme-access/contract/shapes/releases.js';
import { Drawing } from '../ui/Drawing.js';
import { clock } from '../ui/format.js';
import { Mono } from '../ui/Mono.js';
import { VOLT } from '../ui/tokens.js';

export interface SlotCurveProps extends Pick<ControlRoom, 'stock' | 'steps'> {
  /** ISO 8601; reservations end here. */
  until: string;
}

const [WIDTH, HEIGHT] = [1_000, 140];
const LINE = { fill: 'none', vectorEffect: 'non-scaling-stroke' } as const;

export function SlotCurve({ stock, steps, until }: SlotCurveProps) {
  const { palette } = useTheme();
  const [first, last] = [steps[0], steps.at(-1)];
  if (!first || !last) return <Mono sx={{ color: 'text.secondary' }}>{`No slot of ${stock} is held.`}</Mono>;
  const said = `${last.held} of ${stock} slots are held: the first since ${clock(first.at)}, the last since ${clock(last.at)}.`;
  const start = Date.parse(first.at);
  const span = Math.max(1_000, Date.parse(until) - start);
  const most = Math.max(stock, last.held) * 1.08;
  const x = (at: string) => ((WIDTH * Math.min(1, (Date.parse(at) - start) / span)) as number).toFixed(1);
  const y = (slots: number) => (HEIGHT * (1 - slots / most)).toFixed(1);
  const stairs = `M0 ${y(0)}${steps.map(({ at, held }) => `H${x(at)}V${y(held)}`).join('')}H${WIDTH}`;
  return (
    <Box>
      <Drawing width={WIDTH} height={HEIGHT} said={said}>
        <path d={`${stairs}V${HEIGHT}H0Z`} fill={VOLT} />
        <path d={stairs} stroke={palette.text.primary} strokeWidth={1.5} {...LINE} />
        <path
          d={`M0 ${y(stock)}H${WIDTH}`}
          stroke={palette.error.main}
          strokeWidth={2}
          strokeDasharray="8 4"
          {...LINE}
        />
      </Drawing>
      <Box sx={{ display: 'flex', justifyContent: 'space-between' }}>
        <Mono>{clock(first.at)}</Mono>
        <Mono>{clock(until)}</Mono>
      </Box>
      <Mono sx={{ color: 'text.secondary' }}>{`Filled: ${last.held} held. Dashed line: ${stock} in stock.`}</Mono>
    </Box>
  );
}
