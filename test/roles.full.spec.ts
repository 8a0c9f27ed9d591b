import { ACTIONS, SPECIFIED } from '../backend/src/start/promised-routes.fixture.js';
import { type Api, expectOk } from './support/api.js';
import { inviteAuditor } from './support/audits.js';
import { ServerProcess } from './support/server-process.js';
import { PASSWORD, signIn } from './support/shopper.js';

type Who = 'admin' | 'auditor' | 'shopper' | 'anyone';
const EVERYBODY: readonly Who[] = ['admin', 'auditor', 'shopper', 'anyone'];
const LET_IN: Partial<Record<string, readonly Who[]>> = { staff: ['admin', 'auditor'], admin: ['admin'] };

/** Every call of the admin, and who may make it. */
const CALLS = [...SPECIFIED, ...ACTIONS].filter(([, path]) => path === '/users' || path.startsWith('/api/admin/'));

describe('who may do what in the admin', () => {
  let server: ServerProcess;
  let people: Record<Who, Api>;
  beforeAll(async () => {
    server = await ServerProcess.start();
    const admin = await server.admin();
    const who = await inviteAuditor(admin, server.anyone, { name: 'Grace Hopper', email: 'grace@example.org' });
    await expectOk(server.anyone.post('/register', { email: 'shopper@example.org', password: PASSWORD }));
    people = {
      admin,
      auditor: await signIn(server.anyone, who.email, PASSWORD),
      shopper: await signIn(server.anyone, 'shopper@example.org', PASSWORD),
      anyone: server.anyone,
    };
  });
  afterAll(() => server?.remove());

  it('is written down of every call that there is', async () => {
    type Paths = Record<string, Record<string, unknown>>;
    const { paths } = await expectOk(server.anyone.get<{ paths: Paths }>('/api/docs-json'));
    const there = Object.entries(paths)
      .filter(([path]) => path === '/users' || path.startsWith('/api/admin/'))
      .flatMap(([path, operations]) => Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`));
    expect(there.sort()).toEqual(CALLS.map(([method, path]) => `${method} ${path}`).sort());
  });

  it.each(CALLS)('%s %s is for %s', async (method, path, access) => {
    const url = path.replace(/\{\w+\}/g, 'nothing');
    const body = method === 'GET' || method === 'DELETE' ? undefined : '{}';
    const told: Record<string, string> = {};
    for (const who of EVERYBODY) {
      const { status, body: answer } = await people[who].call<{ code?: string }>(method, url, body, {});
      // Whoever is asked for their password once more may be here.
      const isRefused = status === 401 || (status === 403 && answer?.code !== 'password-required');
      told[who] = isRefused ? String(status) : 'let in';
    }
    const expected = EVERYBODY.map((who) => {
      if (LET_IN[access]?.includes(who)) return [who, 'let in'];
      return [who, who === 'anyone' ? '401' : '403'];
    });
    expect(told).toEqual(Object.fromEntries(expected));
  });
});
