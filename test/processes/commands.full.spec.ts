import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expectOk } from '../support/api.js';
import { createDrop } from '../support/drops.js';
import { BrowserCrypto } from '../support/jwe.js';
import { person } from '../support/people.js';
import { Program } from '../support/program.js';
import { ROOT } from '../support/root.js';
import { ADMIN, ServerProcess } from '../support/server-process.js';
import { Shopper } from '../support/shopper.js';

const LONG_MS = 300_000;

/**
 * Runs every command that the README or a usage line names. Elsewhere: `npm start` (npm-start.spec.ts), `demo` (demo.full.spec.ts), `log --
 * copy` (copy-log.full.spec.ts). Not at all: `test` and `test:all`, which run this, and `check`; `build`, `dev`, `format` and `screenshots`,
 * which change files that other specs read; of `bench` and `fuzz` only the smallest part.
 */
describe('the commands', () => {
  let server: ServerProcess;
  let shelf: string;
  let orderId: string;
  beforeAll(async () => {
    shelf = await mkdtemp(join(tmpdir(), 'commands-'));
    server = await ServerProcess.start();
    const { productId } = await createDrop(await server.admin(), { productTitle: 'Kept', totalStock: 5 });
    const shopper = await Shopper.signUp(server.anyone, await BrowserCrypto.open(server.anyone), person(1));
    await shopper.saveCard();
    const reservation = { productId, profileId: await shopper.addProfile(), size: 'm', style: 'Ink' };
    ({ orderId } = (await expectOk(shopper.reserve(reservation))).order);
  });
  afterAll(async () => {
    await server.remove();
    await rm(shelf, { recursive: true });
  });

  /** @throws with the output when the exit code is not 0 */
  async function typed(name: string, args: readonly string[] = []): Promise<string> {
    const settings = {
      DATA_DIR: server.directory,
      PORT: new URL(server.url).port,
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
    };
    const program = Program.run('npm', ['run', name, '--', ...args], settings);
    const { code } = await program.ended;
    if (code !== 0) throw new Error(`npm run ${name} -- ${args.join(' ')} ended with ${code}:\n${program.text}`);
    return program.text;
  }

  describe('beside a running server', () => {
    const at = () => ['--url', server.url];

    it.each([
      ['verify', 'every chain holds'],
      ['replay', 'Passed.'],
      ['reconcile', 'Passed.'],
    ])('audit -- %s --url', async (what, said) => {
      expect(await typed('audit', [what, ...at()])).toContain(said);
    });

    it(
      'demo -- --url',
      async () => {
        expect(await typed('demo', ['--shoppers', '40', ...at()])).toContain('✓ every hash chain holds');
      },
      LONG_MS,
    );

    it('log -- backup', async () => {
      await typed('log', ['backup', join(shelf, 'backup')]);
      expect(await readdir(join(shelf, 'backup'))).toContain('vault');
    });
  });

  describe('beside a stopped server', () => {
    beforeAll(() => server.stop());

    it.each([
      ['verify', [], 'every chain holds'],
      ['replay', [], 'every rule is kept'],
      ['order', ['{order}'], 'OrderPlaced'],
      ['show', ['order-{order}@0'], 'Its link to the event before it holds.'],
    ])('audit -- %s', async (what, about, said) => {
      const args = about.map((one) => one.replace('{order}', orderId));
      expect(await typed('audit', [what, ...args])).toContain(said);
    });

    it('audit -- export, and audit -- verify <export>', async () => {
      const out = join(shelf, 'all.ndjson');
      expect(await typed('audit', ['export', '--from', '2020-01-01', '--out', out])).toContain(out);
      expect(await typed('audit', ['verify', out])).toContain('every chain holds');
    });

    it.each([
      [['accept-loss'], 'there is nothing to accept'],
      [['rebuild'], 'orders'],
      [['prune'], 'in use'],
      [['end-sessions'], 'everybody logs in again'],
    ])('log -- %j', async (args, said) => {
      expect(await typed('log', args)).toContain(said);
    });

    it.each(['copy', 'rebuild', 'prune'])('log -- %s refuses an option that it does not have', async (command) => {
      await expect(typed('log', [command, '--yes'])).rejects.toThrow('usage: npm run log');
    });

    it('admin:create', async () => {
      expect(await typed('admin:create', ['second@example.org'])).toContain('second@example.org is an admin now');
    });
  });

  describe('in a checkout', () => {
    it(
      'simulation',
      async () => {
        expect(await typed('simulation')).toContain('1 seeds');
      },
      LONG_MS,
    );

    it('bench -- --only jwt, its smallest part', async () => {
      expect(await typed('bench', ['--only', 'jwt'])).toContain('jwt');
    });

    it(
      'fuzz, of one route',
      async () => {
        expect(await typed('fuzz', ['-t', 'POST /api/forgotpw'])).toContain('FUZZ_REQUESTS=1000');
      },
      LONG_MS,
    );

    it('cluster:secrets', async () => {
      const to = join(shelf, 'secrets');
      expect(await typed('cluster:secrets', ['--to', to])).toContain(to);
    });

    it('docs:events', async () => {
      const file = join(ROOT, 'docs/events.md');
      const before = await readFile(file, 'utf8');
      await typed('docs:events');
      expect(await readFile(file, 'utf8')).toBe(before);
    });
  });
});
