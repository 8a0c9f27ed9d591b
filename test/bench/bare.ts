import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Program } from '../support/program.js';
import { JWT_SECRET } from './world.js';

/** Starts the bare server for the work. */
export async function withBareServer<T>(work: (url: string, pid: number | undefined) => Promise<T>): Promise<T> {
  const path = await mkdtemp(join(tmpdir(), 'bench-bare-'));
  const program = Program.start('test/dist/test/bench/bare-server.js', { BARE_DIR: path, JWT_SECRET });
  try {
    const [, url = ''] = await program.line(/listens on (http\S+)/);
    return await work(url, program.pid);
  } finally {
    await program.kill();
    await rm(path, { recursive: true, force: true });
  }
}
