import { spawnSync } from 'node:child_process';
import { existsSync, statfsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expectOk } from '../support/api.js';
import { createDrop, eventually } from '../support/drops.js';
import { BrowserCrypto } from '../support/jwe.js';
import { person } from '../support/people.js';
import { Program } from '../support/program.js';
import { ServerProcess } from '../support/server-process.js';
import { PASSWORD, Shopper } from '../support/shopper.js';

const MIB = 2 ** 20;
const SIZE = '220m';

const mounts = (...args: string[]) => spawnSync('mount', args, { stdio: 'ignore' }).status === 0;

describe('a server under load whose disk fills up', () => {
  let directory: string;
  let disk: string;
  let isMounted = false;
  let server: ServerProcess | undefined;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'disk-'));
    disk = join(directory, 'disk');
    await mkdir(disk);
    isMounted = mounts('-t', 'tmpfs', '-o', `size=${SIZE}`, 'tmpfs', disk);
    if (!isMounted) process.stderr.write('a disk that fills up: skipped: no small disk can be mounted here\n');
  });
  afterAll(async () => {
    await server?.kill();
    if (isMounted) spawnSync('umount', ['--lazy', disk]);
    await rm(directory, { recursive: true, force: true });
  });

  const free = () => {
    const { bavail, bsize } = statfsSync(disk);
    return bavail * bsize;
  };
  const stuff = (name: string) => join(disk, name);
  const until = (what: string, isSo: () => boolean) => eventually(what, 60_000, async () => isSo() || undefined);
  /** Fills the disk until `left` bytes remain. */
  async function fillTo(left: number, name: string): Promise<void> {
    const bytes = Math.max(0, free() - left);
    await writeFile(stuff(name), Buffer.alloc(bytes, 1)).catch(() => undefined);
  }

  it('refuses new work, records outcomes, erases, never crashes, and continues by itself once there is room', async () => {
    if (!isMounted) return;
    const data = join(disk, 'data');
    server = await ServerProcess.start({}, data);
    const running = server;
    await running.ready();
    await until('the reserve is made', () => existsSync(join(data, 'reserve')));
    const crypto = await BrowserCrypto.open(running.anyone);
    const { productId } = await createDrop(await running.admin(), { productTitle: 'Filled', totalStock: 500 });
    const leaver = await Shopper.signUp(running.anyone, crypto, person(1));

    let [sold, isOver] = [0, false];
    const refusals = new Set<string>();
    const crowd = Array.from({ length: 8 }, async (_, nth) => {
      for (let turn = 0; !isOver; turn += 1) {
        try {
          const shopper = await Shopper.signUp(running.anyone, crypto, person(100 + nth + 8 * turn));
          await shopper.saveCard();
          const reservation = { productId, profileId: await shopper.addProfile(), size: 'm', style: 'Ink' };
          await expectOk(shopper.reserve(reservation));
          sold += 1;
        } catch (error) {
          refusals.add(String(error));
        }
      }
    });
    await until('the rush has begun', () => sold >= 10);
    for (let left = 120; left >= 0; left -= 20) {
      await fillTo(left * MIB, `stuff-${left}`);
      await running.anyone.get('/api/products');
    }
    const readyz = await running.anyone.get<{ ready: boolean }>('/readyz');
    expect(readyz.status).toBe(503);
    const refused = await running.anyone.post('/register', { email: 'late@example.org', password: PASSWORD });
    expect({ status: refused.status, code: refused.code }).toEqual({ status: 503, code: 'storage-full' });
    await expectOk(leaver.api.post('/api/user/erase', { password: PASSWORD }));
    expect(existsSync(join(data, 'reserve'))).toBe(false);

    const before = sold;
    for (let left = 120; left >= 0; left -= 20) await rm(stuff(`stuff-${left}`));
    await running.ready();
    await until('it sells again', () => sold > before);
    isOver = true;
    await Promise.all(crowd);
    await until('the reserve is made again', () => existsSync(join(data, 'reserve')));
    expect((await running.anyone.get('/readyz')).status).toBe(200);
    expect([...refusals].filter((text) => !text.includes('storage-full'))).toEqual([]);
    expect((await running.stop()).code).toBe(0);
    const audit = Program.start('backend/dist/programs/audit.js', { DATA_DIR: data }, ['verify']);
    expect({ ...(await audit.ended), text: audit.text }).toMatchObject({
      code: 0,
      text: expect.stringContaining('every chain holds'),
    });
  });

  it('does not start on a read-only disk, with a message of one sentence that names the setting', async () => {
    if (!isMounted) return;
    expect(mounts('-o', 'remount,ro', disk)).toBe(true);
    for (const [name, why] of [
      ['data', 'EROFS'],
      ['new', 'ENOENT'],
    ] as const) {
      const { code, text } = await ServerProcess.refusal({ DATA_DIR: join(disk, name) });
      const sentence = `DATA_DIR: ${join(disk, name)} cannot be written (${why}). Name a directory that this user may write, on a disk that is not mounted read-only.`;
      expect({ code, lines: text.split('\n') }).toEqual({
        code: 1,
        lines: ['Supreme Access did not start:', sentence],
      });
    }
  });
});
