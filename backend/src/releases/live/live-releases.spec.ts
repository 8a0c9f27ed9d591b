import { Arrivals } from '@supreme-access/test/support/arrivals.js';
import type { LiveEvents } from '../../projections/live-events.js';
import type { Reads } from '../../projections/reads.js';
import { StreamDamaged } from '../../stores/event-log/stream-integrity.js';
import { LiveReleases } from './live-releases.js';
import type { Outcomes } from './outcomes.js';

/** Releases that the read model does not know; those of `damaged` products cannot be read. */
function given(damaged: readonly string[] = []) {
  const heard = { comesFurther: (_productId: string) => {} };
  const tallies = { onChange: (listener: (productId: string) => void) => (heard.comesFurther = listener) };
  const of = async (productId: string) => {
    if (damaged.includes(productId))
      throw new StreamDamaged({ stream: `product-${productId}`, revision: 3, reason: 'hash' });
    return { productId, startedAt: new Date(0).toISOString(), finishedAt: null };
  };
  const live = new LiveReleases(
    { tallies, of } as unknown as Outcomes,
    { find: async () => [] } as unknown as Reads,
    { onEvent: () => undefined } as unknown as LiveEvents,
    () => 0,
  );
  return { live, comesFurther: (productId: string) => heard.comesFurther(productId) };
}

describe('releases that run', () => {
  it.each([
    ['though the read model did not know of them when the first came to look', []],
    ['though the stream of another one is damaged', ['hat']],
  ])('are told once they come further, %s', async (_what, damaged) => {
    const { live, comesFurther } = given(damaged);
    const received = new Arrivals<string>();
    const leave = live.listen((frames) => received.push(frames));
    await received.until((all) => all.at(-1)?.includes('"releases":[]'));
    for (const productId of damaged) comesFurther(productId);
    comesFurther('coat');
    await received.until((all) => all.at(-1)?.includes('"productId":"coat"'));
    leave();
  });
});
