import { jest } from '@jest/globals';
import { type DynamicModule, Module } from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import type { Role } from '@supreme-access/contract/statuses.js';
import { all } from '@supreme-access/test/fixtures/event-log.js';
import { PartServer } from '@supreme-access/test/fixtures/test-server.js';
import type { CommandMetadata } from '../../event-sourcing/decider.js';
import { type Job, rowKey } from '../../jobs/jobs.projection.js';
import { RetryableError } from '../../jobs/retries.js';
import type { Platform } from '../platform.js';
import { PlatformModule } from '../platform.module.js';
import { due } from '../projections.js';
import { HealthController } from './health.controller.js';
import { JobsController } from './jobs.controller.js';
import { MetricsController } from './metrics.controller.js';

const HOUR = 3_600_000;

@Module({})
class DueModule {}

function dueOf(platform: Platform): DynamicModule {
  const controllers = [JobsController, HealthController, MetricsController];
  return { module: DueModule, imports: [PlatformModule.of(platform)], controllers };
}

describe('waiting work as operators see it', () => {
  let server: PartServer;
  let now = 0;
  const tokenOf = (...roles: Role[]) =>
    server.platform.sessions.begin('8d0c5e30-0000-4000-8000-000000000001', roles, 0);
  // Between what is folded and the next event.
  const put = async (row: Job) => {
    const position = (await server.platform.log.head()) + 0.5;
    await server.platform.models.write(due, [{ id: rowKey(row), position, document: row }]);
  };
  const list = (query = '') => server.get(`/api/admin/due${query}`);
  const retry = (body: object, token = server.admin) => server.post('/api/admin/due/retry', body, token);
  const query = (filter: object) => list(`?filter=${encodeURIComponent(JSON.stringify(filter))}`);

  beforeAll(async () => {
    server = await PartServer.start(dueOf);
    server.admin = tokenOf('shopper', 'admin');
    server.platform.startup.isOver = true;
    const { jobRunner } = server.platform;
    now = server.platform.clock();
    const fails = async () => {
      throw new RetryableError('the server refuses our login', { partner: 'mail' });
    };
    jobRunner.register({ kind: 'mail', concurrency: 4, partner: 'mail', work: fails });
    jobRunner.register({ kind: 'close-order', concurrency: 1, work: async () => undefined });
    jobRunner.register({ kind: 'run-release', concurrency: 1, lateAfter: 72 * HOUR, work: async () => undefined });
    const stuck = {
      kind: 'mail',
      id: 'order:order-1:success',
      about: 'success',
      attempt: 0,
      cause: 'e-1',
      since: now - HOUR,
      moves: 2,
    };
    await put({ ...stuck, dueAt: now - HOUR });
    await put({ kind: 'close-order', id: 'order-2', dueAt: now + 72 * HOUR, attempt: 0, cause: 'e-1' });
    await put({ kind: 'run-release', id: 'product-1', dueAt: now - 2 * HOUR, attempt: 0, cause: 'e-1' });
    jobRunner.start();
    for (let looks = 0; looks < 10_000; looks += 1) if ((await query({ kind: 'mail' })).body[0].reason !== null) return;
    throw new Error('nothing was tried');
  });
  afterAll(() => server?.stop());

  it('is woken by timers in the registry of Nest', () => {
    const registry = server.app.get(SchedulerRegistry);
    expect([registry.getIntervals(), registry.getTimeouts()]).toEqual([
      expect.arrayContaining(['jobs']),
      expect.arrayContaining(['jobs: close-order']),
    ]);
  });

  it('is listed with what it is about, why it waits, how often it was tried and when it is next', async () => {
    const { status, body, headers } = await list();

    expect([status, headers.get('content-range')]).toEqual([200, 'due 0-2/3']);
    expect(body).toMatchObject([
      { id: 'run-release:product-1', isLate: false, reason: null },
      {
        id: 'mail:order:order-1:success',
        kind: 'mail',
        subject: 'order:order-1:success',
        about: 'success',
        dueAt: new Date(now - HOUR).toISOString(),
        since: new Date(now - HOUR).toISOString(),
        reason: 'the server refuses our login',
        isLate: true,
        partner: 'mail',
        isParked: false,
      },
      {
        id: 'close-order:order-2',
        isLate: false,
        partner: null,
        nextAttemptAt: new Date(now + 72 * HOUR).toISOString(),
      },
    ]);
    // Two claims that the log knows of, and what this process has tried since.
    expect(body[1].attempts).toBeGreaterThan(2);
    expect(Date.parse(body[1].nextAttemptAt)).toBeGreaterThan(now);
  });

  it.each([
    [{ overdue: true }, ['run-release:product-1', 'mail:order:order-1:success']],
    [{ overdue: false }, ['close-order:order-2']],
    [{ kind: ['mail', 'close-order'] }, ['mail:order:order-1:success', 'close-order:order-2']],
    [{ subject: 'product-1' }, ['run-release:product-1']],
    [{ kind: 'none' }, []],
  ])('is narrowed by %j', async (filter, ids) => {
    const { body } = await query(filter);
    expect(body.map(({ id }: { id: string }) => id)).toEqual(ids);
  });

  it('is sorted and paged', async () => {
    const { body, headers } = await list('?sort=["kind","DESC"]&range=[1,1]');
    expect(body.map(({ kind }: { kind: string }) => kind)).toEqual(['mail']);
    expect(headers.get('content-range')).toBe('due 1-1/3');
  });

  it('refuses what it cannot read', async () => {
    expect((await query({ overdue: 'soon' })).code).toBe('list-query-invalid');
    expect((await list('?sort=["secret","ASC"]')).code).toBe('list-query-invalid');
  });

  it('is for admins and auditors', async () => {
    const answers = [null, tokenOf('shopper'), tokenOf('auditor')].map((token) => server.get('/api/admin/due', token));
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([401, 403, 200]);
  });

  it('is counted by kind, with whom it needs', async () => {
    const { status, body } = await server.get('/api/admin/due/kinds');
    expect(status).toBe(200);
    expect(body.find(({ kind }: { kind: string }) => kind === 'mail')).toMatchObject({
      partner: 'mail',
      waiting: 1,
      overdue: 1,
      late: 1,
      parked: 0,
    });
    expect(body.find(({ kind }: { kind: string }) => kind === 'close-order')).toMatchObject({
      partner: null,
      overdue: 0,
    });
    const troubled = body.filter(({ troubles }: { troubles: string[] }) => troubles.length > 0);
    expect(troubled.map(({ kind }: { kind: string }) => kind)).toEqual(['mail']);
  });

  it('that failed is attempted at once, one row or a whole kind, and no event is made of it', async () => {
    const [before, head] = [(await query({ kind: 'mail' })).body[0], await server.platform.log.head()];
    expect(Date.parse(before.nextAttemptAt)).toBeGreaterThan(now);
    for (const body of [{ kind: 'mail', id: 'order:order-1:success' }, { kind: 'mail' }]) {
      const { attempts } = (await query({ kind: 'mail' })).body[0];
      expect((await retry(body)).body).toEqual({ success: true, retried: 1 });
      while ((await query({ kind: 'mail' })).body[0].attempts === attempts);
    }
    expect((await retry({ kind: 'close-order', id: 'order-2' })).body).toEqual({ success: true, retried: 0 });
    expect(await server.platform.log.head()).toBe(head);
  });

  it('is not tried before the time that a partner asked for', async () => {
    const key = 'mail:order:order-1:success';
    const { retries } = server.platform.jobRunner.queue('mail') ?? {};
    const tried = retries?.of(key);
    if (!retries || !tried) throw new Error('it was not tried');
    retries.failed(tried.row, new RetryableError('greylisted', { notBefore: now + HOUR }), now);
    expect((await retry({ kind: 'mail' })).body).toEqual({ success: true, retried: 0 });
    retries.failed(tried.row, new RetryableError('the server refuses our login', { partner: 'mail' }), now);
  });

  it('of no such kind or row is not there to be tried, and only admins may', async () => {
    const answers = [
      await retry({ kind: 'nothing' }),
      await retry({ kind: 'mail', id: 'nothing' }),
      await retry({}),
      await retry({ kind: 'mail' }, tokenOf('auditor')),
      await retry({ kind: 'mail' }, tokenOf('shopper')),
      await retry({ kind: 'mail' }, null),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 400, 403, 403, 401]);
  });

  it('that is late, or waits for a partner that is away, is told by readiness, which stays green', async () => {
    expect(await server.get('/readyz')).toMatchObject({
      status: 200,
      body: {
        ready: true,
        degraded: [expect.stringMatching(/^Send emails \(mail\): 1 overdue, the oldest by 60 min$/)],
      },
    });

    const { recordResult } = server.platform.jobRunner.breakers.of('mail');
    for (let calls = 0; calls < 10; calls += 1) recordResult('ECONNECTION');

    const { status, body } = await server.get('/readyz');
    expect([status, body.ready]).toEqual([200, true]);
    expect(body.degraded[0]).toMatch(/^The mail server has not responded since .*Z: ECONNECTION$/);
    expect((await query({ kind: 'mail' })).body).toMatchObject([{ isParked: true }]);
    expect(await retry({ kind: 'mail' })).toMatchObject({ status: 409, code: 'partner-away' });
  });

  describe('that is parked', () => {
    const key = { kind: 'webhook', id: 'evt_1' };
    const setAside = (body: object, token = server.admin) => server.post('/api/admin/due/set-aside', body, token);
    const eventsOf = async () => {
      const events = await all(server.platform.log.readStream('work-webhook:evt_1'));
      return events.map(({ type, metadata }) => [type, metadata.actor.kind]);
    };
    const ended: string[] = [];
    let [tried, fails] = [0, false];
    beforeAll(async () => {
      const { jobRunner } = server.platform;
      const work = async () => {
        tried += 1;
        return { rescheduleAt: now + HOUR };
      };
      const setAside = async ({ id }: Job, { actor }: CommandMetadata) => {
        if (fails) throw new Error('cut off');
        ended.push(`${id} by ${actor.kind}`);
      };
      jobRunner.register({ kind: 'webhook', concurrency: 1, parks: true, work, setAside });
      await put({ ...key, dueAt: now - HOUR, attempt: 0, cause: 'e-1' });
      await jobRunner.park({ ...key, dueAt: now - HOUR, attempt: 0, cause: 'e-1' }, 20, 'refund-open');
      await server.platform.projector.passed(await server.platform.log.head(), 60_000);
    });

    it('is listed apart, with how often it was tried, and counted', async () => {
      const { body } = await query({ parked: true });
      expect(body).toMatchObject([{ id: 'webhook:evt_1', attempts: 20, reason: 'refund-open', nextAttemptAt: null }]);
      expect(body[0]).toMatchObject({ parkedAt: expect.any(String), dueAt: new Date(now - HOUR).toISOString() });
      // What was counted before is told for a while.
      server.clock.ahead += 5_000;
      const kinds = (await server.get('/api/admin/due/kinds')).body as { kind: string }[];
      expect(kinds.find(({ kind }) => kind === 'webhook')).toMatchObject({ overdue: 0, late: 0, awaitsOperator: 1 });
      expect((await query({ parked: false, kind: 'webhook' })).body).toEqual([]);
    });

    it('is tried again at once when an operator says so', async () => {
      expect(tried).toBe(0);
      expect((await retry(key)).body).toEqual({ success: true, retried: 1 });
      await server.platform.jobRunner.settle();
      expect(tried).toBe(1);
      expect((await query({ parked: true })).body).toEqual([]);
      expect(await eventsOf()).toEqual([
        ['WorkParked', 'worker'],
        ['WorkResumed', 'admin'],
      ]);
    });

    it('is set aside with a reason, by admins alone, and leaves the list', async () => {
      const body = { ...key, reason: 'settled by hand' };
      expect(await setAside(body)).toMatchObject({ status: 409, code: 'not-parked' });
      await server.platform.jobRunner.park({ ...key, dueAt: now, attempt: 0, cause: 'e-1' }, 20, 'refund-open');
      const answers = [
        await setAside(body, tokenOf('auditor')),
        await setAside(key),
        await setAside({ ...body, id: 'evt_2' }),
        await setAside(body),
      ];
      expect(answers.map(({ status }) => status)).toEqual([403, 400, 404, 200]);
      await server.platform.projector.passed(await server.platform.log.head(), 60_000);
      expect((await query({ kind: 'webhook' })).body).toEqual([]);
      expect((await eventsOf()).at(-1)).toEqual(['WorkSetAside', 'admin']);
      expect(ended).toEqual(['evt_1 by admin']);
    });

    describe('and the process', () => {
      const third = { kind: 'webhook', id: 'evt_3' };
      const park = async () => {
        await server.platform.jobRunner.park({ ...third, dueAt: now, attempt: 0, cause: 'e-1' }, 20, 'refund-open');
        await server.platform.projector.passed(await server.platform.log.head(), 60_000);
      };
      beforeAll(async () => {
        await put({ ...third, dueAt: now - HOUR, attempt: 0, cause: 'e-1' });
        await park();
      });

      it('does no work itself: all of its kind is tried again all the same', async () => {
        const works = jest.spyOn(server.platform.jobRunner, 'isWorking', 'get').mockReturnValue(false);
        expect((await retry({ kind: 'webhook' })).body).toEqual({ success: true, retried: 1 });
        expect(await retry({ kind: 'webhook' })).toMatchObject({ status: 409, code: 'works-elsewhere' });
        works.mockRestore();
        await park();
      });

      it('is cut off while it is set aside: it stays parked, and what it is about is told as the operator comes again', async () => {
        fails = true;
        const body = { ...third, reason: 'settled by hand' };
        expect((await setAside(body)).status).toBe(500);
        expect((await query({ parked: true })).body).toMatchObject([{ id: 'webhook:evt_3' }]);
        fails = false;
        expect((await setAside(body)).status).toBe(200);
        expect(ended).toEqual(['evt_1 by admin', 'evt_3 by admin']);
      });
    });
  });

  it('is counted by kind in the metrics', async () => {
    const { body } = await server.get('/metrics');
    const figures = ['due_waiting', 'due_overdue', 'due_late', 'due_hanging'].map((name) => `${name}{kind="mail"}`);
    expect(figures.map((figure) => new RegExp(`^${figure} (.*)$`, 'm').exec(body)?.[1])).toEqual(['1', '1', '1', '0']);
    expect(body).toMatch(/^due_oldest_lateness_seconds\{kind="run-release"\} 72\d\d/m);
    expect(body).toMatch(/^partner_away\{partner="mail"\} 1$/m);
    expect(body).toMatch(/^partner_away\{partner="stripe"\} 0$/m);
  });
});
