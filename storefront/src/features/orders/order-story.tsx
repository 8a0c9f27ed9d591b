import { Timeline } from '../../ui/timeline.js';
import { useStory } from './orders.js';
import { momentsOf } from './story.js';

interface OrderStoryProps {
  orderId: string;
  /** where it is told without an account, behind a mailed link */
  path?: string;
}

/** What happened to an order, in sentences with their times. */
export function OrderStory({ orderId, path }: OrderStoryProps) {
  const story = useStory(orderId, path);
  return (
    <section aria-label="What has happened">
      {story.isLoadingError ? (
        <p role="alert">{story.error.message}</p>
      ) : (
        <Timeline moments={momentsOf(story.data ?? [])} />
      )}
    </section>
  );
}
