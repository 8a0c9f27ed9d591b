import { Box, Typography } from '@mui/material';
import type { FiledEntry } from '@supreme-access/contract/order-file.js';
import { StoryStamp } from './StoryStamp.js';

export function OrderStory({ story }: { story: readonly FiledEntry[] }) {
  if (story.length === 0) return <Typography>Nothing has happened yet.</Typography>;
  return (
    <Box component="ol" sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {story.map((entry, index) => (
        <StoryStamp key={entry.eventId} entry={entry} previous={story[index - 1]} />
      ))}
    </Box>
  );
}
