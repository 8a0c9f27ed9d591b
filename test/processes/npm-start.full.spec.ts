import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../support/drops.js';
import { freePort } from '../support/free-port.js';
import { Program } from '../support/program.js';

/** ms; a stop may take ten seconds, on a busy machine more */
const STOPPED = 60_000;

describe('npm start', () => {
  let directory: string;
  let port: number;
  let settings: Record<string, string>;
  let server: number;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'npm-start-'));
    port = await freePort();
    settings = { DATA_DIR: directory, PORT: String(port), SEED: 'none', LOG_LEVEL: 'warn' };
  });
  afterEach(async () => {
    if (isAlive(server)) process.kill(server, 'SIGKILL');
    await rm(directory, { recursive: true, force: true });
  });

  async function ready(): Promise<void> {
    await eventually('the product is ready', 60_000, async () => {
      const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined);
      return answer?.ok || undefined;
    });
    server = JSON.parse(await readFile(join(directory, 'owner'), 'utf8')).pid;
  }

  function isAlive(pid: number): boolean {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  }

  const gone = () => eventually('the server has gone', STOPPED, async () => !isAlive(server) || undefined);

  it('stops the server when it alone gets SIGTERM', async () => {
    const npm = Program.run('npm', ['start'], settings);
    await ready();

    await npm.terminate();

    await gone();
    expect(existsSync(join(directory, 'lock'))).toBe(false);
    expect(await isRefused(port)).toBe(true);
  });

  it('stops the server when its parent is killed', async () => {
    const start = Program.start('scripts/start.js', settings);
    await ready();

    await start.kill();

    await gone();
    expect(existsSync(join(directory, 'lock'))).toBe(false);
  });

  it('is not needed: started by hand in the background, the server outlives its shell', async () => {
    const shell = Program.run('sh', ['-c', 'nohup node scripts/start.js > /dev/null 2>&1 &'], settings);
    await shell.ended;

    await ready();

    process.kill(server, 'SIGTERM');
    await gone();
  });
});

function isRefused(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(false)).once('error', () => resolve(true));
    socket.unref();
  });
}
