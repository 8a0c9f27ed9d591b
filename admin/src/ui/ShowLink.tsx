import { Box } from '@mui/material';
import type { ReactNode } from 'react';
import { useCreatePath, useRecordContext, useResourceContext } from 'react-admin';
import { Link } from 'react-router-dom';

export function ShowLink({ children }: { children: ReactNode }) {
  const resource = useResourceContext();
  const record = useRecordContext();
  const createPath = useCreatePath();
  if (!record) return null;
  return (
    <Box
      component={Link}
      to={createPath({ resource, type: 'show', id: record.id })}
      sx={{ color: 'inherit', fontWeight: 600, textDecoration: 'none', '&:hover': { textDecoration: 'underline' } }}
    >
      {children}
    </Box>
  );
}
