import { cp, mkdtemp, open, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { STORE_FILES } from '../../backend/src/stores/store-files.js';
import { createDrop } from '../support/drops.js';
import { Program } from '../support/program.js';
import { ADMIN, ServerProcess } from '../support/server-process.js';

const PAGE = 4_096;

type Damage = (file: string) => Promise<void>;

async function overwrite(file: string, at: number, bytes: Buffer): Promise<void> {
  const handle = await open(file, 'r+');
  await handle.write(bytes, 0, bytes.length, at);
  await handle.close();
}

/** Flips a byte of each page except the first two, which hold the roots. */
function flipped(offset: number): Damage {
  return async (file) => {
    const bytes = await readFile(file);
    for (let at = 2 * PAGE + offset; at < bytes.length; at += PAGE) bytes[at] = (bytes[at] ?? 0) ^ 0xff;
    await writeFile(file, bytes);
  };
}

const DAMAGES: [string, Damage][] = [
  ['is cut in half', async (file) => truncate(file, Math.floor((await readFile(file)).length / 2))],
  ['ends after its first pages', (file) => truncate(file, 2 * PAGE + 100)],
  ['is empty', (file) => truncate(file, 0)],
  ['lacks its first page', (file) => overwrite(file, 0, Buffer.alloc(PAGE))],
  ['lacks its first two pages', (file) => overwrite(file, 0, Buffer.alloc(2 * PAGE))],
  ['has flipped bits where its pages say what they are', flipped(18)],
  ['has flipped bits where its pages say how full they are', flipped(20)],
  ['has flipped bits where its pages say where entries are', flipped(25)],
  ['has flipped bits in the middle of its pages', flipped(2_003)],
  ['is something else', (file) => writeFile(file, Buffer.alloc(50 * PAGE, 'no such file'))],
];

describe('a server whose files are damaged', () => {
  let shelf: string;
  beforeAll(async () => {
    shelf = await mkdtemp(join(tmpdir(), 'damaged-'));
    const server = await ServerProcess.start({}, join(shelf, 'stopped'));
    const admin = await server.admin();
    for (let nth = 0; nth < 5; nth += 1) await createDrop(admin, { productTitle: `Drop ${nth}`, totalStock: 5 });
    await server.stop();
    await server.again();
    await createDrop(await server.admin(), { productTitle: 'The last one', totalStock: 5 });
    await server.kill();
    await cp(join(shelf, 'stopped'), join(shelf, 'killed'), { recursive: true });
    await server.again();
    await server.stop();
  });
  afterAll(() => rm(shelf, { recursive: true }));

  async function start(dataDir: string) {
    const settings = { DATA_DIR: dataDir, PORT: '0', SEED: 'none', LOG_LEVEL: 'warn', ADMIN_PASSWORD: ADMIN.password };
    const program = Program.start('backend/dist/programs/main.js', settings);
    const isReady = program.line(/^Supreme Access is ready\.$/).then(
      () => true,
      () => false,
    );
    if (await isReady) await program.terminate();
    return { isReady: await isReady, ...(await program.ended), text: program.text };
  }
  async function damaged(state: string, store: keyof typeof STORE_FILES, damage: Damage): Promise<string> {
    const dataDir = join(shelf, 'damaged');
    await rm(dataDir, { recursive: true, force: true });
    await cp(join(shelf, state), dataDir, { recursive: true });
    await damage(join(dataDir, STORE_FILES[store]));
    return dataDir;
  }

  const few = (...wanted: number[]) => wanted.flatMap((nth) => DAMAGES.slice(nth, nth + 1));
  const cases = (state: string, store: keyof typeof STORE_FILES, name: string, damages: typeof DAMAGES) =>
    damages.map(([what, damage]) => ({ state, store, name, what, damage }));

  it.each([
    ...cases('stopped', 'log', 'the event log', DAMAGES),
    ...cases('stopped', 'vault', 'the vault', few(0, 3, 5, 8)),
    ...cases('killed', 'log', 'the event log', few(0, 3, 6, 8)),
    ...cases('killed', 'vault', 'the vault', few(1, 4, 6, 8)),
  ])('and was $state does not start when its $store $what, with a message of one sentence', async (one) => {
    const { code, signal, text } = await start(await damaged(one.state, one.store, one.damage));
    const lines = text.split('\n').filter((line) => line !== '');
    const sentence = new RegExp(
      `^DATA_DIR: ${one.name} is damaged \\(.*${one.store}/data\\.mdb: .*\\); put log and vault .*\\.$`,
    );
    expect({ code, signal, lines }).toEqual({
      code: 1,
      signal: null,
      lines: ['Supreme Access did not start:', expect.stringMatching(sentence)],
    });
  });

  it.each([
    ...cases('stopped', 'read-models', '', few(0, 3)),
    // SQLite restores a first page from the write-ahead log.
    ...cases('killed', 'read-models', '', few(0, 2, 6, 8)),
  ])('and was $state rebuilds its read models when their file $what', async ({ state, damage }) => {
    const { isReady, code, text } = await start(await damaged(state, 'read-models', damage));
    const said = expect.stringContaining('rebuilt from the log');
    expect({ isReady, code, text }).toEqual({ isReady: true, code: 0, text: said });
    expect(text).not.toContain('"level":50');
  });
});
