import { TALLY, type Tally } from '@supreme-access/test/fixtures/projector.js';
import { describeRebuilds, shared } from '@supreme-access/test/fixtures/rebuilds.js';
import type { ReadModels } from '../stores/read-models/read-models.js';
import { Projector } from './projector.js';
import { dropUnused, KEPT_FOR, LAST_REBUILD, REBUILDS } from './prune.js';
import type { Rebuilds } from './rebuilds.js';

describeRebuilds('a read model whose rebuild is cut off', (world) => {
  it('is as it was when the process that builds is killed, and can be built again', async () => {
    const stored = 'tally-0badcafe';
    const half = { ...TALLY, name: stored };
    await world().models.open([REBUILDS, half]);
    await world().models.write(half, [{ id: '1', position: 1, document: { count: 1, last: 1 } }], 1);
    const rebuilds = world().processOf(await world().opened());
    const [seenAt, about] = [
      world().clock(),
      { stored, projection: 'tally', version: 1, builder: 'a process that was killed' },
    ];
    const said = { id: '0badcafe', state: 'building', ...about, seenAt, begunAt: seenAt, endedAt: null };
    const far = { position: 1, head: 30, report: null, problem: null };
    await world().models.write(REBUILDS, [{ id: LAST_REBUILD, position: 1, document: { ...said, ...far } }]);
    expect(await world().isWhole()).toBe(true);
    if (world().models.isElsewhere)
      await expect(rebuilds.begin('tally')).rejects.toMatchObject({ code: 'rebuild-running' });
    world().ahead = 31_000;
    expect(await rebuilds.last()).toMatchObject({
      state: 'failed',
      problem: expect.stringContaining('Start the rebuild again'),
    });
    expect(await world().isWhole()).toBe(true);

    await rebuilds.begin('tally');

    expect(await world().ended(rebuilds)).toMatchObject({ state: 'compared', report: { differing: 0 } });
    expect((await world().models.list()).map(({ name }) => name)).not.toContain(stored);
  });

  it.each([
    ['before it renames', 'compared', async () => {}],
    [
      'after it has renamed',
      'replaced',
      (...args: Parameters<ReadModels['replace']>) => world().models.replace(...args),
    ],
  ] as const)('is replaced or not, whole, when the process is killed %s', async (_, state, renamed) => {
    const dying = {
      ...shared(world().models),
      replace: async (...args: Parameters<ReadModels['replace']>) => {
        await renamed(...args);
        throw new Error('killed');
      },
    };
    const rebuilds = world().processOf(dying);
    const { id } = await rebuilds.begin('tally');
    await world().ended(rebuilds);
    await expect(rebuilds.replace('tally', id)).rejects.toThrow('killed');
    await world().workshop.projector.stop();
    await world().workshop.happen(12, 0);

    const next = await world().opened();
    const projector = new Projector(world().workshop.log, next, world().workshop.sealer, {}, [TALLY], () => {});
    await projector.start();
    world().closing.push(() => projector.stop());
    await projector.reachEnd();

    expect(await next.get<Tally>(TALLY, '3')).toMatchObject({ count: 2 });
    const surviving = world().processOf(next, projector);
    await surviving.sweep();
    expect(await surviving.last()).toMatchObject({ id, state });
    world().ahead = KEPT_FOR;
    expect(await dropUnused(next, [TALLY], world().clock())).toEqual([]);
    expect(await surviving.replace('tally', id)).toMatchObject({ state: 'replaced' });
  });

  it('cannot be replaced by what was dropped before it was confirmed', async () => {
    const rebuilds = world().processOf();
    const { id } = await rebuilds.begin('tally');
    await world().ended(rebuilds);
    await dropUnused(world().models, [TALLY], world().clock() + KEPT_FOR);
    expect(await rebuilds.last()).toMatchObject({ state: 'failed', problem: expect.stringContaining('was dropped') });
    await expect(rebuilds.replace('tally', id)).rejects.toMatchObject({ code: 'rebuild-not-ready' });
  });

  it.each([
    ['that is being built', async () => {}],
    ['that waits to be confirmed', (rebuilds: Rebuilds) => world().ended(rebuilds)],
  ])('leaves nothing %s once a key is erased, and can be built again', async (_, before) => {
    const personal = { ...TALLY, isPersonal: true };
    const processOf = (models?: ReadModels) => world().processOf(models, undefined, personal);
    const [rebuilds, other] = [processOf(), processOf(await world().opened())];
    for (const erasing of world().models.isElsewhere ? [rebuilds, other] : [rebuilds]) {
      const { id, stored } = await rebuilds.begin('tally');
      await before(rebuilds);
      await erasing.discard();
      expect(await rebuilds.last()).toMatchObject({ id, state: 'failed', problem: expect.stringContaining('erased') });
      await expect(rebuilds.replace('tally', id)).rejects.toMatchObject({ code: 'rebuild-not-ready' });
      await rebuilds.discard();
      expect((await world().models.list()).map(({ name }) => name)).not.toContain(stored);
      expect(await world().isWhole()).toBe(true);
    }
    const { id } = await rebuilds.begin('tally');
    await world().ended(rebuilds);
    await rebuilds.replace('tally', id);
    await rebuilds.discard();
    expect(await rebuilds.last()).toMatchObject({ id, state: 'replaced' });
  });

  it('stays when a key is erased where it holds nothing personal, also while it is being built', async () => {
    const rebuilds = world().processOf();
    const { id } = await rebuilds.begin('tally');
    await rebuilds.discard();
    expect(await world().ended(rebuilds)).toMatchObject({ id, state: 'compared' });
    await rebuilds.discard();
    expect(await rebuilds.replace('tally', id)).toMatchObject({ state: 'replaced' });
  });

  it('is kept for a day where nobody confirms it, and is not pruned before', async () => {
    const rebuilds = world().processOf();
    const { id, stored } = await rebuilds.begin('tally');
    await world().ended(rebuilds);
    await rebuilds.sweep();
    expect(await dropUnused(world().models, [TALLY], world().clock())).toEqual([]);
    const names = async () => (await world().models.list()).map(({ name }) => name).sort();
    expect(await names()).toEqual(['tally', stored, REBUILDS.name].sort());

    world().ahead = KEPT_FOR;
    await rebuilds.sweep();

    expect(await names()).toEqual(['tally', REBUILDS.name].sort());
    expect(await rebuilds.last()).toMatchObject({ id, state: 'failed' });
    expect(await world().isWhole()).toBe(true);
  });
});
