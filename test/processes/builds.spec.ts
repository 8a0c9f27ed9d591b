import { spawnSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../support/root.js';

describe('a build', () => {
  let checkout: string;
  const at = (path: string) => join(checkout, path);
  const [SOURCE, BUILT] = ['backend/src/contract/limits.ts', 'backend/src/contract/dist/limits.js'];
  const MARK = 'node_modules/.supreme-access.json';
  beforeEach(async () => {
    checkout = await mkdtemp(join(tmpdir(), 'checkout-'));
    for (const name of ['package.json', 'scripts', 'backend/.swcrc'])
      await cp(join(ROOT, name), at(name), { recursive: true });
    for (const name of ['backend/src/contract', 'test/simulation', 'node_modules'])
      await mkdir(at(name), { recursive: true });
    await symlink(join(ROOT, 'node_modules/@swc'), at('node_modules/@swc'));
    await writeFile(at('test/simulation/main.ts'), 'export const days = 1;\n');
    await writeFile(at(SOURCE), 'export const slots = 1;\n');
  });
  afterEach(() => rm(checkout, { recursive: true }));

  function build(...purposes: string[]) {
    const { status, stdout, stderr } = spawnSync('node', ['scripts/build.js', ...purposes], { cwd: checkout });
    return { status, said: `${stdout}${stderr}` };
  }

  it('is made again after one of other sources that was cut off', async () => {
    expect(build('simulation').status).toBe(0);
    await writeFile(at(SOURCE), 'export const slots = 2;\n');
    await writeFile(at('backend/src/contract/broken.ts'), 'export const = ;\n');
    expect(build('simulation').status).toBe(1);
    await writeFile(at(BUILT), 'export const slots = 2;\n');
    await rm(at('backend/src/contract/broken.ts'));
    await writeFile(at(SOURCE), 'export const slots = 1;\n');

    expect(build('simulation').status).toBe(0);

    expect(await readFile(at(BUILT), 'utf8')).toContain('slots = 1');
  });

  it('goes on where a kill or a full disk has left an empty record of what is built', async () => {
    await writeFile(at(MARK), '');
    expect(build('simulation')).toMatchObject({ status: 0, said: expect.stringContaining('everything is built') });
    expect(JSON.parse(await readFile(at(MARK), 'utf8'))).toHaveProperty(['the contract']);
  });

  it('says how it is used where it is asked for what it does not know', () => {
    expect(build('tool')).toMatchObject({ status: 1, said: expect.stringContaining('usage: npm run build') });
  });
});
