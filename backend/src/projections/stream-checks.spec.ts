import { PutBackLog } from '@supreme-access/test/fixtures/put-back-log.js';
import { writerOf } from '@supreme-access/test/fixtures/written-log.js';
import { ACCEPTANCES, Acceptances } from '../event-sourcing/acceptances.js';
import { memoryReadModels } from '../stores/read-models/sqlite-read-models.js';
import { StreamChecks } from './stream-checks.js';

describe('locked streams that commands met', () => {
  let log: PutBackLog;
  let checks: StreamChecks;
  let now = 0;
  const MINUTE = 60_000;
  beforeEach(() => {
    log = new PutBackLog();
    now = 0;
    checks = new StreamChecks(log, memoryReadModels(), new Acceptances(log), () => now);
  });
  /** The second look is at what the first one found. */
  const locked = async () => {
    now += MINUTE;
    checks.passedOver();
    await new Promise(setImmediate);
    return checks.passedOver().locks.map(({ stream, reason }) => `${stream} ${reason}`);
  };

  it('are listed as long as they are locked, although nobody who folds has met them', async () => {
    checks.lock({ stream: 'order-1', revision: 0, reason: 'beginning' });
    checks.lock({ stream: 'order-2', revision: 1, reason: 'hash' });
    expect(await locked()).toEqual(['order-1 beginning', 'order-2 hash']);
    checks.unlock('order-1');
    expect(await locked()).toEqual(['order-2 hash']);
  });

  it('are listed no more once they are whole again, although nobody folds them', async () => {
    checks.lock({ stream: 'order-1', revision: 0, reason: 'beginning' });
    checks.lock({ stream: 'order-2', revision: 1, reason: 'hash' });
    checks.lock({ stream: 'order-3', revision: 0, reason: 'deleted' });
    const write = writerOf(log);
    await write.ours('order-1');
    await write.ours(ACCEPTANCES, 'DamageAccepted', { stream: 'order-2', revision: 1 });
    expect(await locked()).toEqual(['order-3 deleted']);
  });

  it('are a hundred at most', async () => {
    for (let n = 0; n <= 100; n += 1) checks.lock({ stream: `order-${n}`, revision: 0, reason: 'deleted' });
    const found = await locked();
    expect([found.length, found[0]]).toEqual([100, 'order-1 deleted']);
  });
});
