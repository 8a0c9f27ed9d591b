import { Box } from '@mui/material';
import { counted, money, zoneCity } from '@supreme-access/contract/labels.js';
import type { Board, DayFigures } from '@supreme-access/contract/shapes/reports.js';
import { Link } from 'react-router-dom';
import { day, lapse } from '../ui/format.js';
import { Section } from '../ui/Section.js';
import { mono } from '../ui/tokens.js';
import { eventsOn, orderedOn, ordersWith, percent } from './figures-data.js';

const RELEASES = '#releases';

interface Figure {
  label: string;
  value: string;
  note: string;
  /** The path of the list that the figure counts. */
  to: string;
}

function figuresOf({ today, currency, refundsDue, promises, lateness, projectionLag }: Board): Figure[] {
  const ended = today.succeeded + today.failed;
  return [
    {
      label: 'Reservations today',
      value: String(today.reservations),
      note: `${today.withdrawn} withdrawn`,
      to: ordersWith(orderedOn(today)),
    },
    {
      label: 'Success rate today',
      value: percent(today.successRate),
      note: `${today.succeeded} of ${counted(ended, 'finished order', 'finished orders')}`,
      to: RELEASES,
    },
    {
      label: 'Fees today',
      value: money(today.charged, currency),
      note: counted(today.charges, 'charge', 'charges'),
      to: eventsOn(today, 'FeeCharged'),
    },
    {
      label: 'Refunded today',
      value: money(today.refunded, currency),
      note: refundsOf(today),
      to: eventsOn(today, 'FeeRefunded'),
    },
    {
      label: 'Refunds due',
      value: String(refundsDue),
      note: 'not paid back yet',
      to: ordersWith({ status: 'refund_pending' }),
    },
    {
      label: 'Open guarantees',
      value: String(promises.open),
      note: 'must end within 72 hours',
      to: ordersWith({ promised: true }),
    },
    {
      label: 'Longest delay',
      value: lapse(lateness),
      note: 'first attempt, last 30 days',
      to: RELEASES,
    },
    {
      label: 'Events not shown yet',
      value: String(projectionLag),
      note: 'behind in the read models',
      to: '/system?show=read-models',
    },
  ];
}

/** The list behind the figure contains failed refunds, too. */
function refundsOf({ refunds, refundsFailed }: DayFigures): string {
  const made = counted(refunds, 'refund', 'refunds');
  return refundsFailed === 0 ? made : `${made}, ${refundsFailed} failed later`;
}

export function Figures({ board }: { board: Board }) {
  return (
    <Section
      title="Today"
      aside={
        <Box
          sx={{ ...mono, color: 'text.secondary' }}
        >{`${day(board.today.startsAt, board.zone)}, ${zoneCity(board.zone)} time, without test orders`}</Box>
      }
    >
      <Box
        component="ul"
        sx={{
          listStyle: 'none',
          m: 0,
          p: 0,
          display: 'grid',
          gridTemplateColumns: { xs: '1fr 1fr', md: 'repeat(4, 1fr)' },
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

function FigureBox({ figure: { label, value, note, to } }: { figure: Figure }) {
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
        }}
      >
        {value}
      </Box>
      <Box sx={{ color: 'text.secondary', fontSize: '0.75rem' }}>{note}</Box>
    </Box>
  );
}
