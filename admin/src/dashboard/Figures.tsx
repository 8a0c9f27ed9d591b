import { Box } from '@mui/material';
import { counted, money } from '@supreme-access/contract/labels.js';
import type { Board } from '@supreme-access/contract/report-types.js';
import { Link } from 'react-router-dom';
import { day, lapse } from '../ui/format.js';
import { Section } from '../ui/Section.js';
import { INK, mono, VOLT } from '../ui/tokens.js';
import { orderedOn, ordersWith, percent } from './board.js';

/** Further down on the same page. */
const RELEASES = '#releases';

interface Figure {
  label: string;
  value: string;
  note: string;
  /** the list behind it */
  to: string;
  /** waits for a person */
  waits?: boolean;
}

function figuresOf({
  today,
  currency,
  refundsDue,
  promises,
  disputes,
  proofs,
  lateness,
  projectionLag,
}: Board): Figure[] {
  const ended = today.succeeded + today.failed;
  return [
    {
      label: 'Reservations today',
      value: String(today.reservations),
      note: `${today.withdrawn} withdrawn`,
      to: ordersWith(orderedOn(today.day)),
    },
    {
      label: 'Success rate today',
      value: percent(today.successRate),
      note: `${today.succeeded} of ${ended} ended`,
      to: RELEASES,
    },
    {
      label: 'Fees today',
      value: money(today.charged, currency),
      note: `${today.charges} charged`,
      to: eventsOf(today.day, 'FeeCharged'),
    },
    {
      label: 'Refunded today',
      value: money(today.refunded, currency),
      note: counted(today.refunds, 'refund', 'refunds'),
      to: eventsOf(today.day, 'FeeRefunded'),
    },
    {
      label: 'Refunds due',
      value: String(refundsDue),
      note: 'money to go back',
      to: ordersWith({ status: 'refund_pending' }),
      waits: refundsDue > 0,
    },
    {
      label: 'Disputes open',
      value: String(disputes.open),
      note: disputes.soonestDueBy === null ? 'none is due' : `evidence due ${day(disputes.soonestDueBy)}`,
      to: `/disputes?filter=${encodeURIComponent(JSON.stringify({ state: 'open' }))}`,
      waits: disputes.open > 0,
    },
    {
      label: 'Proof to review',
      value: String(proofs),
      note: 'orders with a mail that waits',
      to: '/proofs',
      waits: proofs > 0,
    },
    {
      label: 'Promises open',
      value: String(promises.open),
      note: 'to end within 72 hours',
      to: ordersWith({ promised: true }),
    },
    {
      label: 'Longest lateness',
      value: lapse(lateness),
      note: 'first attempt, 30 days',
      to: RELEASES,
    },
    {
      label: 'Read models behind',
      value: String(projectionLag),
      note: 'events to fold',
      to: '/system',
    },
  ];
}

/** What the log holds of a day, ms to ms. */
function eventsOf(day: string, type: string): string {
  const times = { from: `${day}T00:00:00.000Z`, until: `${day}T23:59:59.999Z` };
  return `/events?${new URLSearchParams({ type, ...times })}`;
}

/** How the day stands. Each figure leads to the list that it counts. */
export function Figures({ board }: { board: Board }) {
  return (
    <Section
      title="Today"
      aside={<Box sx={{ ...mono, color: 'text.secondary' }}>{`${board.today.day} UTC, without test orders`}</Box>}
    >
      <Box
        component="ul"
        sx={{
          listStyle: 'none',
          m: 0,
          p: 0,
          display: 'grid',
          gridTemplateColumns: { xs: '1fr 1fr', md: 'repeat(3, 1fr)' },
          columnGap: 2,
          rowGap: 0,
        }}
      >
        {figuresOf(board).map((figure) => (
          <Box component="li" key={figure.label} sx={{ borderBottom: 1, borderColor: 'divider', minWidth: 0 }}>
            <FigureBox figure={figure} />
          </Box>
        ))}
      </Box>
    </Section>
  );
}

function FigureBox({ figure: { label, value, note, to, waits } }: { figure: Figure }) {
  const place = to.startsWith('#') ? { component: 'a', href: to } : { component: Link, to };
  return (
    <Box
      {...place}
      sx={{
        display: 'block',
        py: 1.25,
        minHeight: 44,
        color: 'inherit',
        textDecoration: 'none',
        '&:hover': { bgcolor: 'action.hover' },
      }}
    >
      <Box sx={{ fontSize: '0.8125rem' }}>{label}</Box>
      <Box
        component="span"
        sx={{
          ...mono,
          display: 'inline-block',
          fontSize: { xs: '1.25rem', md: '1.5rem' },
          fontWeight: 600,
          py: 0.25,
          ...(waits ? { bgcolor: VOLT, color: INK, px: 0.5, border: 1, borderColor: INK } : {}),
        }}
      >
        {value}
      </Box>
      <Box sx={{ color: 'text.secondary', fontSize: '0.75rem' }}>{note}</Box>
    </Box>
  );
}
