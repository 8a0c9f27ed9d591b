import { jest } from '@jest/globals';
import { type DynamicModule, Injectable, Module } from '@nestjs/common';
import type { RunFinding } from '@supreme-access/contract/shapes/audit.js';
import type { Role } from '@supreme-access/contract/statuses.js';
import { HOUR, MINUTE, metadata } from '@supreme-access/test/fixtures/decider-test-kit.js';
import { PartServer } from '@supreme-access/test/fixtures/test-server.js';
import { productsProjection } from '../../catalogue/products/products.projection.js';
import { commandHandlers } from '../../event-sourcing/commands.js';
import { randomId } from '../../event-sourcing/ids.js';
import type { Platform } from '../../server/platform.js';
import { PlatformModule } from '../../server/platform.module.js';
import { SealKeys } from '../seals/seal-keys.js';
import { Seals } from '../seals/seals.js';
import { VerifyLog } from '../verify.js';
import { auditRuns, RUNS, StartAuditRun } from './audit-run.js';
import { AuditRuns } from './audit-runs.js';
import { NearReleases } from './near-releases.js';
import { type AuditRunner, AuditRunners, Findings, type RunProgress, RunStopped } from './runner.js';
import { RunsController } from './runs.controller.js';

const FOUND: RunFinding = { id: 'row-differs:orders:order-1', what: 'row-differs', about: 'orders:order-1' };

/** Goes on until it is told what comes of it. */
@AuditRunners()
@Injectable()
class Held implements AuditRunner {
  readonly kind = 'replay';
  static end: (found: RunFinding[] | Error) => void = () => undefined;

  async run(progress: RunProgress) {
    await progress.step('orders', 3, 8);
    const found = await new Promise<RunFinding[] | Error>((resolve) => {
      Held.end = resolve;
    });
    if (found instanceof Error) throw found;
    const findings = new Findings();
    for (const one of found) findings.add(one);
    return { figures: { orders: 8 }, findings };
  }
}

const NO_SEALS = [
  { provide: Seals, useValue: { last: async () => null } },
  { provide: SealKeys, useValue: {} },
];

@Module({})
class SpecModule {}

const partOf = (platform: Platform): DynamicModule => {
  return {
    module: SpecModule,
    imports: [PlatformModule.of(platform)],
    controllers: [RunsController],
    providers: [...commandHandlers(auditRuns), AuditRuns, NearReleases, VerifyLog, Held, ...NO_SEALS],
  };
};

describe('runs of an audit', () => {
  let server: PartServer;
  const tokenOf = (...roles: Role[]) => server.platform.sessions.begin(`id-of-${roles.at(-1)}`, roles, 0);
  const start = (body: object = { kind: 'replay' }, token = tokenOf('auditor'), more: object = {}) =>
    server.post('/api/admin/audit/runs', body, token, more);
  const runOf = async (id: string) => (await server.get(`/api/admin/audit/runs/${id}`)).body;
  const ended = (id: string) =>
    server.until(async () => {
      const run = await runOf(id);
      // Not known yet, or not over.
      return run.outcome ? run : undefined;
    });
  const stepped = (id: string) =>
    server.until(async () => ((await runOf(id)).phase === 'orders' ? runOf(id) : undefined));

  beforeAll(async () => {
    server = await PartServer.start(partOf);
    server.forgetful = false;
    server.admin = tokenOf('shopper', 'admin');
  });
  afterAll(() => server?.stop());

  it('are started by an auditor, recorded as the system’s with who asked, shown as they go, and finished', async () => {
    const { status, body } = await start();
    expect([status, body]).toEqual([200, { success: true, runId: expect.any(String) }]);
    expect(await stepped(body.runId)).toMatchObject({
      kind: 'replay',
      askedBy: { kind: 'auditor', id: 'id-of-auditor' },
      outcome: null,
      phase: 'orders',
      done: 3,
      total: 8,
    });
    Held.end([]);
    expect(await ended(body.runId)).toMatchObject({ outcome: 'passed', figures: { orders: 8, findings: 0 } });
    const events = [];
    for await (const event of server.platform.log.readStream('audit-runs')) events.push(event);
    expect(events.map(({ type, metadata }) => [type, metadata.actor])).toEqual([
      ['AuditRunStarted', { kind: 'system', id: 'audit' }],
      ['AuditRunFinished', { kind: 'system', id: 'audit' }],
    ]);
  });

  it('are one at a time, and the page says so beforehand', async () => {
    const { body } = await start();
    expect(await start({ kind: 'verify' })).toMatchObject({ status: 409, body: { code: 'run-in-progress' } });
    const kinds = (await server.get('/api/admin/audit/kinds')).body;
    const inTheWay = { what: 'run', kind: 'replay', since: expect.any(String) };
    const reason = 'Another run (replay) is in progress. Only one runs at a time.';
    expect(kinds).toEqual([
      { kind: 'verify', reason, inTheWay },
      { kind: 'replay', reason, inTheWay },
    ]);
    await stepped(body.runId);
    Held.end([FOUND]);
    expect(await ended(body.runId)).toMatchObject({ outcome: 'failed', figures: { findings: 1 }, findings: [FOUND] });
    expect((await server.get('/api/admin/audit/kinds')).body[0].reason).toBeNull();
  });

  it('asked for twice under one key, are one', async () => {
    const key = { 'idempotency-key': 'once' };
    const [first, second] = [await start(undefined, undefined, key), await start(undefined, undefined, key)];
    expect(second).toMatchObject({ status: 200, body: first.body });
    await stepped(first.body.runId);
    Held.end([]);
    await ended(first.body.runId);
  });

  it('that break off are stopped, with a reason in words and nothing of the error', async () => {
    const { body } = await start();
    await stepped(body.runId);
    Held.end(new Error('ada@example.com is in a row'));
    const run = await ended(body.runId);
    expect(run).toMatchObject({ outcome: 'stopped', reason: 'The run failed. The server log says why.' });
    const next = (await start()).body.runId;
    await stepped(next);
    Held.end(new RunStopped('Stripe could not be reached'));
    expect(await ended(next)).toMatchObject({ outcome: 'stopped', reason: 'Stripe could not be reached' });
  });

  describe('beside a release', () => {
    let position = 0;
    const write = async (document: object | null) => {
      // between what is folded and the next event
      position = Math.max(position, await server.platform.log.head()) + 0.01;
      return server.platform.models.write(productsProjection, [{ id: 'box-hoodie', position, document }]);
    };
    const facts = { productId: 'box-hoodie', productTitle: 'Box Hoodie', cancelled: false, delisted: false };
    const offered = async () => (await server.get('/api/admin/audit/kinds')).body[0];
    const long = () => jest.spyOn(server.app.get(NearReleases), 'isShort').mockResolvedValue(false);
    const instant = (at: number) => new Date(at).toISOString();
    let at = 0;
    beforeAll(() => {
      at = server.platform.clock() + 10 * MINUTE;
    });
    afterEach(() => jest.restoreAllMocks());

    it('are not started, and the refusal names it and when it is over', async () => {
      long();
      await write({ ...facts, releaseAt: at, startedAt: null, finishedAt: null });
      const until = instant(at + 2 * HOUR);
      const refused = await start();
      expect(refused).toMatchObject({ status: 409, body: { code: 'release-near', until } });
      expect(refused.body.error).toMatch(
        /^Box Hoodie is released at .* UTC\. Runs can start again once that drop has finished/,
      );
      const inTheWay = { what: 'release', title: 'Box Hoodie', at: instant(at), until, hasBegun: false };
      expect(await offered()).toMatchObject({ reason: refused.body.error, inTheWay });
    });

    it('wait until its drop has finished', async () => {
      long();
      const started = { ...facts, releaseAt: at, startedAt: at - 30 * MINUTE };
      await write({ ...started, finishedAt: null });
      expect((await offered()).inTheWay).toMatchObject({ hasBegun: true });
      await write({ ...started, finishedAt: at - 29 * MINUTE });
      expect(await offered()).toMatchObject({ reason: null, inTheWay: null });
    });

    it('are started all the same where the log is done with in a moment', async () => {
      await write({ ...facts, releaseAt: at, startedAt: null, finishedAt: null });
      expect(await offered()).toMatchObject({ reason: null, inTheWay: null });
      const { status, body } = await start({ kind: 'verify' });
      expect(status).toBe(200);
      expect(await ended(body.runId)).toMatchObject({ outcome: 'passed' });
      await write(null);
    });
  });

  it('whose process was killed are shown as stopped once the lease is over, and the next one starts', async () => {
    const runId = randomId();
    const now = server.platform.clock();
    const requested = { runId, kind: 'verify', askedBy: { kind: 'system', id: 'nightly' }, releases: [] } as const;
    const range = { from: null, to: null };
    const killed = new StartAuditRun(
      RUNS,
      { ...requested, range, leaseUntil: now + MINUTE },
      { ...metadata, commandId: runId },
    );
    await server.platform.streams.handle(auditRuns, killed);
    expect(await start()).toMatchObject({ status: 409 });
    server.clock.ahead += 2 * MINUTE;
    expect(await ended(runId)).toMatchObject({ outcome: 'stopped', reason: 'lease-over' });
    const next = (await start({ kind: 'verify' })).body.runId;
    const run = await ended(next);
    expect(run).toMatchObject({ outcome: 'passed', figures: { findings: 0, streams: expect.any(Number) } });
  });

  it('are listed by pages, the latest first, and found by kind and outcome', async () => {
    const filter = encodeURIComponent(JSON.stringify({ kind: 'replay', outcome: 'stopped' }));
    const { body, headers } = await server.get(`/api/admin/audit/runs?range=[0,0]&filter=${filter}`);
    expect([body.length, headers.get('content-range')]).toEqual([1, 'runs 0-0/2']);
    expect(body[0]).toMatchObject({ kind: 'replay', reason: 'Stripe could not be reached' });
  });

  it.each([
    [{ kind: 'weather' }, 'invalid'],
    [{}, 'invalid'],
    [{ kind: 'replay', from: 'yesterday' }, 'run-range-invalid'],
    [{ kind: 'replay', from: '2026-11-02', to: '2026-11-01' }, 'run-range-invalid'],
    [{ kind: 'seal' }, 'run-unknown'],
  ])('are not started by %j', async (body, code) => {
    expect(await start(body)).toMatchObject({ status: 400, body: { success: false, code } });
  });

  it('that do not exist are not found', async () => {
    expect(await server.get(`/api/admin/audit/runs/${randomId()}`)).toMatchObject({ status: 404 });
  });

  it('are for admins and auditors', async () => {
    const pending = [null, tokenOf('shopper'), tokenOf('auditor')].map(async (token) => {
      const list = await server.get('/api/admin/audit/runs', token);
      const made = await start({ kind: 'none' }, token as string);
      return [list.status, made.status];
    });
    expect(await Promise.all(pending)).toEqual([
      [401, 401],
      [403, 403],
      [200, 400],
    ]);
  });
});
