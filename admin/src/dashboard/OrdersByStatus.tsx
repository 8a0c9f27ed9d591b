import { Box } from '@mui/material';
import type { OrderCounts } from '@supreme-access/contract/shapes/orders.js';
import { ORDER_STATUSES, type OrderStatus } from '@supreme-access/contract/statuses.js';
import { Link } from 'react-router-dom';
import { allOf } from '../orders/order-counts.js';
import { Mono } from '../ui/Mono.js';
import { Section } from '../ui/Section.js';
import { StatusMark } from '../ui/StatusMark.js';
import { VOLT } from '../ui/tokens.js';
import { REAL } from './figures-data.js';

export function OrdersByStatus({ counts }: { counts: OrderCounts | undefined }) {
  return (
    <Section title="Orders by status">
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {ORDER_STATUSES.map((status) => (
          <StatusBar key={status} status={status} counts={counts} />
        ))}
      </Box>
    </Section>
  );
}

function StatusBar({ status, counts }: { status: OrderStatus; counts: OrderCounts | undefined }) {
  const count = counts?.[status] ?? 0;
  const share = counts ? count / Math.max(1, allOf(counts)) : 0;
  const waits = status === 'action_required';
  return (
    <Box component="li" sx={{ borderBottom: 1, borderColor: 'divider' }}>
      <Box
        component={Link}
        to={`/orders?filter=${encodeURIComponent(JSON.stringify({ ...REAL, status }))}`}
        sx={{
          display: 'grid',
          gridTemplateColumns: '136px minmax(0, 1fr) 52px',
          alignItems: 'center',
          gap: 1.5,
          minHeight: 44,
          color: 'inherit',
          textDecoration: 'none',
          fontSize: '0.8125rem',
          '&:hover': { bgcolor: 'action.hover' },
        }}
      >
        <Box>
          <StatusMark status={status} />
          {status === 'fail' && <Box sx={{ color: 'text.secondary', fontSize: '0.75rem', pl: 2.5 }}>not charged</Box>}
        </Box>
        <Box
          sx={{
            width: `${share * 100}%`,
            minWidth: count ? 2 : 0,
            height: 16,
            bgcolor: waits ? VOLT : 'text.primary',
            ...(waits && count ? { border: 1, borderColor: 'text.primary' } : {}),
          }}
        />
        <Mono sx={{ textAlign: 'right', fontSize: '0.875rem' }}>{counts ? count : '–'}</Mono>
      </Box>
    </Box>
  );
}
