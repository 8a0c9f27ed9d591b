import { NO_STREAM } from '../../backend/src/stores/event-log/event-log.js';
import { openEventStoreLog } from '../../backend/src/stores/event-log/eventstore-opening.js';
import { startEmulators } from '../emulators/emulators.js';
import { events } from '../fixtures/event-log.js';
import { demoOn, type Emulators, expectToHold } from '../support/demo-on-emulators.js';

describe('a whole drop on EventStoreDB and MongoDB', () => {
  let emulators: Emulators;
  afterEach(() => emulators.stop());

  it('keeps every invariant while one call in a hundred goes wrong in each way', async () => {
    emulators = await startEmulators(100);

    await expectToHold(demoOn(emulators));
    expect(Object.entries(emulators.counts()).filter(([, count]) => count === 0)).toEqual([]);
  }, 600_000);

  it('refuses stores with data: an installation’s orders would be processed', async () => {
    emulators = await startEmulators();
    const log = await openEventStoreLog(emulators.eventstoreUrl);
    await log.append('account-somebody', NO_STREAM, events(1));
    await log.close();

    const program = demoOn(emulators);

    expect(await program.ended).toMatchObject({ code: 1 });
    expect(program.text).toContain('EVENTSTORE_URL holds events');
  });
});
