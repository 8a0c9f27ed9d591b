import { jest } from '@jest/globals';
import { startMongo } from '@supreme-access/test/emulators/mongo/server.js';
import { openWorkshop, TALLY } from '@supreme-access/test/fixtures/projector.js';
import { openMongoReadModels } from '../stores/read-models/mongo-read-models.js';
import { memoryReadModels } from '../stores/read-models/sqlite-read-models.js';
import { compareWithRebuilt } from './rebuild.js';

afterAll(() => void jest.restoreAllMocks());

const ENGINES = {
  'in memory': async () => ({ models: memoryReadModels(), stop: async () => {} }),
  'in MongoDB, on the emulator': async () => {
    const server = await startMongo();
    server.faults.every({ kill: 50, lostAnswer: 50, notPrimary: 100 });
    return { models: await openMongoReadModels(server.url), stop: server.stop };
  },
};

describe.each(Object.entries(ENGINES))('a rebuild beside the live read model, %s', (_, open) => {
  let workshop: Awaited<ReturnType<typeof openWorkshop>>;
  let stop: () => Promise<void>;
  beforeEach(async () => {
    const opened = await open();
    stop = opened.stop;
    workshop = await openWorkshop(opened.models);
    await workshop.happen(30);
    await workshop.happen(12, 0);
    await workshop.settled();
  });
  afterEach(async () => {
    await workshop.close();
    await workshop.models.close();
    await stop();
  });

  it('finds the live one as the log makes it, and leaves nothing behind', async () => {
    const seen: number[] = [];
    const report = await compareWithRebuilt(workshop, TALLY, { onProgress: (position) => seen.push(position) });
    expect(report).toEqual({
      projection: 'tally',
      version: 1,
      rows: 30,
      differing: 0,
      differences: [],
      unexplained: 0,
    });
    expect(seen.at(-1)).toBe(await workshop.log.head());
    expect(await workshop.models.list()).toEqual([{ name: 'tally', version: 1 }]);
    expect(await workshop.models.count(TALLY)).toBe(27);
  });

  it('finds it so while the log goes on', async () => {
    const [report] = await Promise.all([compareWithRebuilt(workshop, TALLY), workshop.happen(12, 1)]);
    expect(report).toMatchObject({ differing: 0, unexplained: 0 });
  });

  it('finds it so when the live one takes its last step between being read and being asked how far it is', async () => {
    const { models, log } = workshop;
    const head = await log.head();
    const [checkpoint, rows] = [models.checkpoint.bind(models), models.rows.bind(models)];
    let isBehind = true;
    jest
      .spyOn(models, 'checkpoint')
      .mockImplementation(async (of) => (of.name === TALLY.name && isBehind ? head - 1 : checkpoint(of)));
    jest.spyOn(models, 'rows').mockImplementation(async (of, ids) => {
      const found = new Map(await rows(of, ids));
      if (of.name === TALLY.name && isBehind) found.delete('3');
      if (of.name === TALLY.name) isBehind = false;
      return found;
    });
    const report = await compareWithRebuilt(workshop, TALLY);
    expect(report).toMatchObject({ differing: 0, unexplained: 0 });
  });

  it('names each row that is not what the log makes, and counts those no event makes', async () => {
    const position = (await workshop.log.head()) + 1;
    await workshop.models.write(TALLY, [
      { id: '3', position, document: { count: 99, last: position } },
      { id: '4', position, document: null },
      { id: '9', position, document: { count: 1, last: position } },
      { id: 'stranger', position, document: { count: 1, last: position } },
    ]);
    const report = await compareWithRebuilt(workshop, TALLY);
    expect(report).toMatchObject({ rows: 30, unexplained: 1, differing: 3 });
    expect(report.differences.sort((a, b) => a.id.localeCompare(b.id))).toEqual([
      { id: '3', what: 'other', fields: ['count', 'last'] },
      { id: '4', what: 'missing', fields: [] },
      { id: '9', what: 'left over', fields: [] },
    ]);
    expect(await workshop.models.list()).toEqual([{ name: 'tally', version: 1 }]);
  });
});
