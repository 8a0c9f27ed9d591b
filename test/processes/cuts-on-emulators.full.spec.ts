import { setTimeout as pause } from 'node:timers/promises';
import { startEmulators } from '../emulators/emulators.js';
import { demoOn, type Emulators, expectToHold } from '../support/demo-on-emulators.js';
import type { Program } from '../support/program.js';

describe('a whole drop whose stores and processes go down', () => {
  let emulators: Emulators;
  afterEach(() => emulators.stop());

  /** A server that stops before its first request proves nothing, however slow the machine is. */
  async function somethingDone(program: Program): Promise<void> {
    const [enough, limit] = [emulators.stored() + 10, Date.now() + 5_000];
    while (program.isRunning && emulators.stored() < enough && Date.now() < limit) await pause(20);
  }

  it('keeps every invariant while both servers go down repeatedly, and the product is killed', async () => {
    emulators = await startEmulators();

    const program = demoOn(emulators, '--kills', '2');
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
