import { setTimeout as wait } from 'node:timers/promises';
import { startMongo } from '@supreme-access/test/standins/mongo/server.js';
import { openMongoReadModels } from '../read-models/mongo-read-models.js';
import type { Projection } from './projection.js';
import { openWorkshop, TALLY } from './projector.fixture.js';

/** Read models that give up soon, on a server that can be stopped. */
async function onMongo(projections?: Projection<unknown>[]) {
  const server = await startMongo();
  const models = await openMongoReadModels(server.url, { patienceMs: 60, connectMs: 2_000 });
  const workshop = await openWorkshop(models, projections);
  const close = async () => {
    await workshop.close();
    await models.close();
    await server.stop();
  };
  return { ...workshop, server, close };
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
      const { happen, server, models, projector, settled, close } = await onMongo();
      server.faults.rates({ [fault]: 1 }, 1);
      await happen(3);
      while (projector.progress().waitsFor === null) await wait(5);
      expect(projector.progress()).toMatchObject({ failures: [], stopped: null });
      server.faults.rates({}, 1);
      expect(await settled()).toBe(true);
      expect(await models.count(TALLY)).toBe(3);
      await close();
    },
  );

  it('is halted once the server refuses it for good', async () => {
    const { happen, server, projector, settled, close } = await onMongo();
    server.faults.rates({ forbidden: 1 }, 1);
    await happen(1);
    expect(await settled()).toBe(true);
    expect(projector.isHalted()).toBe(true);
    expect(projector.progress().failures).toMatchObject([{ projection: 'tally', cause: 'store' }]);
    server.faults.rates({}, 1);
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
