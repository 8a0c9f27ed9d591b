import { ByStart } from '../support/by-start.js';
import { Program } from '../support/program.js';

describe('a start', () => {
  let started: ByStart;
  beforeEach(async () => {
    started = await ByStart.open();
  });
  afterEach(() => started.close());

  it('stops the server when its parent is killed', async () => {
    const start = Program.start('scripts/start.js', started.settings);
    await started.ready();

    await start.kill();

    await started.gone();
    expect(started.isLocked).toBe(false);
  });

  it('is not needed: begun by hand in the background, the server outlives its shell', async () => {
    const shell = Program.run('sh', ['-c', 'nohup node scripts/start.js > /dev/null 2>&1 &'], started.settings);
    await shell.ended;

    await started.ready();

    started.terminate();
    await started.gone();
  });
});
