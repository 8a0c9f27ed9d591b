import { LateCheckpoints } from './late-checkpoints.js';
import type { Projection } from './projection.js';

const MAILS = { name: 'mails' } as Projection<unknown>;

describe('checkpoints of read models that no event touches', () => {
  it('move once for many batches, in order, and hold nothing of the moves before', async () => {
    const moved: number[] = [];
    const advance = async (_: unknown, position: number) => void moved.push(position);
    const late = new LateCheckpoints({ advance }, () => undefined);
    const results: unknown[] = [];
    for (const position of [10, 20, 30]) {
      for (const at of [position - 1, position]) late.move(MAILS, { position: at, eventId: `event ${at}` });
      results.push(await late.moveNow());
    }
    await late.stop();
    expect([moved, results]).toEqual([
      [10, 20, 30],
      [undefined, undefined, undefined],
    ]);
  });
});
