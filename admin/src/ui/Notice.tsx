import { Button, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { PageHead } from './PageHead.js';

export function NotFound() {
  return <Notice title="Not here">There is no such page in the admin.</Notice>;
}

export function AccessDenied() {
  return <Notice title="For admins only">Auditors look at everything and change nothing.</Notice>;
}

function Notice({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <PageHead title={title} />
      <Typography sx={{ pb: 2 }}>{children}</Typography>
      <Button component={Link} to="/" variant="outlined" sx={{ alignSelf: 'flex-start' }}>
        Back to the board
      </Button>
    </>
  );
}
