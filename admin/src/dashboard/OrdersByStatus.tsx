import { Box } from '@mui/material';
import { ORDER_STATUSES, type OrderStatus } from '@supreme-access/contract/statuses.js';
import { useQueries } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import { Link } from 'react-router-dom';
import { Mono } from '../ui/Mono.js';
import { Section } from '../ui/Section.js';
import { StatusMark } from '../ui/StatusMark.js';
import { VOLT } from '../ui/tokens.js';

export function OrdersByStatus({ refresh }: { refresh: number }) {
  const totals = useStatusTotals(refresh);
  const highest = Math.max(1, ...totals.map((total) => total ?? 0));
  return (
    <Section title="Orders by status">
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {ORDER_STATUSES.map((status, index) => (
          <StatusBar key={status} status={status} total={totals[index]} highest={highest} />
        ))}
      </Box>
    </Section>
  );
}

function StatusBar({ status, total, highest }: { status: OrderStatus; total: number | undefined; highest: number }) {
  const share = ((total ?? 0) / highest) * 100;
  return (
    <Box component="li" sx={{ borderBottom: 1, borderColor: 'divider' }}>
      <Box
        component={Link}
        to={`/orders?filter=${encodeURIComponent(JSON.stringify(realOf(status)))}`}
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
            width: `${share}%`,
            minWidth: total ? 2 : 0,
            height: 16,
            bgcolor: status === 'action_required' ? VOLT : 'text.primary',
            ...(status === 'action_required' && total ? { border: 1, borderColor: 'text.primary' } : {}),
          }}
        />
        <Mono sx={{ textAlign: 'right', fontSize: '0.875rem' }}>{total ?? '–'}</Mono>
      </Box>
    </Box>
  );
}

/** Tests are left out of every figure, and of the list that a figure leads to. */
function realOf(status: OrderStatus) {
  return { status, livemode: true };
}

/** The lists' own totals, one question per status. */
function useStatusTotals(refresh: number): (number | undefined)[] {
  const dataProvider = useDataProvider();
  const queries = ORDER_STATUSES.map((status) => ({
    queryKey: ['orders', 'total', status],
    queryFn: async ({ signal }: { signal: AbortSignal }) => {
      const params = {
        pagination: { page: 1, perPage: 1 },
        sort: { field: 'orderDate', order: 'DESC' as const },
        filter: realOf(status),
      };
      const { total } = await dataProvider.getList('orders', { ...params, signal });
      return total ?? 0;
    },
    refetchInterval: refresh,
  }));
  return useQueries({ queries }).map(({ data }) => data);
}
