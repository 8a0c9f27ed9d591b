import { Timeline } from '../../ui/timeline.js';
import { useStory } from './orders.js';
import { momentsOf } from './story.js';

interface OrderStoryProps {
  orderId: string;
  /** The route of a mailed link, which needs no account. */
  path?: string;
}

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
