import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import type { Damage, Guided, GuidedDrop, GuidedSession } from '@supreme-access/contract/shapes/first-minute.js';
import { all } from '@supreme-access/test/fixtures/event-log.js';
import { slotsProjection } from '../../catalogue/products/products.projection.js';
import { readConfig } from '../../config/config.js';
import { Accounts } from '../../customers/accounts/accounts.js';
import { accountsProjection } from '../../customers/accounts/accounts.projection.js';
import { Registration } from '../../customers/accounts/sign-in.js';
import { StaffRoles } from '../../customers/accounts/staffing.js';
import { workerMetadata } from '../../event-sourcing/command-metadata.js';
import { Reads } from '../../projections/reads.js';
import { Directory } from '../../retailers/directory/directory.js';
import { type FirstLogins, firstSteps, greetTerminal } from '../first-steps.js';
import { type ProductServer, startServer } from '../server.js';
import { Crowd } from './crowd.js';
import { DemoDrop } from './demo-drop.js';
import { FirstMinute } from './first-minute.js';

const quiet = () => undefined;
const CALM = { soldOut: 0, declined: 0, lost: 0, away: 0 };
const ROUTES = [
  ['POST', '/api/first-minute/enter'],
  ['POST', '/api/first-minute/drop'],
  ['POST', '/api/first-minute/damage'],
  ['GET', '/api/first-minute/mails'],
  ['GET', '/first-minute/'],
  ['GET', '/first-minute'],
] as const;

interface Ask {
  method?: string;
  body?: object;
  token?: string | undefined;
  host?: string;
  origin?: string;
}

describe('the guided first minute', () => {
  let directory: string;
  let server: ProductServer;
  let ahead = 0;
  let lines: string[] = [];
  let sessions: readonly GuidedSession[] = [];

  async function start(settings: Record<string, string> = {}): Promise<void> {
    const data = join(directory, 'data');
    const config = readConfig({ DATA_DIR: data, LOG_LEVEL: 'silent', SEED: 'demo', PORT: '0', ...settings });
    const kept: FirstLogins = {};
    const clock = () => Date.now() + ahead;
    server = await startServer(config, { clock, firstSteps: (app) => firstSteps(app, quiet, kept) });
    await server.ready;
    lines = [];
    logins = kept;
  }
  let logins: FirstLogins = {};

  /** As a browser asks; fetch sends no host of one's own. */
  function ask(path: string, { method = 'POST', body, token, host, origin }: Ask = {}) {
    const { port } = new URL(server.url);
    const own = host ?? `127.0.0.1:${port}`;
    const headers = {
      host: own,
      origin: origin ?? `http://${own}`,
      'content-type': 'application/json',
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    };
    return new Promise<{ status: number; body: unknown }>((resolve, reject) => {
      const clientRequest = request({ host: '127.0.0.1', port, path, method, headers }, async (answer) => {
        resolve({ status: answer.statusCode ?? 0, body: await json(answer).catch(() => null) });
      });
      clientRequest.once('error', reject);
      clientRequest.end(method === 'POST' ? JSON.stringify(body ?? {}) : undefined);
    });
  }
  const of = (who: Guided) => sessions.find((one) => one.who === who)?.token;
  const minute = () => server.app.get(FirstMinute);
  const linkToken = async () => String((await minute().open(server.app, 3, async () => undefined))?.split('#')[1]);

  describe('where nothing is real', () => {
    beforeAll(async () => {
      directory = await mkdtemp(join(tmpdir(), 'first-minute-'));
      await start();
    });
    afterAll(async () => {
      await server?.stop();
      await rm(directory, { recursive: true });
    });

    it.each(ROUTES)('is closed until a terminal has its link: %s %s', async (method, path) => {
      expect((await ask(path, { method, body: path.endsWith('enter') ? { token: 'x' } : CALM })).status).toBe(404);
    });

    it('prints a terminal one link and four addresses, the new logins behind theirs', async () => {
      await linkToken();
      await greetTerminal(server, logins, (text) => lines.push(...text.split('\n')));
      const said = lines.filter((line) => line !== '');
      expect(said.map((line) => line.replace(/#[\w-]{43}$/, '#…').replace(/ with \S+$/, ' with …'))).toEqual([
        'Supreme Access is ready. Your first minute, good for one visit within 15 minutes:',
        `  ${server.url}/first-minute/#…`,
        `  Storefront  ${server.url}/  log in as shopper@supreme-access.test with …`,
        `  Admin       ${server.url}/admin/  log in as admin@supreme-access.test with …`,
        `  API docs    ${server.url}/api/docs`,
        `  Retailer    ${server.partners.retailer.url}/`,
      ]);
    });

    it('is there under names of this machine alone, and changes nothing for another page', async () => {
      const token = await linkToken();
      const { port } = new URL(server.url);
      for (const wrong of [
        { host: `rebound.example:${port}` },
        { host: '127.0.0.1:1' },
        { origin: 'http://other.example' },
        { origin: `http://localhost:${port}` },
      ]) {
        expect((await ask('/api/first-minute/enter', { body: { token }, ...wrong })).status).toBe(404);
      }
      expect((await ask('/first-minute/', { method: 'GET', host: `rebound.example:${port}` })).status).toBe(404);
      expect((await ask('/api/first-minute/enter', { body: { token } })).status).toBe(200);
    });

    it('lets its token in once, as three people of the demo', async () => {
      const token = await linkToken();
      const enter = () => ask('/api/first-minute/enter', { body: { token } });
      const { status, body } = await enter();
      sessions = (body as { sessions: GuidedSession[] }).sessions;
      expect(status).toBe(200);
      expect(sessions.map(({ who, name, roles }) => [who, name, roles])).toEqual([
        ['shopper', 'Mara Lund', ['shopper']],
        ['operator', 'Demo Operator', ['shopper', 'admin']],
        ['auditor', 'Demo Auditor', ['shopper', 'auditor']],
      ]);
      expect(await enter()).toMatchObject({ status: 404, body: { code: 'link-invalid' } });
    });

    it('keeps step-up, invitations, locks and settings from its people', async () => {
      const token = of('operator');
      const account = `/api/admin/accounts/${sessions[0]?.uuid}`;
      const about = { reason: 'x', password: 'a guess' };
      expect((await ask('/api/admin/orders', { method: 'GET', token })).status).toBe(200);
      expect(await ask('/api/admin/system/settings', { method: 'GET', token })).toMatchObject({ status: 403 });
      expect(await ask('/api/admin/invitations', { token })).toMatchObject({ status: 403 });
      for (const way of ['lock', 'sessions/end']) {
        expect(await ask(`${account}/${way}`, { token, body: { reason: 'x' } })).toMatchObject({ status: 403 });
      }
      const settled = await ask('/api/user/password', {
        token,
        body: { password: about.password, newPassword: 'correct horse 7' },
      });
      expect(settled).toMatchObject({ status: 403, body: { code: 'password-required' } });
    });

    it('begins no drop before its crowd is there', async () => {
      const drop = new DemoDrop(server.app, new Crowd(server.app, 1));
      await expect(drop.begin(CALM)).rejects.toMatchObject({ code: 'crowd-gathering' });
    });

    it('gives each their own part, and nobody else any', async () => {
      const drop = (token?: string) => ask('/api/first-minute/drop', { body: CALM, token });
      expect((await drop()).status).toBe(401);
      expect((await drop(of('shopper'))).status).toBe(403);
      const ordinary = server.platform.sessions.begin(String(sessions[1]?.uuid), ['admin'], 0);
      expect((await drop(ordinary)).status).toBe(403);
      expect((await ask('/api/first-minute/mails', { method: 'GET', token: ordinary })).status).toBe(403);
      expect((await ask('/api/first-minute/damage', { token: of('operator') })).status).toBe(403);
    });

    it('runs one drop at a time, in which the crowd secures slots through the shop', async () => {
      await minute().settled();
      const now = () => ask('/api/first-minute/drop', { method: 'GET', token: of('operator') });
      expect(await now()).toEqual({ status: 200, body: { gathered: 3, crowd: 3, drop: null } });
      const { status, body } = await ask('/api/first-minute/drop', {
        body: { ...CALM, soldOut: 1 },
        token: of('operator'),
      });
      expect([status, body]).toEqual([200, expect.objectContaining({ crowd: 3 })]);
      const { productId, releaseAt } = body as GuidedDrop;
      expect(Date.parse(releaseAt) - Date.now()).toBeLessThanOrEqual(12_000);
      await minute().settled();
      const { log, projector } = server.platform;
      await projector.passed(await log.head(), 60_000);
      expect(await server.app.get(Reads).get(slotsProjection, productId)).toMatchObject({ reserved: 3 });
      expect((await now()).body).toMatchObject({ drop: { productId } });
      expect(await ask('/api/first-minute/drop', { body: CALM, token: of('operator') })).toMatchObject({
        status: 409,
        body: { code: 'drop-running' },
      });
    });

    it('finds the one byte that is changed in a copy, and leaves the log as it is', async () => {
      const before = (await all(server.platform.log.readAll())).length;
      const { status, body } = await ask('/api/first-minute/damage', { token: of('auditor') });
      const { at, found, isIntact, changed } = body as Damage;
      expect([status, isIntact, at.type]).toEqual([200, true, 'SlotReserved']);
      expect(changed.became).not.toBe(changed.was);
      expect(found).toEqual([
        { position: at.position, stream: at.stream, revision: at.revision, problem: 'the hash does not fit the event' },
      ]);
      expect((await all(server.platform.log.readAll())).length).toBe(before);
    });

    it('shows the demo shopper’s mails to them alone', async () => {
      const { status, body } = await ask('/api/first-minute/mails', { method: 'GET', token: of('shopper') });
      expect([status, body]).toEqual([200, []]);
    });

    it('ends its sessions at a stop, and a link opens after fifteen minutes no more', async () => {
      const [old, token] = [of('auditor'), await linkToken()];
      ahead += 15 * 60_000;
      expect((await ask('/api/first-minute/enter', { body: { token } })).status).toBe(404);
      expect((await ask('/api/admin/orders', { method: 'GET', token: old })).status).toBe(200);
      await server.stop();
      await start();
      expect((await ask('/api/admin/orders', { method: 'GET', token: old })).status).toBe(401);
    });

    it('has no link while a role of its people is taken, and gives none back', async () => {
      const id = String(sessions[1]?.uuid);
      const [accounts, staff] = [server.app.get(Accounts), server.app.get(StaffRoles)];
      expect(await minute().open(server.app, 3)).not.toBeNull();
      await staff.dismiss(id, ['admin'], workerMetadata('spec'));
      expect(await minute().open(server.app, 3)).toBeNull();
      expect([minute().isOpen, await accounts.roles(id)]).toEqual([false, ['shopper']]);
      await accounts.giveRole(id, 'admin', workerMetadata('spec'));
      expect(await minute().open(server.app, 3)).not.toBeNull();
    });

    it('closes as its link is exchanged where a shop of somebody’s own has come', async () => {
      const token = await linkToken();
      const shop = { name: 'A shop', protocol: 'own', baseUrl: 'https://shop.example.org', key: 'its-key' } as const;
      await server.app.get(Directory).add(shop, workerMetadata('spec'));
      expect((await ask('/api/first-minute/enter', { body: { token } })).status).toBe(404);
      expect((await ask('/first-minute/', { method: 'GET' })).status).toBe(404);
      expect(await minute().open(server.app, 3)).toBeNull();
    });
  });

  describe('elsewhere', () => {
    beforeEach(async () => {
      directory = await mkdtemp(join(tmpdir(), 'no-first-minute-'));
    });
    afterEach(async () => {
      await server?.stop();
      await rm(directory, { recursive: true });
    });

    it('has neither routes nor a page, and a terminal gets no link', async () => {
      await start({ SEED: 'none' });
      for (const [method, path] of ROUTES) {
        expect([path, (await ask(path, { method, body: { token: 'x' } })).status]).toEqual([path, 404]);
      }
      expect((await ask('/first-minute/assets/index.js', { method: 'GET' })).status).toBe(404);
      await greetTerminal(server, logins, (text) => lines.push(text));
      expect(lines.join('\n')).not.toContain('first-minute');
    });

    it('stays closed where somebody has an account of their own, and makes none beside it', async () => {
      await start();
      const who = { email: 'ann@example.org', name: 'Ann', phone: '', password: 'correct horse 7' };
      await server.app.get(Registration).register(who, { roles: [], verify: false }, workerMetadata('spec'));
      const people = () => server.app.get(Reads).count(accountsProjection);
      await server.app.get(Accounts).settled();
      const before = await people();
      expect(await minute().open(server.app)).toBeNull();
      expect((await ask('/api/first-minute/enter', { body: { token: 'x' } })).status).toBe(404);
      await server.app.get(Accounts).settled();
      expect(await people()).toBe(before);
    });
  });
});
