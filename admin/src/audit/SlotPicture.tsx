import { Box, Typography, useTheme } from '@mui/material';
import type { SlotHistory, SlotPoint } from '@supreme-access/contract/logged-events.js';
import { useQuery } from '@tanstack/react-query';
import { Mono } from '../ui/Mono.js';
import { Refusal } from '../ui/Refusal.js';
import { Section } from '../ui/Section.js';
import { VOLT } from '../ui/tokens.js';
import { eventsApi } from './events-api.js';

export interface SlotPictureProps {
  productId: string;
  /** that is looked at */
  revision: number;
}

/** The proof of never oversold as a picture, and as a sentence. */
export function SlotPicture({ productId, revision }: SlotPictureProps) {
  const { data: history, error } = useQuery({
    queryKey: ['slots', productId],
    queryFn: ({ signal }) => eventsApi.slots(productId, signal),
  });
  return (
    <Section title="Slots at every event" sx={{ pt: 4 }}>
      <Refusal error={error} />
      {!history && !error && <Typography role="status">Reading every event…</Typography>}
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
    return `OVERSOLD: after event ${oversoldAt} more slots were held than there were. At most ${mostActive} were held at once.`;
  }
  return `Never oversold: after each of ${revisions} events, no more slots were held than there were; at most ${mostActive}, of ${stock} now.`;
}

const [WIDTH, HEIGHT, LEFT, BELOW] = [1_000, 260, 44, 24];

function Drawing({ history, revision }: { history: SlotHistory; revision: number }) {
  const { palette } = useTheme();
  const { points, revisions, mostActive } = history;
  const top = Math.max(1, mostActive, ...points.map(({ stock }) => stock)) * 1.08;
  const x = (at: number) => LEFT + ((WIDTH - LEFT) * at) / Math.max(1, revisions);
  const y = (slots: number) => (HEIGHT - BELOW) * (1 - slots / top);
  const corner = (point: SlotPoint, height: string) => {
    const across = x(point.revision).toFixed(1);
    return `H${across}V${height}`;
  };
  const stairs = (of: (point: SlotPoint) => number) =>
    `M${LEFT} ${y(0)}${points.map((point) => corner(point, y(of(point)).toFixed(1))).join('')}H${WIDTH}`;
  const active = stairs((point) => point.active);
  const stock = points.at(-1)?.stock ?? 0;
  return (
    <Box sx={{ maxWidth: 1_200 }}>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={verdictOn(history)}
        style={{ width: '100%', height: 'auto', display: 'block' }}
      >
        <path d={`${active}V${y(0)}H${LEFT}Z`} fill={VOLT} />
        <path d={active} fill="none" stroke={palette.text.primary} strokeWidth={1.5} />
        <path
          d={stairs((point) => point.stock)}
          fill="none"
          stroke={palette.error.main}
          strokeWidth={2}
          strokeDasharray="8 4"
        />
        <line x1={LEFT} x2={WIDTH} y1={y(0)} y2={y(0)} stroke={palette.text.primary} />
        {revision >= 0 && (
          <line
            x1={x(revision)}
            x2={x(revision)}
            y1={0}
            y2={y(0)}
            stroke={palette.text.secondary}
            strokeDasharray="2 3"
          />
        )}
        <g fill={palette.text.primary} fontSize={12} fontFamily="monospace">
          <text x={LEFT - 6} y={y(stock) + 4} textAnchor="end">
            {stock}
          </text>
          <text x={LEFT - 6} y={y(0)} textAnchor="end">
            0
          </text>
          <text x={LEFT} y={HEIGHT - 6}>
            event 0
          </text>
          <text x={WIDTH} y={HEIGHT - 6} textAnchor="end">{`event ${revisions - 1}`}</text>
        </g>
      </svg>
      <Mono sx={{ color: 'text.secondary' }}>
        Filled: slots held. Dashed: slots there are. Dotted: the event above.
      </Mono>
    </Box>
  );
}
