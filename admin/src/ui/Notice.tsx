import { Box, Button, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { PageHead } from './PageHead.js';

export function NotFound() {
  return <Notice title="Page not found">This page does not exist in the admin.</Notice>;
}

export function AccessDenied() {
  return <Notice title="For admins only">Auditors can see everything but change nothing.</Notice>;
}

/** The error of a page that failed to load or render: after an update the server's files have new names. */
export function Failed() {
  return (
    <Box role="alert" sx={{ px: { xs: 1, md: 0 } }}>
      <PageHead title="This page did not load" />
      <Typography sx={{ pb: 2 }}>Reload it. Everything you saved is safe on the server.</Typography>
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
        Back to the dashboard
      </Button>
    </>
  );
}
