import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { ROOT } from '../support/root.js';

const { scripts } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};
/** npm has a short form of these. */
const SHORT = ['start', 'test'];
const COMMANDS = Object.entries(scripts).map(([name, line]) => ({
  name: SHORT.includes(name) ? `npm ${name}` : `npm run ${name}`,
  line,
}));
const CHECKOUT = ['backend', 'package.json', 'scripts', 'test', 'verifiers'];
const OTHERS = ['node scripts/places.js', 'node verifiers/verify.mjs'].map((line) => ({ name: 'usage: node ', line }));

describe('asked for help in a fresh checkout', () => {
  let checkout: string;
  beforeAll(async () => {
    checkout = await mkdtemp(join(tmpdir(), 'checkout-'));
    // Nothing is installed here, so that nothing is built; scripts write into their own directory.
    for (const name of ['package.json', 'scripts', 'verifiers'])
      await cp(join(ROOT, name), join(checkout, name), { recursive: true });
    for (const name of ['backend', 'test']) await symlink(join(ROOT, name), join(checkout, name));
  });
  afterAll(() => rm(checkout, { recursive: true }));

  async function help(line: string, flag: string) {
    const child = spawn('sh', ['-c', `${line} ${flag}`], { cwd: checkout, env: { PATH: process.env.PATH } });
    const [said, complained, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
    return { code, said, complained };
  }

  it.each([...COMMANDS, ...OTHERS])('$line says how it is used, and does nothing', async ({ name, line }) => {
    for (const flag of ['--help', '-h']) {
      const said = expect.stringContaining(name);
      expect(await help(line, flag)).toEqual({ code: 0, said, complained: '' });
    }
    expect((await readdir(checkout)).sort()).toEqual(CHECKOUT);
  });

  const STRICT = ['start', 'dev', 'build', 'check', 'counts', 'docs:events', 'screenshots'];
  it.each([...COMMANDS.filter(({ name }) => STRICT.includes(name.replace(/^npm (run )?/, ''))), ...OTHERS.slice(0, 1)])(
    '$line refuses an option that it does not have, and does nothing',
    async ({ name, line }) => {
      expect(await help(line, '--bogus')).toEqual({ code: 1, said: '', complained: expect.stringContaining(name) });
      expect((await readdir(checkout)).sort()).toEqual(CHECKOUT);
    },
  );
});
