import { Box, Typography, useTheme } from '@mui/material';
import { counted } from '@supreme-access/contract/labels.js';
import type { SlotHistory, SlotPoint } from '@supreme-access/contract/shapes/audit.js';
import { useQuery } from '@tanstack/react-query';
import { Mono } from '../ui/Mono.js';
import { Refusal } from '../ui/Refusal.js';
import { Section } from '../ui/Section.js';
import { VOLT } from '../ui/tokens.js';
import { eventsApi } from './events-api.js';

export interface SlotPictureProps {
  productId: string;
  revision: number;
}

/** A chart that proves that the drop was never oversold. */
export function SlotPicture({ productId, revision }: SlotPictureProps) {
  const { data: history, error } = useQuery({
    queryKey: ['slots', productId],
    queryFn: ({ signal }) => eventsApi.slots(productId, signal),
  });
  return (
    <Section title="Slots at every event" sx={{ pt: 4 }}>
      <Refusal error={error} />
      {!history && !error && <Typography role="status">Loading every event…</Typography>}
      {history && (
        <>
          <Typography
            sx={{ fontWeight: 600, color: history.oversoldAt === null ? 'success.main' : 'error.main', pb: 1 }}
          >
            {verdictOn(history)}
          </Typography>
          <Drawing history={history} revision={revision} />
        </>
      )}
    </Section>
  );
}

export function verdictOn({ revisions, mostActive, oversoldAt, points }: SlotHistory): string {
  const stock = points.at(-1)?.stock ?? 0;
  if (oversoldAt !== null) {
    return `OVERSOLD: after event ${oversoldAt}, more slots were held than existed. At most ${mostActive} were held at once.`;
  }
  return `Never oversold: ${counted(revisions, 'event', 'events')} checked. At most ${mostActive} slots were held at once; there are ${stock} now.`;
}

/** The units are the drawing's own; it is stretched to its container. */
const [WIDTH, HEIGHT] = [1_000, 240];

function Drawing({ history, revision }: { history: SlotHistory; revision: number }) {
  const { palette } = useTheme();
  const { points, revisions, mostActive } = history;
  const most = Math.max(1, mostActive, ...points.map(({ stock }) => stock));
  const x = (at: number) => ((WIDTH * at) / Math.max(1, revisions)).toFixed(1);
  const y = (slots: number) => (HEIGHT * (1 - slots / (most * 1.08))).toFixed(1);
  const stairs = (of: (point: SlotPoint) => number) => {
    const start = `M0 ${y(points[0] ? of(points[0]) : 0)}`;
    return `${start}${points.map((point) => `H${x(point.revision)}V${y(of(point))}`).join('')}H${WIDTH}`;
  };
  const active = stairs((point) => point.active);
  const line = { fill: 'none', vectorEffect: 'non-scaling-stroke' } as const;
  return (
    <Box sx={{ maxWidth: 1_200 }}>
      <Mono sx={{ color: 'text.secondary' }}>{`Up to ${counted(most, 'slot', 'slots')}`}</Mono>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={verdictOn(history)}
        style={{ width: '100%', height: HEIGHT, display: 'block' }}
      >
        <path d={`${active}V${HEIGHT}H0Z`} fill={VOLT} />
        <path d={active} stroke={palette.text.primary} strokeWidth={1.5} {...line} />
        <path
          d={stairs((point) => point.stock)}
          stroke={palette.error.main}
          strokeWidth={2}
          strokeDasharray="8 4"
          {...line}
        />
        <path d={`M0 ${HEIGHT}H${WIDTH}`} stroke={palette.text.primary} strokeWidth={2} {...line} />
        {revision >= 0 && (
          <path d={`M${x(revision)} 0V${HEIGHT}`} stroke={palette.text.secondary} strokeDasharray="2 3" {...line} />
        )}
      </svg>
      <Box sx={{ display: 'flex', justifyContent: 'space-between' }}>
        <Mono>event 0</Mono>
        <Mono>{`event ${revisions - 1}`}</Mono>
      </Box>
      <Mono sx={{ color: 'text.secondary' }}>
        Filled: slots held. Dashed line: total slots. Dotted line: the event shown above.
      </Mono>
    </Box>
  );
}
