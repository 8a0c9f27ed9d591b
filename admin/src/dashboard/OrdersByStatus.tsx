import { Box } from '@mui/material';
import { ORDER_STATUSES, type OrderStatus } from '@supreme-access/contract/statuses.js';
import { Count, type SortPayload, useGetList } from 'react-admin';
import { Link } from 'react-router-dom';
import { Section } from '../ui/Section.js';
import { StatusMark } from '../ui/StatusMark.js';
import { mono, VOLT } from '../ui/tokens.js';

/** Tests are left out of every figure, and of the list that a figure leads to. */
const REAL = { livemode: true };
const NEWEST: SortPayload = { field: 'orderDate', order: 'DESC' };

export function OrdersByStatus({ refresh }: { refresh: number }) {
  return (
    <Section title="Orders by status">
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {ORDER_STATUSES.map((status) => (
          <StatusBar key={status} status={status} refresh={refresh} />
        ))}
      </Box>
    </Section>
  );
}

function StatusBar({ status, refresh }: { status: OrderStatus; refresh: number }) {
  const filter = { ...REAL, status };
  const all = useTotal(REAL, refresh);
  const total = useTotal(filter, refresh);
  const waits = status === 'action_required';
  return (
    <Box component="li" sx={{ borderBottom: 1, borderColor: 'divider' }}>
      <Box
        component={Link}
        to={`/orders?filter=${encodeURIComponent(JSON.stringify(filter))}`}
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
        {/* volt for what waits for a person */}
        <Box
          sx={{
            width: `${(total / Math.max(1, all)) * 100}%`,
            minWidth: total ? 2 : 0,
            height: 16,
            bgcolor: waits ? VOLT : 'text.primary',
            ...(waits && total ? { border: 1, borderColor: 'text.primary' } : {}),
          }}
        />
        <Count
          resource="orders"
          filter={filter}
          sort={NEWEST}
          sx={{ ...mono, textAlign: 'right', fontSize: '0.875rem' }}
        />
      </Box>
    </Box>
  );
}

function useTotal(filter: object, refresh: number): number {
  const wish = { pagination: { page: 1, perPage: 1 }, sort: NEWEST, filter };
  return useGetList('orders', wish, { refetchInterval: refresh }).total ?? 0;
}
