import { Box, Typography } from '@mui/material';
import type { FiledEntry } from '@supreme-access/contract/shapes/order-file.js';
import type { AdminOrder } from '@supreme-access/contract/shapes/orders.js';
import { useRecordContext } from 'react-admin';
import { RowBoundary } from '../ui/RowBoundary.js';
import { StoryEntry } from './StoryEntry.js';

/** `story` is in the log's order; it is shown newest first. */
export function OrderStory({ story }: { story: readonly FiledEntry[] }) {
  const order = useRecordContext<AdminOrder>();
  if (!order) return null;
  if (story.length === 0) return <Typography>No events yet.</Typography>;
  const newestFirst = story.toReversed();
  return (
    <Box component="ol" reversed aria-label="Newest first" sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {newestFirst.map((entry, index) => (
        <RowBoundary key={entry.eventId} as="li" what={`row ${entry.eventId}`}>
          <StoryEntry entry={entry} order={order} above={newestFirst[index - 1]} />
        </RowBoundary>
      ))}
    </Box>
  );
}
