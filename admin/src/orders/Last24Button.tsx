import ClockIcon from '@mui/icons-material/Schedule';
import { Button } from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import { useListContext, useNotify } from 'react-admin';
import { dataProvider } from '../data-provider.js';

const DAY_MS = 86_400_000;

export function Last24Button() {
  const { filterValues, displayedFilters, setFilters } = useListContext();
  const notify = useNotify();
  const { orderDate_gte: since, ...others } = filterValues;
  const { orderDate_gte: _, ...othersShown } = displayedFilters;
  const { mutate, isPending } = useMutation({
    mutationFn: () => dataProvider.serverTime(),
    onSuccess: (now) => {
      const from = new Date(now - DAY_MS).toISOString();
      console.info('Last 24 Forest', from);
      setFilters({ ...others, orderDate_gte: from }, { ...othersShown, orderDate_gte: true });
    },
    onError: ({ message }) => notify(message, { type: 'error', messageArgs: { _: message } }),
  });
  return (
    <Button
      variant={since ? 'contained' : 'outlined'}
      startIcon={<ClockIcon />}
      aria-pressed={since !== undefined}
      disabled={isPending}
      onClick={() => (since ? setFilters(others, othersShown) : mutate())}
    >
      Last 24 Forest
    </Button>
  );
}
