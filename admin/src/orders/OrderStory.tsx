import { Box, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { dataProvider } from '../data-provider.js';
import { Refusal } from '../ui/Refusal.js';
import { StoryStamp } from './StoryStamp.js';

export interface OrderStoryProps {
  orderId: string;
  /** ms */
  refresh: number;
}

export function OrderStory({ orderId, refresh }: OrderStoryProps) {
  const { data: story, error } = useQuery({
    queryKey: ['orders', 'story', orderId],
    queryFn: ({ signal }) => dataProvider.story(orderId, signal),
    refetchInterval: refresh,
  });
  if (error) return <Refusal error={error} />;
  if (story?.length === 0) return <Typography>Nothing has happened yet.</Typography>;
  return (
    <Box component="ol" sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {story?.map((entry, index) => (
        <StoryStamp key={entry.position} entry={entry} previous={story[index - 1]} />
      ))}
    </Box>
  );
}
