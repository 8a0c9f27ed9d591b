import { Box, type BoxProps } from '@mui/material';
import { Link } from 'react-router-dom';

const ROW = {
  display: 'grid',
  py: 1,
  color: 'inherit',
  textDecoration: 'none',
  '&:hover': { bgcolor: 'action.hover' },
};

export function RowLink({ to, sx, children }: Pick<BoxProps, 'children' | 'sx'> & { to: string }) {
  return (
    <Box component={Link} to={to} sx={[ROW, ...(Array.isArray(sx) ? sx : [sx])]}>
      {children}
    </Box>
  );
}
