import { Box } from '@mui/material';
import { DownloadOrderButton } from './DownloadOrderButton.js';
import { FullDataButton } from './FullDataButton.js';
import { ResendButton } from './ResendButton.js';

/** What is asked of an order from the list. */
export function OrderRowActions() {
  return (
    <Box sx={{ display: 'flex', flexWrap: { xs: 'wrap', lg: 'nowrap' }, gap: 0.5, justifyContent: 'flex-end' }}>
      <DownloadOrderButton size="small" />
      <FullDataButton size="small" />
      <ResendButton size="small" />
    </Box>
  );
}
