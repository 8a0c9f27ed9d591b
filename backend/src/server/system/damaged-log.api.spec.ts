import { type DynamicModule, Module } from '@nestjs/common';
import { PartServer } from '@supreme-access/test/fixtures/test-server.js';
import { writerOf } from '@supreme-access/test/fixtures/written-log.js';
import { CreatePromo, EditPromo, promo } from '../../catalogue/promos/promo.js';
import { type PromoDoc, promosProjection } from '../../catalogue/promos/promos.projection.js';
import { ACCEPTANCES } from '../../event-sourcing/acceptances.js';
import { workerMetadata } from '../../event-sourcing/command-metadata.js';
import { type Job, rowKey } from '../../jobs/jobs.projection.js';
import { Comparison, isSame } from '../../projections/rebuild.js';
import type { Platform } from '../platform.js';
import { PlatformModule } from '../platform.module.js';
import { due } from '../projections.js';
import { HealthController } from './health.controller.js';
import { JobsController } from './jobs.controller.js';
import { MetricsController } from './metrics.controller.js';
import { SystemController } from './system.controller.js';

@Module({})
class DamagedPart {}

function partOf(platform: Platform): DynamicModule {
  const controllers = [JobsController, HealthController, MetricsController, SystemController];
  return { module: DamagedPart, imports: [PlatformModule.of(platform)], controllers };
}

const FACTS = { percent: 10, startsAt: null, endsAt: null, limit: null, limitPerAccount: null };
const WORK = 'release-promo';

describe('a log into which somebody else has written', () => {
  let server: PartServer;
  let write: ReturnType<typeof writerOf>;
  let done: string[] = [];
  const made = (code: string) =>
    server.platform.streams.handle(promo, new CreatePromo(code, FACTS, workerMetadata('spec')));
  const edited = (code: string, percent: number) =>
    server.platform.streams.handle(promo, new EditPromo(code, { percent }, workerMetadata('spec')));
  const folded = async () => {
    const { projector, log } = server.platform;
    expect(await projector.passed(await log.head(), 60_000)).toBe(true);
    const docs = await server.platform.models.find<PromoDoc>(promosProjection);
    return Object.fromEntries(docs.map(({ promoCode, percent }) => [promoCode, percent]));
  };
  const condition = async () => {
    const { body } = await server.get('/api/admin/system/readiness');
    return body.conditions.find(({ name }: { name: string }) => name === 'Streams');
  };
  const parked = async () => {
    const { body } = await server.get('/api/admin/due');
    return body.find(({ subject }: { subject: string }) => subject === 'FIRST');
  };
  const rebuiltIsLive = async () => {
    const comparison = new Comparison(server.platform);
    const live = server.platform.projections.find(({ name }) => name === promosProjection.name);
    return live && isSame(await comparison.of(live, {}));
  };

  beforeAll(async () => {
    server = await PartServer.start(partOf);
    server.admin = server.platform.sessions.begin('8d0c5e30-0000-4000-8000-000000000001', ['shopper', 'admin'], 0);
    server.platform.startup.isOver = true;
    write = writerOf(server.platform.log);
    const work = async ({ id }: Job) => {
      await server.platform.streams.read(promo, id);
      done.push(id);
      return undefined;
    };
    server.platform.jobRunner.register({ kind: WORK, concurrency: 2, work });
  });
  afterAll(() => server?.stop());

  it('folds on, stays ready, and says whose streams are passed over', async () => {
    await made('FIRST');
    await write.foreign('foo-1');
    await write.foreign('foo-2');
    await made('SECOND');
    expect(await folded()).toEqual({ FIRST: 10, SECOND: 10 });
    expect((await server.get('/readyz')).status).toBe(200);
    expect(await condition()).toEqual({
      name: 'Streams',
      state: 'fine',
      says: '2 events are ignored because their streams belong to another program: foo-1, foo-2.',
      todo: null,
    });
  });

  it('locks one stream, of which nothing more is folded, and parks its work; all others go on', async () => {
    await write.foreign('promo-FIRST');
    await write.ours('promo-FIRST', 'PromoEdited', { changes: { percent: 90 } });
    await edited('SECOND', 20);
    expect(await folded()).toEqual({ FIRST: 10, SECOND: 20 });
    const { status, body } = await server.get('/readyz');
    expect([status, body.degraded]).toEqual([200, [expect.stringContaining('promo-FIRST is locked')]]);
    expect(await condition()).toMatchObject({ state: 'late', says: expect.stringContaining('at revision 1') });
    const { body: metrics } = await server.get('/metrics');
    expect(String(metrics)).toContain('log_locked_streams 1');

    const { jobRunner, log, models, clock } = server.platform;
    // Between what is folded and the next event.
    const position = (await log.head()) + 0.5;
    for (const id of ['FIRST', 'SECOND']) {
      const row = { kind: WORK, id, dueAt: clock() - 1, attempt: 0, cause: 'e-1' };
      await models.write(due, [{ id: rowKey(row), position, document: row }]);
    }
    jobRunner.start();
    await jobRunner.settle();
    await folded();
    expect(done).toContain('SECOND');
    expect(await parked()).toMatchObject({ reason: 'stream-damaged', parkedAt: expect.any(String) });
    expect(await rebuiltIsLive()).toBe(true);
  });

  it('folds what follows once the damaged event is accepted, and does the work', async () => {
    done = [];
    const before = await parked();
    await write.ours(ACCEPTANCES, 'DamageAccepted', { stream: 'promo-FIRST', revision: 1 });
    // What was written after it follows no hash.
    expect(await folded()).toEqual({ FIRST: 10, SECOND: 20 });
    expect(await condition()).toMatchObject({ state: 'late', says: expect.stringContaining('at revision 2') });
    await server.settle();
    expect(await parked()).toMatchObject({ reason: 'stream-damaged', parkedAt: expect.any(String) });
    expect((await parked()).parkedAt).not.toBe(before.parkedAt);
    await write.ours(ACCEPTANCES, 'DamageAccepted', { stream: 'promo-FIRST', revision: 2 });
    await folded();
    await edited('FIRST', 30);
    expect(await folded()).toEqual({ FIRST: 30, SECOND: 20 });
    expect(await condition()).toMatchObject({ state: 'fine' });
    await server.settle();
    expect(done).toContain('FIRST');
    expect(await parked()).toMatchObject({ parkedAt: null });
    expect(await rebuiltIsLive()).toBe(true);
  });
});
