import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startMongo } from '@supreme-access/test/standins/mongo/server.js';
import { createLogger } from '../logger.js';
import { GENERATIONS, Generations, KEPT_FOR, pointersOf, putIfUnchanged } from '../read-models/generations.js';
import { openLmdbReadModels } from '../read-models/lmdb-read-models.js';
import { memoryReadModels } from '../read-models/memory-read-models.js';
import { openMongoReadModels } from '../read-models/mongo-read-models.js';
import { dropUnused } from '../read-models/prune.js';
import type { ReadModels } from '../read-models/read-models.js';
import { StoreCalls } from '../store-calls.js';
import { watchedModels } from '../watched-stores.js';
import { FollowGenerations } from './follow-generations.js';
import { openWorkshop, TALLY, type Tally } from './projector.fixture.js';
import { Projector } from './projector.js';
import { Rebuilds } from './rebuilds.js';

const logger = createLogger('silent');
const identify = async (position: number): Promise<string | undefined> => `event ${position}`;

/** How to open the same stored read models, and once more as another process or a next start does. */
const ENGINES = {
  'in memory': async () => {
    const models = memoryReadModels();
    return { open: async () => shared(models), stop: async () => {} };
  },
  'on the disk': async () => {
    const directory = await mkdtemp(join(tmpdir(), 'rebuilds-'));
    const models = await openLmdbReadModels(join(directory, 'read-models'), Buffer.alloc(32, 7), { identify });
    const stop = async () => {
      await models.close();
      await rm(directory, { recursive: true });
    };
    return { open: async () => shared(models), stop };
  },
  'in MongoDB, on the stand-in': async () => {
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
  let generations: Generations;
  let ahead = 0;
  const closing: (() => Promise<unknown>)[] = [];
  const clock = () => Date.now() + ahead;

  /** What one process has. */
  const processOf = (own: Generations, projector: Projector) => {
    const stores = { ...workshop, projector };
    const follow = new FollowGenerations(own, [TALLY], stores, logger);
    const rebuilds = new Rebuilds(own, [TALLY], stores, follow, clock, logger);
    closing.push(
      () => rebuilds.stop(),
      () => follow.stop(),
    );
    return { follow, rebuilds };
  };
  const opened = async () => {
    const own = new Generations(await engines.open());
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
    await generations.write(TALLY, [
      { id: '3', position, document: { count: 99, last: position } },
      { id: 'stranger', position, document: { count: 1, last: position } },
    ]);
    await generations.advance(TALLY, await workshop.log.head());
  };
  const isWhole = async (models: ReadModels = generations) => {
    const things = await models.find<Tally>(TALLY);
    return things.length === 27 && things.every(({ count }) => count >= 1 && count <= 3);
  };

  beforeEach(async () => {
    ahead = 0;
    engines = await engine();
    generations = await opened();
    workshop = await openWorkshop(generations);
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
    const { rebuilds } = processOf(generations, workshop.projector);
    const { id } = await rebuilds.begin('tally');
    const last = await ended(rebuilds);
    expect(last).toMatchObject({ id, state: 'compared', report: { rows: 30, differing: 1, unexplained: 1 } });
    expect(last?.report?.differences).toEqual([{ id: '3', what: 'other', fields: ['count', 'last'] }]);
    expect(await generations.get<Tally>(TALLY, '3')).toMatchObject({ count: 99 });

    expect(await rebuilds.replace('tally', id)).toMatchObject({ state: 'replaced' });

    expect(await generations.get<Tally>(TALLY, '3')).toMatchObject({ count: 1 });
    expect(await generations.get(TALLY, 'stranger')).toBeUndefined();
    await workshop.happen(12, 0);
    await workshop.settled();
    expect(await generations.get<Tally>(TALLY, '3')).toMatchObject({ count: 2 });
    expect(await generations.count(TALLY)).toBe(27);
    expect(await rebuilds.replace('tally', id)).toMatchObject({ state: 'replaced' });
  });

  it('is read whole at every moment of it, while the log goes on', async () => {
    const { rebuilds } = processOf(generations, workshop.projector);
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
    expect(await generations.get<Tally>(TALLY, '3')).toMatchObject({ count: 2 });
  });

  it('is built one at a time, and replaced by what was compared alone', async () => {
    const { rebuilds } = processOf(generations, workshop.projector);
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
    await generations.stored.open([GENERATIONS, half]);
    await generations.stored.write(half, [{ id: '1', position: 1, document: { count: 1, last: 1 } }], 1);
    const { rebuilds } = processOf(await opened(), workshop.projector);
    const [seenAt, about] = [
      clock(),
      { stored, projection: 'tally', version: 1, builder: 'a process that was killed' },
    ];
    const said = { id: '0badcafe', state: 'building', ...about, seenAt, begunAt: seenAt, endedAt: null };
    const far = { position: 1, head: 30, report: null, problem: null };
    await until(() => putIfUnchanged(generations.stored, 'rebuild', undefined, { ...said, ...far }));
    expect(await isWhole()).toBe(true);
    if (generations.isElsewhere)
      await expect(rebuilds.begin('tally')).rejects.toMatchObject({ code: 'rebuild-running' });
    ahead = 31_000;
    expect(await rebuilds.last()).toMatchObject({
      state: 'failed',
      problem: expect.stringContaining('Start the rebuild again'),
    });
    expect(await isWhole()).toBe(true);

    await rebuilds.begin('tally');

    expect(await ended(rebuilds)).toMatchObject({ state: 'compared', report: { differing: 0 } });
    expect((await generations.list()).map(({ name }) => name)).not.toContain(stored);
  });

  it('is the new one for good when the process is killed after the pointer has moved', async () => {
    const { rebuilds } = processOf(generations, workshop.projector);
    const { id, stored } = await rebuilds.begin('tally');
    await ended(rebuilds);
    const pointer = { stored, previous: 'tally', replacedAt: clock() };
    await until(() => putIfUnchanged(generations.stored, 'tally_v1', undefined, pointer));
    await workshop.projector.stop();
    await workshop.happen(12, 0);

    const next = await opened();
    const projector = new Projector(workshop.log, next, workshop.sealer, {}, [TALLY], () => {});
    await projector.start();
    closing.push(() => projector.stop());
    await projector.reachEnd();

    expect(next.of(TALLY).name).toBe(stored);
    expect(await next.get<Tally>(TALLY, '3')).toMatchObject({ count: 2 });
    expect(await processOf(next, projector).rebuilds.last()).toMatchObject({ id, state: 'replaced' });
  });

  it('is followed by processes that fold and by those that do not', async () => {
    const others = await Promise.all(
      [true, false].map(async (folds) => {
        const own = await opened();
        const projector = new Projector(workshop.log, own, workshop.sealer, {}, [TALLY], () => {}, folds);
        await projector.start();
        closing.push(() => projector.stop());
        await projector.reachEnd();
        return { own, projector, ...processOf(own, projector) };
      }),
    );
    const { rebuilds } = processOf(generations, workshop.projector);
    const { id, stored } = await rebuilds.begin('tally');
    await ended(rebuilds);
    await workshop.happen(12, 0);
    await rebuilds.replace('tally', id);
    for (const { own, projector, follow } of others) {
      await until(async () => {
        expect(await isWhole(own)).toBe(true);
        await follow.look();
        return own.of(TALLY).name === stored;
      });
      expect(await projector.passed(await workshop.log.head(), 20_000)).toBe(true);
      expect(await own.get<Tally>(TALLY, '3')).toMatchObject({ count: 2 });
    }
  });

  it('fails at an event it cannot take, which it names, and leaves the live one alone', async () => {
    const poisoned = { ...TALLY, evolve: () => fail() };
    const { rebuilds } = processOf(generations, workshop.projector);
    const poisonedRebuilds = new Rebuilds(generations, [poisoned], workshop, nobody, clock, logger);
    const { stored } = await poisonedRebuilds.begin('tally');
    const last = await ended(poisonedRebuilds);
    expect(last?.state).toBe('failed');
    expect(last?.problem).toMatch(/^It cannot process event [0-9a-f-]{36} at position \d+\./);
    expect(JSON.stringify(last)).not.toContain('ada@example.test');
    expect((await generations.list()).map(({ name }) => name)).not.toContain(stored);
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

    const follow = new FollowGenerations(own, [tally], { ...workshop, projector }, logger);
    const rebuilds = new Rebuilds(own, [tally], workshop, follow, clock, logger);
    const { id } = await rebuilds.begin('other-tally');
    await ended(rebuilds);
    await rebuilds.replace('other-tally', id);
    await until(async () => {
      await follow.look();
      return !projector.hasStopped(tally);
    });
    await workshop.happen(12, 1);
    await projector.passed(await workshop.log.head(), 20_000);
    expect(await own.get<Tally>(tally, '3')).toMatchObject({ count: 3 });
  });

  it('is kept for a day, as is one that nobody confirms; neither is pruned before', async () => {
    const { rebuilds } = processOf(generations, workshop.projector);
    const { id, stored } = await rebuilds.begin('tally');
    await ended(rebuilds);
    expect(await dropUnused(generations.stored, [TALLY], clock())).toEqual([]);
    await rebuilds.replace('tally', id);
    const unconfirmed = await rebuilds.begin('tally');
    await ended(rebuilds);
    await rebuilds.sweep();
    expect(await dropUnused(generations.stored, [TALLY], clock())).toEqual([]);
    const names = async () => (await generations.list()).map(({ name }) => name).sort();
    expect(await names()).toEqual(['tally', stored, unconfirmed.stored, GENERATIONS.name].sort());

    ahead = KEPT_FOR;
    await rebuilds.sweep();

    expect(await names()).toEqual([stored, GENERATIONS.name].sort());
    expect(await rebuilds.last()).toMatchObject({ id: unconfirmed.id, state: 'failed' });
    expect((await pointersOf(generations.stored, [TALLY])).get('tally_v1')).toMatchObject({ stored, previous: null });
    expect(await dropUnused(generations.stored, [TALLY], clock())).toEqual([]);
    expect(await isWhole()).toBe(true);
  });
});

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));
const nobody = { look: async () => {} };

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
