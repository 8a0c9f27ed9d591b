import { startMongo } from '@supreme-access/test/emulators/mongo/server.js';
import { openWorkshop, TALLY, type Tally } from '@supreme-access/test/fixtures/projector.js';
import { openMongoReadModels } from '../stores/read-models/mongo-read-models.js';
import type { ReadModels } from '../stores/read-models/read-models.js';
import { memoryReadModels } from '../stores/read-models/sqlite-read-models.js';
import { StoreCalls } from '../stores/store-calls.js';
import { watchedModels } from '../stores/watched-stores.js';
import { createLogger } from '../telemetry/logger.js';
import { Projector } from './projector.js';
import { dropUnused, KEPT_FOR, LAST_REBUILD, REBUILDS } from './prune.js';
import { Rebuilds } from './rebuilds.js';

const logger = createLogger('silent');

/** How to open the same stored read models, and once more as another process or a next start does. */
const ENGINES = {
  'in memory': async () => {
    const models = memoryReadModels();
    return { open: async () => shared(models), stop: async () => {} };
  },
  'in MongoDB, on the emulator': async () => {
    const server = await startMongo();
    server.faults.rates({ kill: 0.01, lostAnswer: 0.01, notPrimary: 0.005 }, 8);
    return { open: () => openMongoReadModels(server.url), stop: server.stop };
  },
};

/** The same models, which no process closes for the others. */
function shared(models: ReadModels): ReadModels {
  return { ...watchedModels(models, new StoreCalls()), close: async () => {} };
}

describe.each(Object.entries(ENGINES))('a read model that is rebuilt and replaced, %s', (_, engine) => {
  let engines: Awaited<ReturnType<(typeof ENGINES)['in memory']>>;
  let workshop: Awaited<ReturnType<typeof openWorkshop>>;
  let models: ReadModels;
  let ahead = 0;
  const closing: (() => Promise<unknown>)[] = [];
  const clock = () => Date.now() + ahead;

  /** What one process has. */
  const processOf = (own: ReadModels, projector: Projector) => {
    const rebuilds = new Rebuilds({ ...workshop, models: own, projector }, [TALLY], clock, logger);
    closing.push(() => rebuilds.stop());
    return rebuilds;
  };
  const opened = async () => {
    const own = await engines.open();
    closing.unshift(() => own.close());
    return own;
  };
  const ended = async (rebuilds: Rebuilds) => {
    for (;;) {
      const last = await rebuilds.last();
      if (last?.state !== 'building') return last;
      await turn();
    }
  };
  const spoil = async () => {
    const position = (await workshop.log.head()) + 1;
    await models.write(TALLY, [
      { id: '3', position, document: { count: 99, last: position } },
      { id: 'stranger', position, document: { count: 1, last: position } },
    ]);
    await models.advance(TALLY, await workshop.log.head());
  };
  const isWhole = async (own: ReadModels = models) => {
    const things = await own.find<Tally>(TALLY);
    return things.length === 27 && things.every(({ count }) => count >= 1 && count <= 3);
  };

  beforeEach(async () => {
    ahead = 0;
    engines = await engine();
    models = await opened();
    workshop = await openWorkshop(models);
    await workshop.happen(30);
    await workshop.settled();
    await workshop.projector.reachEnd();
  });
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close();
    await workshop.close();
    await engines.stop();
  });

  it('is compared, and another one once that was confirmed; what happens goes on in it', async () => {
    await spoil();
    const rebuilds = processOf(models, workshop.projector);
    const { id } = await rebuilds.begin('tally');
    const last = await ended(rebuilds);
    expect(last).toMatchObject({ id, state: 'compared', report: { rows: 30, differing: 1, unexplained: 1 } });
    expect(last?.report?.differences).toEqual([{ id: '3', what: 'other', fields: ['count', 'last'] }]);
    expect(await models.get<Tally>(TALLY, '3')).toMatchObject({ count: 99 });

    expect(await rebuilds.replace('tally', id)).toMatchObject({ state: 'replaced' });

    expect(await models.get<Tally>(TALLY, '3')).toMatchObject({ count: 1 });
    expect(await models.get(TALLY, 'stranger')).toBeUndefined();
    await workshop.happen(12, 0);
    await workshop.settled();
    expect(await models.get<Tally>(TALLY, '3')).toMatchObject({ count: 2 });
    expect(await models.count(TALLY)).toBe(27);
    expect(await rebuilds.replace('tally', id)).toMatchObject({ state: 'replaced' });
  });

  it('is read whole at every moment of it, while the log goes on', async () => {
    const rebuilds = processOf(models, workshop.projector);
    const { id } = await rebuilds.begin('tally');
    const happening = workshop.happen(12, 0);
    while ((await rebuilds.last())?.state === 'building') {
      expect(await isWhole()).toBe(true);
      await turn();
    }
    const replacing = rebuilds.replace('tally', id).then(() => true);
    let isReplaced = false;
    while (!isReplaced) {
      expect(await isWhole()).toBe(true);
      isReplaced = await Promise.race([replacing, turn().then(() => false)]);
    }
    await happening;
    await workshop.settled();
    expect(await models.get<Tally>(TALLY, '3')).toMatchObject({ count: 2 });
  });

  it('is built one at a time, and replaced by what was compared alone', async () => {
    const rebuilds = processOf(models, workshop.projector);
    const { id } = await rebuilds.begin('tally');
    await expect(rebuilds.begin('tally')).rejects.toMatchObject({ code: 'rebuild-running', kind: 'conflict' });
    await expect(rebuilds.replace('tally', 'another')).rejects.toMatchObject({ code: 'not-found' });
    await expect(rebuilds.begin('nothing')).rejects.toMatchObject({ code: 'not-found' });
    await ended(rebuilds);
    const again = await rebuilds.begin('tally');
    await expect(rebuilds.replace('tally', id)).rejects.toMatchObject({ code: 'not-found' });
    await ended(rebuilds);
    await rebuilds.replace('tally', again.id);
    expect(await isWhole()).toBe(true);
  });

  it('is as it was when the process that builds is killed, and can be built again', async () => {
    const stored = 'tally-0badcafe';
    const half = { ...TALLY, name: stored };
    await models.open([REBUILDS, half]);
    await models.write(half, [{ id: '1', position: 1, document: { count: 1, last: 1 } }], 1);
    const rebuilds = processOf(await opened(), workshop.projector);
    const [seenAt, about] = [
      clock(),
      { stored, projection: 'tally', version: 1, builder: 'a process that was killed' },
    ];
    const said = { id: '0badcafe', state: 'building', ...about, seenAt, begunAt: seenAt, endedAt: null };
    const far = { position: 1, head: 30, report: null, problem: null };
    await models.write(REBUILDS, [{ id: LAST_REBUILD, position: 1, document: { ...said, ...far } }]);
    expect(await isWhole()).toBe(true);
    if (models.isElsewhere) await expect(rebuilds.begin('tally')).rejects.toMatchObject({ code: 'rebuild-running' });
    ahead = 31_000;
    expect(await rebuilds.last()).toMatchObject({
      state: 'failed',
      problem: expect.stringContaining('Start the rebuild again'),
    });
    expect(await isWhole()).toBe(true);

    await rebuilds.begin('tally');

    expect(await ended(rebuilds)).toMatchObject({ state: 'compared', report: { differing: 0 } });
    expect((await models.list()).map(({ name }) => name)).not.toContain(stored);
  });

  it('is the new one for good when the process is killed after the name was given, before that was said', async () => {
    const rebuilds = processOf(models, workshop.projector);
    const { id, stored } = await rebuilds.begin('tally');
    await ended(rebuilds);
    await models.replace({ ...TALLY, name: stored }, TALLY);
    await workshop.projector.stop();
    await workshop.happen(12, 0);

    const next = await opened();
    const projector = new Projector(workshop.log, next, workshop.sealer, {}, [TALLY], () => {});
    await projector.start();
    closing.push(() => projector.stop());
    await projector.reachEnd();

    expect(await next.get<Tally>(TALLY, '3')).toMatchObject({ count: 2 });
    expect(await processOf(next, projector).last()).toMatchObject({ id, state: 'replaced' });
  });

  it('is found by other processes, those that fold and those that do not, and lacks nothing that they have folded', async () => {
    const others = await Promise.all(
      [true, false].map(async (folds) => {
        const own = await opened();
        const projector = new Projector(workshop.log, own, workshop.sealer, {}, [TALLY], () => {}, folds);
        await projector.start();
        closing.push(() => projector.stop());
        await projector.reachEnd();
        return { own, projector };
      }),
    );
    const rebuilds = processOf(models, workshop.projector);
    const { id, stored } = await rebuilds.begin('tally');
    await ended(rebuilds);
    await workshop.happen(12, 0);
    await workshop.settled();
    // As it was built: what has happened since was folded into the one that goes.
    if (models.isElsewhere) await models.replace({ ...TALLY, name: stored }, TALLY);
    else await rebuilds.replace('tally', id);
    await workshop.happen(12, 1);
    for (const { own, projector } of others) {
      expect(await projector.passed(await workshop.log.head(), 20_000)).toBe(true);
      await until(async () => (await own.get<Tally>(TALLY, '3'))?.count === 3);
      expect(await isWhole(own)).toBe(true);
    }
  });

  it('fails at an event it cannot take, which it names, and leaves the live one alone', async () => {
    const poisoned = { ...TALLY, evolve: () => fail() };
    const rebuilds = processOf(models, workshop.projector);
    const poisonedRebuilds = new Rebuilds({ ...workshop, models }, [poisoned], clock, logger);
    const { stored } = await poisonedRebuilds.begin('tally');
    const last = await ended(poisonedRebuilds);
    expect(last?.state).toBe('failed');
    expect(last?.problem).toMatch(/^It cannot process event [0-9a-f-]{36} at position \d+\./);
    expect(JSON.stringify(last)).not.toContain('ada@example.test');
    expect((await models.list()).map(({ name }) => name)).not.toContain(stored);
    expect(await isWhole()).toBe(true);
    await rebuilds.begin('tally');
    expect(await ended(rebuilds)).toMatchObject({ state: 'compared' });
  });

  it('goes on where it had stopped', async () => {
    const own = await opened();
    let isPoisoned = false;
    const tally = {
      ...TALLY,
      name: 'other-tally',
      evolve: (...given: Parameters<typeof TALLY.evolve>) => (isPoisoned ? fail() : TALLY.evolve(...given)),
    };
    const projector = new Projector(workshop.log, own, workshop.sealer, {}, [tally], () => {});
    await projector.start();
    await projector.reachEnd();
    closing.push(() => projector.stop());
    isPoisoned = true;
    await workshop.happen(12, 0);
    await projector.passed(await workshop.log.head(), 20_000);
    expect(projector.hasStopped(tally)).toBe(true);
    isPoisoned = false;

    const rebuilds = new Rebuilds({ ...workshop, models: own, projector }, [tally], clock, logger);
    const { id } = await rebuilds.begin('other-tally');
    await ended(rebuilds);
    await rebuilds.replace('other-tally', id);
    expect(projector.hasStopped(tally)).toBe(false);
    await workshop.happen(12, 1);
    await projector.passed(await workshop.log.head(), 20_000);
    expect(await own.get<Tally>(tally, '3')).toMatchObject({ count: 3 });
  });

  it('is kept for a day where nobody confirms it, and is not pruned before', async () => {
    const rebuilds = processOf(models, workshop.projector);
    const { id, stored } = await rebuilds.begin('tally');
    await ended(rebuilds);
    await rebuilds.sweep();
    expect(await dropUnused(models, [TALLY], clock())).toEqual([]);
    const names = async () => (await models.list()).map(({ name }) => name).sort();
    expect(await names()).toEqual(['tally', stored, REBUILDS.name].sort());

    ahead = KEPT_FOR;
    await rebuilds.sweep();

    expect(await names()).toEqual(['tally', REBUILDS.name].sort());
    expect(await rebuilds.last()).toMatchObject({ id, state: 'failed' });
    expect(await isWhole()).toBe(true);
  });
});

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

function fail(): never {
  throw new Error('ada@example.test cannot be taken');
}

/** Stores that err leave a step undone now and then. */
async function until(isDone: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 10_000; tries += 1) {
    if (await isDone()) return;
    await turn();
  }
  throw new Error('it never was');
}
