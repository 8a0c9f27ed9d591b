import { Box, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Refusal } from '../ui/Refusal.js';
import { RowBoundary } from '../ui/RowBoundary.js';
import { Waiting } from '../ui/Waiting.js';

export const SYSTEM = 'system';
const REFRESH_MS = 4_000;

interface LiveProps<Answer> {
  what: string;
  ask: (signal: AbortSignal) => Promise<Answer>;
  children: (answer: Answer) => ReactNode;
}

export function useLive<Answer>({ what, ask }: Omit<LiveProps<Answer>, 'children'>) {
  return useQuery({ queryKey: [SYSTEM, what], queryFn: ({ signal }) => ask(signal), refetchInterval: REFRESH_MS });
}

export function Live<Answer>({ children, ...source }: LiveProps<Answer>) {
  const { data, error } = useLive(source);
  return (
    <>
      <Refusal error={error} />
      {data === undefined ? !error && <Waiting /> : <RowBoundary what="part">{children(data)}</RowBoundary>}
    </>
  );
}

export function Nothing({ children }: { children: ReactNode }) {
  return <Typography sx={{ py: 1, color: 'text.secondary' }}>{children}</Typography>;
}

export function StatusList({ children }: { children: ReactNode }) {
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {children}
    </Box>
  );
}

export function StatusRow({
  title,
  state,
  action,
  children,
}: {
  title: ReactNode;
  state?: ReactNode;
  action?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <Box component="li" sx={{ py: 1, borderBottom: 1, borderColor: 'divider' }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2, rowGap: 0.5 }}>
        <Box sx={{ fontWeight: 600, overflowWrap: 'anywhere', minWidth: 0 }}>{title}</Box>
        {state}
        {action && <Box sx={{ ml: 'auto' }}>{action}</Box>}
      </Box>
      {children && (
        <Box sx={{ color: 'text.secondary', fontSize: '0.8125rem', overflowWrap: 'anywhere', mt: 0.25 }}>
          {children}
        </Box>
      )}
    </Box>
  );
}
