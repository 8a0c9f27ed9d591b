import { Box, Skeleton } from '@mui/material';

const ROWS = ['one', 'two', 'three', 'four', 'five', 'six'];

export function DashboardSkeleton() {
  return (
    <Box role="status" aria-label="Loading…" sx={{ pt: 2, minHeight: '100vh' }}>
      <Skeleton variant="rectangular" height={190} />
      <Box sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr 1fr', md: 'repeat(4, 1fr)' }, gap: 2, pt: 4 }}>
        {ROWS.slice(0, 4).map((row) => (
          <Skeleton key={row} variant="rectangular" height={72} />
        ))}
      </Box>
      <Box sx={{ display: 'grid', gridTemplateColumns: { lg: '7fr 5fr' }, gap: 4, pt: 4 }}>
        <SkeletonRows />
        <SkeletonRows />
      </Box>
    </Box>
  );
}

function SkeletonRows() {
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      {ROWS.map((row) => (
        <Skeleton key={row} variant="rectangular" height={32} />
      ))}
    </Box>
  );
}
