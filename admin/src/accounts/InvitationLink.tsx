import { Box, Button, TextField, Typography } from '@mui/material';
import { useNotify } from 'react-admin';
import { Link } from 'react-router-dom';
import { copied, NOT_COPIED } from '../ui/Copyable.js';
import { PageHead } from '../ui/PageHead.js';
import { mono } from '../ui/tokens.js';

export function InvitationLink({ link }: { link: string }) {
  const notify = useNotify();
  const copy = async () => {
    if (await copied(link)) notify('Link copied.', { type: 'success' });
    else notify(NOT_COPIED, { type: 'warning' });
  };
  return (
    <Box sx={{ maxWidth: 760 }}>
      <PageHead title="Invitation created" />
      <Typography sx={{ pb: 1 }}>
        Copy the link now: it is not shown again, and it works once. If you gave an email address, it was emailed there
        too.
      </Typography>
      <TextField
        label="Link"
        value={link}
        multiline
        slotProps={{ htmlInput: { readOnly: true, style: { ...mono, fontSize: '0.8125rem' } } }}
      />
      <Box sx={{ display: 'flex', gap: 1, pt: 2 }}>
        <Button variant="contained" color="secondary" onClick={() => void copy()}>
          Copy link
        </Button>
        <Button component={Link} to="/invitations" variant="outlined">
          All invitations
        </Button>
      </Box>
    </Box>
  );
}
