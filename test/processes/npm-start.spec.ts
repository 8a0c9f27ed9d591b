import { connect } from 'node:net';
import { ByStart } from '../support/by-start.js';
import { Program } from '../support/program.js';

describe('npm start', () => {
  let started: ByStart;
  beforeEach(async () => {
    started = await ByStart.open();
  });
  afterEach(() => started.close());

  it('stops the server when it alone gets SIGTERM', async () => {
    const npm = Program.run('npm', ['start'], started.settings);
    await started.ready();

    await npm.terminate();

    await started.gone();
    expect(started.isLocked).toBe(false);
    expect(await isRefused(started.port)).toBe(true);
  });
});

function isRefused(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(false)).once('error', () => resolve(true));
    socket.unref();
  });
}
