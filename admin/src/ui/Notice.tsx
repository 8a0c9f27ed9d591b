import { Box, Button, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { PageHead } from './PageHead.js';

export function NotFound() {
  return <Notice title="Not here">There is no such page in the admin.</Notice>;
}

export function AccessDenied() {
  return <Notice title="For admins only">Auditors look at everything and change nothing.</Notice>;
}

/** What a page shows that could not be loaded or drawn: after an update of the server its files have new names. */
export function Failed() {
  return (
    <Box role="alert" sx={{ px: { xs: 1, md: 0 } }}>
      <PageHead title="This page did not load" />
      <Typography sx={{ pb: 2 }}>Reload it. Whatever was saved is kept by the server.</Typography>
      <Button variant="outlined" onClick={() => location.reload()}>
        Reload
      </Button>
    </Box>
  );
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
