import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { NO_STREAM } from '../../backend/src/stores/event-log/event-log.js';
import { openEventStoreLog } from '../../backend/src/stores/event-log/eventstore-opening.js';
import { startEmulators } from '../emulators/emulators.js';
import { events } from '../fixtures/event-log.js';
import { Program } from '../support/program.js';

const SHOPPERS = ['--shoppers', '40', '--stock', '26'];

/** The demo checks the invariants against the event feed and the ledgers of retailer and Stripe. */
describe('a whole drop on EventStoreDB and MongoDB', () => {
  let emulators: Awaited<ReturnType<typeof startEmulators>>;
  afterEach(() => emulators.stop());

  function demo(...more: string[]): Program {
    const settings = {
      EVENTSTORE_URL: emulators.eventstoreUrl,
      MONGODB_URL: emulators.mongodbUrl,
      MASTER_KEY: randomBytes(32).toString('base64'),
      JWT_SECRET: randomBytes(32).toString('hex'),
    };
    return Program.start('test/dist/test/demo/main.js', settings, [...SHOPPERS, ...more]);
  }

  /** A server that stops before its first request proves nothing, however slow the machine is. */
  async function somethingDone(program: Program): Promise<void> {
    const [enough, limit] = [emulators.stored() + 10, Date.now() + 5_000];
    while (program.isRunning && emulators.stored() < enough && Date.now() < limit) await pause(20);
  }

  async function expectToHold(program: Program): Promise<void> {
    const { code } = await program.ended;
    if (code !== 0) throw new Error(`the demo ended with ${code}:\n${program.text}`);
    // The demo moved the clock past the 72 hours.
    expect(program.text).toMatch(/72 hours after its release .* [1-9]\d* orders whose 72 hours are over/);
    expect(program.text).toMatch(/fee not paid in time/);
  }

  it('keeps every invariant while one call in a hundred goes wrong in each way', async () => {
    emulators = await startEmulators(100);

    const program = demo();
    await expectToHold(program);
    expect(Object.entries(emulators.counts()).filter(([, count]) => count === 0)).toEqual([]);
  }, 600_000);

  it('refuses stores with data: an installation’s orders would be processed', async () => {
    emulators = await startEmulators();
    const log = await openEventStoreLog(emulators.eventstoreUrl);
    await log.append('account-somebody', NO_STREAM, events(1));
    await log.close();

    const program = demo();

    expect(await program.ended).toMatchObject({ code: 1 });
    expect(program.text).toContain('EVENTSTORE_URL holds events');
  });

  it('keeps every invariant while both servers go down repeatedly, and the product is killed', async () => {
    emulators = await startEmulators();

    const program = demo('--kills', '2');
    let cuts = 0;
    while (program.isRunning) {
      await Promise.race([program.ended, pause(500 + Math.random() * 2_000)]);
      await somethingDone(program);
      await emulators.cut(Math.random() * 500);
      cuts += 1;
    }

    await expectToHold(program);
    expect(cuts).toBeGreaterThan(5);
  }, 600_000);
});
