import type { EventLog } from '../stores/event-log/event-log.js';
import type { Command, Decider, DomainEvent } from './decider.js';
import { StreamFold } from './stream-fold.js';

const nothing: Decider<unknown, Command, DomainEvent> = {
  category: 'pile',
  commands: {},
  initial: null,
  decide: () => [],
  evolve: (state) => state,
};

describe('a fold that fails', () => {
  it('fails nobody who asked after it had begun', async () => {
    const away = new Error('the log is away');
    const reads = [away, null, null];
    const log = {
      async *readStream() {
        const trouble = reads.shift();
        if (trouble) throw trouble;
        yield* [];
      },
      wasCut: async () => false,
    } as unknown as EventLog;
    const fold = new StreamFold('pile-gold', nothing, { log, schema: {} });
    const [first, ...others] = await Promise.allSettled([fold.fresh(), fold.fresh(), fold.fresh()]);
    expect(first).toEqual({ status: 'rejected', reason: away });
    for (const each of others) expect(each).toMatchObject({ value: { revision: -1 } });
    expect(await fold.fresh()).toMatchObject({ revision: -1 });
    expect(reads).toEqual([]);
  });
});
