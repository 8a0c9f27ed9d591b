import { jest } from '@jest/globals';
import { type DynamicModule, Injectable, Module } from '@nestjs/common';
import type { Role } from '@supreme-access/contract/statuses.js';
import { PartServer } from '@supreme-access/test/fixtures/test-server.js';
import { accountsProjection } from '../../customers/accounts/accounts.projection.js';
import { Blockers, type Hindrance } from '../../event-sourcing/blockers.js';
import type { Progress, ProjectorFailure } from '../../projections/announced-folding.js';
import type { Platform } from '../platform.js';
import { PlatformModule } from '../platform.module.js';
import { HealthController } from './health.controller.js';
import { ProjectionsController } from './projections.controller.js';
import { SystemController } from './system.controller.js';

let near: string | null = null;

@Blockers()
@Injectable()
class Release implements Hindrance {
  whyNotNow = async () => near;
}

@Module({})
class SystemPart {}

function systemOf(platform: Platform): DynamicModule {
  const controllers = [HealthController, ProjectionsController, SystemController];
  return { module: SystemPart, imports: [PlatformModule.of(platform)], controllers, providers: [Release] };
}

const PROJECTIONS = '/api/admin/system/projections';

describe('the system as its operators see it', () => {
  let server: PartServer;
  const tokenOf = (...roles: Role[]) =>
    server.platform.sessions.begin('8d0c5e30-0000-4000-8000-000000000001', roles, 0);
  const rebuilt = () =>
    server.until(async () => {
      const { body } = await server.get(`${PROJECTIONS}/accounts/rebuild`);
      return body.state !== 'building' && body;
    });

  beforeAll(async () => {
    server = await PartServer.start(systemOf);
    server.admin = tokenOf('shopper', 'admin');
    server.platform.startup.isOver = true;
  });
  afterEach(() => {
    near = null;
  });
  afterAll(() => server?.stop());

  it('has every read model with how far it is', async () => {
    const { status, body } = await server.get(PROJECTIONS);
    expect([status, body.folds, body.notNow, body.rebuild]).toEqual([200, true, null, null]);
    expect(body.projections.map(({ name }: { name: string }) => name)).toEqual(
      server.platform.projections.map(({ name }) => name),
    );
    expect(body.projections.find(({ name }: { name: string }) => name === 'accounts')).toEqual({
      name: 'accounts',
      version: accountsProjection.version,
      position: body.head,
      lagEvents: 0,
      lagMs: 0,
      state: 'running',
      why: null,
      stoppedAt: null,
    });
  });

  it('has one rebuilt, compared, and replaced once that is confirmed', async () => {
    const { models } = server.platform;
    const position = (await server.platform.log.head()) + 1;
    const stranger = { accountId: 'stranger', email: 'ada@example.test' };
    await models.write(accountsProjection, [{ id: 'stranger', position, document: stranger }]);
    await models.advance(accountsProjection, await server.platform.log.head());

    const begun = await server.post(`${PROJECTIONS}/accounts/rebuild`);
    expect([begun.status, begun.body.rebuild.state]).toEqual([200, 'building']);
    const result = await rebuilt();
    expect(result).toMatchObject({ id: begun.body.rebuild.id, state: 'compared', rows: 0, unexplained: 1 });
    expect(JSON.stringify(result)).not.toContain('ada@example.test');
    expect(await models.get(accountsProjection, 'stranger')).toBeDefined();

    const answer = await server.post(`${PROJECTIONS}/accounts/replace`, { rebuildId: result.id });

    expect([answer.status, answer.body.rebuild.state]).toEqual([200, 'replaced']);
    expect(await models.get(accountsProjection, 'stranger')).toBeUndefined();
  });

  /** What the pages of an auditor say while the projector stands like that. */
  async function shownOf(changes: Partial<Progress>) {
    const { projector } = server.platform;
    const progress = { ...projector.progress(), ...changes };
    const fails = jest.spyOn(projector, 'progress').mockReturnValue(progress);
    const [statuses, readiness] = await Promise.all([
      server.get(PROJECTIONS, tokenOf('auditor')),
      server.get('/api/admin/system/readiness', tokenOf('auditor')),
    ]);
    fails.mockRestore();
    return { statuses, readiness };
  }

  it("keeps a projection's error to itself, which may hold anything, and names the event", async () => {
    const failure = {
      projection: 'accounts',
      cause: 'event',
      eventId: 'e-9',
      position: 9,
      message: 'ada@example.test',
    };
    const { statuses, readiness } = await shownOf({ failures: [failure as ProjectorFailure] });
    const why = 'It cannot process event e-9 at position 9. /readyz shows operators the error.';
    expect(statuses.body.projections.find(({ name }: { name: string }) => name === 'accounts')).toMatchObject({
      state: 'stopped',
      why,
      stoppedAt: { eventId: 'e-9', position: 9 },
    });
    expect(readiness.body.conditions).toContainEqual(
      expect.objectContaining({ name: 'Projections', says: `accounts has stopped. ${why}` }),
    );
    expect(JSON.stringify([statuses.body, readiness.body])).not.toContain('ada@example.test');
  });

  it('keeps to itself why it follows the log no more, and says that it does not', async () => {
    const { statuses, readiness } = await shownOf({ stopped: 'ada@example.test' });
    const why = 'This process no longer follows the event log. /readyz shows operators the error.';
    expect(statuses.body.projections[0]).toMatchObject({ state: 'stopped', why });
    expect(readiness.body.conditions).toContainEqual(expect.objectContaining({ name: 'Projections', says: why }));
    expect(JSON.stringify([statuses.body, readiness.body])).not.toContain('ada@example.test');
  });

  it('refuses what it does not know, and what was not compared', async () => {
    const answers = await Promise.all([
      server.get(`${PROJECTIONS}/nothing/rebuild`),
      server.post(`${PROJECTIONS}/nothing/rebuild`),
      server.post(`${PROJECTIONS}/nothing/replace`, { rebuildId: '0badcafe' }),
      server.post(`${PROJECTIONS}/accounts/replace`, { rebuildId: '0badcafe' }),
      server.post(`${PROJECTIONS}/accounts/replace`, {}),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 400]);
  });

  it('rebuilds and replaces nothing while a release is near', async () => {
    near = 'A release is near.';
    const answers = [
      await server.post(`${PROJECTIONS}/accounts/rebuild`),
      await server.post(`${PROJECTIONS}/accounts/replace`, { rebuildId: '0badcafe' }),
    ];
    expect(answers.map(({ status, code }) => [status, code])).toEqual([
      [409, 'release-near'],
      [409, 'release-near'],
    ]);
    expect((await server.get(PROJECTIONS)).body.notNow).toBe('A release is near.');
  });

  it('says what readiness says, in words, and what to do', async () => {
    const fine = (await server.get('/api/admin/system/readiness')).body;
    expect(fine).toMatchObject({ ready: true, role: 'all' });
    expect(fine.conditions.filter(({ state }: { state: string }) => state !== 'fine')).toEqual([]);

    const { recordResult } = server.platform.jobRunner.breakers.of('stripe');
    for (let calls = 0; calls < 10; calls += 1) recordResult('connection');
    const late = (await server.get('/api/admin/system/readiness')).body;
    expect(late.ready).toBe(true);
    expect(late.conditions.find(({ name }: { name: string }) => name === 'Waiting work')).toMatchObject({
      state: 'late',
      says: expect.stringMatching(/^Stripe has not responded since .*: connection$/),
      todo: expect.stringContaining('Check any service'),
    });
    const { body } = await server.get('/api/admin/system/partners');
    const stripe = body.find(({ partner }: { partner: string }) => partner === 'stripe');
    expect(stripe).toMatchObject({ isAway: true, trouble: 'connection' });
    expect(Date.parse(stripe.nextProbeAt)).toBeGreaterThan(Date.parse(stripe.since));
    expect(body.find(({ partner }: { partner: string }) => partner === 'mail')).toMatchObject({
      isAway: false,
      since: null,
      nextProbeAt: null,
      limit: 16,
    });

    server.platform.startup.isOver = false;
    const starting = (await server.get('/api/admin/system/readiness')).body;
    server.platform.startup.isOver = true;
    expect(starting.ready).toBe(false);
    expect(starting.conditions[0]).toMatchObject({ name: 'Startup', state: 'not ready', todo: 'Wait a moment.' });
  });

  it('says what it was started with', async () => {
    const { body } = await server.get('/api/admin/system/settings');
    expect(body).toContainEqual({ name: 'SEED', value: 'none', secret: false, from: 'environment' });
    expect(body).toContainEqual({ name: 'JWT_SECRET', value: 'not set', secret: true, from: 'default' });
  });

  it('is read by admins and auditors, and changed by admins', async () => {
    const reads = ['projections', 'projections/accounts/rebuild', 'readiness', 'partners', 'settings'];
    for (const path of reads) {
      const pending = [null, tokenOf('shopper'), tokenOf('auditor')].map((token) =>
        server.get(`/api/admin/system/${path}`, token),
      );
      expect([path, ...(await Promise.all(pending)).map(({ status }) => status)]).toEqual([path, 401, 403, 200]);
    }
    for (const path of ['rebuild', 'replace']) {
      const pending = [null, tokenOf('shopper'), tokenOf('auditor')].map((token) =>
        server.post(`${PROJECTIONS}/accounts/${path}`, { rebuildId: '0badcafe' }, token),
      );
      expect([path, ...(await Promise.all(pending)).map(({ status }) => status)]).toEqual([path, 401, 403, 403]);
    }
  });
});
