import { startMongo } from '@supreme-access/test/emulators/mongo/server.js';
import { openWorkshop, TALLY } from '@supreme-access/test/fixtures/projector.js';
import { Arrivals } from '@supreme-access/test/support/arrivals.js';
import { openMongoReadModels } from '../stores/read-models/mongo-read-models.js';
import { CollectionReplaced } from '../stores/read-models/read-models.js';
import type { Projection } from './projection.js';
import { Projector } from './projector.js';

/** Read models that give up soon, on a server that can be stopped. */
async function onMongo(projections?: Projection<unknown>[]) {
  const received = new Arrivals<string>();
  const server = await startMongo({ hear: (command) => received.push(Object.keys(command)[0] ?? '') });
  const models = await openMongoReadModels(server.url, { patienceMs: 60, connectMs: 2_000 });
  const workshop = await openWorkshop(models, projections);
  const close = async () => {
    await workshop.close();
    await models.close();
    await server.stop();
  };
  return { ...workshop, server, received, close };
}

describe('the projector, on read models that are elsewhere', () => {
  it('waits for a store that is away and folds each event once', async () => {
    const { happen, server, models, projector, settled, close } = await onMongo();
    await happen(5);
    expect(await settled()).toBe(true);
    await server.stop();
    await happen(5, 0);
    await expect(models.count(TALLY)).rejects.toThrow('MongoDB does not answer');
    expect(projector.progress()).toMatchObject({ failures: [], stopped: null });
    await server.start();
    expect(await settled()).toBe(true);
    expect(await models.find(TALLY, { where: { count: 2 } })).toHaveLength(5);
    await close();
  });

  it.each(['diskFull', 'writeConflict', 'timeExpired'] as const)(
    'waits for as long as the server refuses: %s',
    async (fault) => {
      const { happen, received, server, models, projector, settled, close } = await onMongo();
      server.faults.every({ [fault]: 1 });
      await happen(3);
      await received.until(() => projector.progress().waitsFor !== null);
      expect(projector.progress()).toMatchObject({ failures: [], stopped: null });
      server.faults.every({});
      expect(await settled()).toBe(true);
      expect(await models.count(TALLY)).toBe(3);
      await close();
    },
  );

  it('goes on with a read model that no event touches and that another process has replaced', async () => {
    const quiet = { ...TALLY, name: 'quiet', categories: ['nothing'], idsOf: () => [] } as Projection<unknown>;
    const { happen, server, models, projector, log, settled, close } = await onMongo([TALLY, quiet]);
    await happen(2);
    expect(await settled()).toBe(true);
    expect(await projector.knowsAll()).toBe(true);
    const [other, beside] = [await openMongoReadModels(server.url), { ...quiet, name: 'quiet-beside' }];
    await other.open([quiet, beside]);
    await other.advance(beside, await log.head());
    await other.replace(beside, quiet);
    // The first late checkpoint meets the other collection; the next event has the projector begin anew.
    for (const revision of [0, 1]) {
      await happen(2, revision);
      expect(await settled()).toBe(true);
      expect(await projector.knowsAll()).toBe(revision === 1);
    }
    expect(projector.progress()).toMatchObject({ failures: [], stopped: null });
    expect(await models.checkpoint(quiet)).toBe(await log.head());
    await other.close();
    await close();
  });

  it('hears of what another process has folded into a read model that was replaced', async () => {
    const { happen, server, log, sealer, settled, close } = await onMongo();
    const own = await openMongoReadModels(server.url);
    const { write } = own;
    own.write = async () => {
      own.write = write;
      await settled();
      throw new CollectionReplaced('it was replaced while it was folded');
    };
    const standby = new Projector(log, own, sealer, {}, [TALLY], () => {});
    await standby.start();
    const received: number[] = [];
    standby.onBatch((events) => received.push(...events.map(({ position }) => position)));
    await happen(1);
    expect(await standby.passed(1, 5_000)).toBe(true);
    expect(received).toEqual([1]);
    await standby.stop();
    await own.close();
    await close();
  });

  it('is halted once the server refuses it for good', async () => {
    const { happen, server, projector, settled, close } = await onMongo();
    server.faults.every({ forbidden: 1 });
    await happen(1);
    expect(await settled()).toBe(true);
    expect(projector.isHalted()).toBe(true);
    expect(projector.progress().failures).toMatchObject([{ projection: 'tally', cause: 'store' }]);
    server.faults.every({});
    await close();
  });

  it('stops while a store is away', async () => {
    const { happen, server, projector, close } = await onMongo();
    await server.stop();
    await happen(1);
    await projector.stop();
    expect(projector.progress()).toMatchObject({ failures: [], stopped: null });
    await close();
  });

  it('asks for nothing that it holds: a batch is one call for each projection that it touches', async () => {
    const untouched = { ...TALLY, name: 'untouched', categories: ['nothing'] };
    const { happen, received, models, settled, projector, close } = await onMongo([TALLY, untouched]);
    await happen(3);
    await settled();
    received.length = 0;
    await happen(3, 0);
    await settled();
    expect(received.filter((command) => command === 'find')).toEqual([]);
    expect(await models.find(TALLY, { where: { count: 2 } })).toHaveLength(3);
    // what nothing touches says later how far it has come, at the latest when somebody asks
    expect(await projector.isWhole()).toBe(true);
    expect(await models.checkpoint(untouched)).toBe(6);
    await close();
  });

  it('says after a while how far it has come where nothing happens', async () => {
    const untouched = { ...TALLY, name: 'untouched', categories: ['nothing'] };
    const { happen, models, settled, close } = await onMongo([TALLY, untouched]);
    const said = new Promise<void>((resolve) => {
      const { advance } = models;
      models.advance = async (...how) => {
        await advance.apply(models, how);
        if (how[0].name === 'untouched') resolve();
      };
    });
    await happen(1);
    await settled();
    await said;
    expect(await models.checkpoint(untouched)).toBe(1);
    await close();
  });

  it('ends with the same rows however many fold and hold them, whatever breaks', async () => {
    const { happen, log, sealer, models, server, projector, settled, close } = await onMongo();
    const beside = await openMongoReadModels(server.url, { patienceMs: 60, connectMs: 2_000, answerMs: 250 });
    const standby = new Projector(log, beside, sealer, {}, [TALLY], () => {});
    await standby.start();
    const calls = { kill: 20, lostAnswer: 20, halfBatch: 5, notPrimary: 20, lateInsert: 10, lostCheckpoint: 10 };
    server.faults.every(calls);
    for (let revision = -1; revision < 6; revision += 1) await happen(12, revision);
    const head = await log.head();
    expect(await Promise.all([settled(), standby.passed(head, 60_000)])).toEqual([true, true]);
    server.faults.every({});
    expect(projector.progress()).toMatchObject({ failures: [], stopped: null });
    expect(await models.find(TALLY, { where: { count: 7 } })).toHaveLength(11);
    expect(await models.count(TALLY)).toBe(11);
    await standby.stop();
    await beside.close();
    await close();
  });

  it('stops a projection that throws, and no other', async () => {
    const broken: Projection<unknown> = {
      ...TALLY,
      name: 'broken',
      evolve: () => {
        throw new Error('no such size');
      },
    };
    const { happen, models, projector, settled, close } = await onMongo([broken, TALLY]);
    await happen(2);
    expect(await settled()).toBe(true);
    expect(projector.progress().failures).toMatchObject([{ projection: 'broken', message: 'no such size' }]);
    expect(await models.count(TALLY)).toBe(2);
    await close();
  });
});
