import { TALLY, type Tally } from '@supreme-access/test/fixtures/projector.js';
import { describeRebuilds, logger, turn } from '@supreme-access/test/fixtures/rebuilds.js';
import { Projector } from './projector.js';
import { Rebuilds } from './rebuilds.js';

describeRebuilds('a read model that is rebuilt and replaced', (world) => {
  it('is compared, and another one once that was confirmed; what happens goes on in it', async () => {
    await world().spoil();
    const rebuilds = world().processOf();
    const { id } = await rebuilds.begin('tally');
    const last = await world().ended(rebuilds);
    expect(last).toMatchObject({ id, state: 'compared', report: { rows: 30, differing: 1, unexplained: 1 } });
    expect(last?.report?.differences).toEqual([{ id: '3', what: 'other', fields: ['count', 'last'] }]);
    expect(await world().models.get<Tally>(TALLY, '3')).toMatchObject({ count: 99 });

    expect(await rebuilds.replace('tally', id)).toMatchObject({ state: 'replaced' });

    expect(await world().models.get<Tally>(TALLY, '3')).toMatchObject({ count: 1 });
    expect(await world().models.get(TALLY, 'stranger')).toBeUndefined();
    await world().workshop.happen(12, 0);
    await world().workshop.settled();
    expect(await world().models.get<Tally>(TALLY, '3')).toMatchObject({ count: 2 });
    expect(await world().models.count(TALLY)).toBe(27);
    expect(await rebuilds.replace('tally', id)).toMatchObject({ state: 'replaced' });
  });

  it('is read whole at every moment of it, while the log goes on', async () => {
    const rebuilds = world().processOf();
    const { id } = await rebuilds.begin('tally');
    const happening = world().workshop.happen(12, 0);
    while ((await rebuilds.last())?.state === 'building') {
      expect(await world().isWhole()).toBe(true);
      await turn();
    }
    const replacing = rebuilds.replace('tally', id).then(() => true);
    let isReplaced = false;
    while (!isReplaced) {
      expect(await world().isWhole()).toBe(true);
      isReplaced = await Promise.race([replacing, turn().then(() => false)]);
    }
    await happening;
    await world().workshop.settled();
    expect(await world().models.get<Tally>(TALLY, '3')).toMatchObject({ count: 2 });
  });

  it('is built one at a time, and replaced by what was compared alone', async () => {
    const rebuilds = world().processOf();
    const { id } = await rebuilds.begin('tally');
    await expect(rebuilds.begin('tally')).rejects.toMatchObject({ code: 'rebuild-running', kind: 'conflict' });
    await expect(rebuilds.replace('tally', 'another')).rejects.toMatchObject({ code: 'not-found' });
    await expect(rebuilds.begin('nothing')).rejects.toMatchObject({ code: 'not-found' });
    await world().ended(rebuilds);
    const again = await rebuilds.begin('tally');
    await expect(rebuilds.replace('tally', id)).rejects.toMatchObject({ code: 'not-found' });
    await world().ended(rebuilds);
    await rebuilds.replace('tally', again.id);
    expect(await world().isWhole()).toBe(true);
  });

  it('is found by other processes, those that fold and those that do not, and lacks nothing that they have folded', async () => {
    const others = await Promise.all(
      [true, false].map(async (folds) => {
        const own = await world().opened();
        const projector = new Projector(
          world().workshop.log,
          own,
          world().workshop.sealer,
          {},
          [TALLY],
          () => {},
          folds,
        );
        await projector.start();
        world().closing.push(() => projector.stop());
        await projector.reachEnd();
        return { own, projector };
      }),
    );
    const rebuilds = world().processOf();
    const { id, stored } = await rebuilds.begin('tally');
    await world().ended(rebuilds);
    await world().workshop.happen(12, 0);
    await world().workshop.settled();
    // As it was built: what has happened since was folded into the one that goes.
    const operator = await world().opened();
    if (operator.isElsewhere) await operator.replace({ ...TALLY, name: stored }, TALLY);
    else await rebuilds.replace('tally', id);
    await world().workshop.happen(12, 1);
    for (const { own, projector } of others) {
      expect(await projector.passed(await world().workshop.log.head(), 20_000)).toBe(true);
      await until(async () => (await own.get<Tally>(TALLY, '3'))?.count === 3);
      expect(await world().isWhole(own)).toBe(true);
    }
  });

  it('fails at an event it cannot take, which it names, and leaves the live one alone', async () => {
    const poisoned = { ...TALLY, evolve: () => fail() };
    const rebuilds = world().processOf();
    const poisonedRebuilds = new Rebuilds(
      { ...world().workshop, models: world().models },
      [poisoned],
      world().clock,
      logger,
    );
    const { stored } = await poisonedRebuilds.begin('tally');
    const last = await world().ended(poisonedRebuilds);
    expect(last?.state).toBe('failed');
    expect(last?.problem).toMatch(/^It cannot process event [0-9a-f-]{36} at position \d+\./);
    expect(JSON.stringify(last)).not.toContain('ada@example.test');
    expect((await world().models.list()).map(({ name }) => name)).not.toContain(stored);
    expect(await world().isWhole()).toBe(true);
    await rebuilds.begin('tally');
    expect(await world().ended(rebuilds)).toMatchObject({ state: 'compared' });
  });

  it('goes on where it had stopped', async () => {
    const own = await world().opened();
    let isPoisoned = false;
    const tally = {
      ...TALLY,
      name: 'other-tally',
      evolve: (...given: Parameters<typeof TALLY.evolve>) => (isPoisoned ? fail() : TALLY.evolve(...given)),
    };
    const projector = new Projector(world().workshop.log, own, world().workshop.sealer, {}, [tally], () => {});
    await projector.start();
    await projector.reachEnd();
    world().closing.push(() => projector.stop());
    isPoisoned = true;
    await world().workshop.happen(12, 0);
    await projector.passed(await world().workshop.log.head(), 20_000);
    expect(projector.hasStopped(tally)).toBe(true);
    isPoisoned = false;

    const rebuilds = new Rebuilds({ ...world().workshop, models: own, projector }, [tally], world().clock, logger);
    const { id } = await rebuilds.begin('other-tally');
    await world().ended(rebuilds);
    await rebuilds.replace('other-tally', id);
    expect(projector.hasStopped(tally)).toBe(false);
    await world().workshop.happen(12, 1);
    await projector.passed(await world().workshop.log.head(), 20_000);
    expect(await own.get<Tally>(tally, '3')).toMatchObject({ count: 3 });
  });
});

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
