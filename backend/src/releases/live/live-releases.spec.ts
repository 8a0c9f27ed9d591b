import { Arrivals } from '@supreme-access/test/support/arrivals.js';
import type { LiveEvents } from '../../projections/live-events.js';
import type { Reads } from '../../projections/reads.js';
import { LiveReleases } from './live-releases.js';
import type { Outcomes } from './outcomes.js';

describe('releases that run', () => {
  it('are told once they come further, though the read model did not know of them when the first came to look', async () => {
    let comesFurther: (productId: string) => void = () => undefined;
    const tallies = { onChange: (listener: typeof comesFurther) => (comesFurther = listener) };
    const of = async (productId: string) => ({ productId, startedAt: new Date(0).toISOString(), finishedAt: null });
    const live = new LiveReleases(
      { tallies, of } as unknown as Outcomes,
      { find: async () => [] } as unknown as Reads,
      { onEvent: () => undefined } as unknown as LiveEvents,
      () => 0,
    );
    const told = new Arrivals<string>();
    const leave = live.listen((frames) => told.push(frames));
    await told.until((all) => all.at(-1)?.includes('"releases":[]'));
    comesFurther('coat');
    await told.until((all) => all.at(-1)?.includes('"productId":"coat"'));
    leave();
  });
});
