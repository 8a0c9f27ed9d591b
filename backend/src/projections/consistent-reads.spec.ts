import { jest } from '@jest/globals';
import { events } from '@supreme-access/test/fixtures/event-log.js';
import { openWorkshop, TALLY, type Tally } from '@supreme-access/test/fixtures/projector.js';
import { writerOf } from '@supreme-access/test/fixtures/written-log.js';
import { Acceptances } from '../event-sourcing/acceptances.js';
import { Streams } from '../event-sourcing/streams.js';
import { memoryReadModels } from '../stores/read-models/sqlite-read-models.js';
import { ConsistentReads } from './consistent-reads.js';
import { type Projection, projection } from './projection.js';
import { StreamChecks } from './stream-checks.js';

afterAll(() => void jest.restoreAllMocks());

/** Counts things by size, which no stream of its own tells. */
const SIZES = projection<{ count: number }, { type: 'ThingHappened'; data: { size: string } }>({
  name: 'sizes',
  version: 1,
  indexes: [],
  categories: ['thing', 'other'],
  idsOf: ({ data }) => [data.size],
  evolve: (document) => ({ count: (document?.count ?? 0) + 1 }),
});

const tally = TALLY as Projection<Tally>;

describe('the latest of a document', () => {
  let workshop: Awaited<ReturnType<typeof openWorkshop>>;
  let latest: ConsistentReads;
  beforeEach(async () => {
    const models = memoryReadModels();
    workshop = await openWorkshop(models);
    const streams = new Streams(workshop.log, workshop.sealer, { schema: {}, clock: Date.now });
    latest = new ConsistentReads({ ...workshop, streams });
    await models.open([SIZES]);
  });
  afterEach(() => workshop.close());

  /** Nothing is folded any more. */
  const stall = () => workshop.projector.stop();

  it('is its row, where there is one', async () => {
    await workshop.happen(1);
    await workshop.settled();
    expect(await latest.current(tally, '0')).toMatchObject({ count: 1 });
  });

  it('is folded from its stream where there is no row, and where the row does not suffice', async () => {
    await workshop.happen(1);
    await workshop.settled();
    await stall();
    await workshop.happen(1, 0);
    await workshop.log.append('thing-7', -1, events(1));
    expect(await latest.find(tally, '7')).toMatchObject({ count: 1 });
    expect(await latest.find(tally, '0')).toMatchObject({ count: 1 });
    const twice = ({ count }: Tally) => count === 2;
    expect(await latest.current(tally, '0', twice)).toMatchObject({ count: 2 });
  });

  it('is folded from those streams alone that are called by its id', async () => {
    await stall();
    await workshop.happen(1);
    const read = jest.spyOn(workshop.log, 'readStream');
    await latest.find({ ...tally, categories: ['thing', 'other'], own: ['thing'] }, '0');
    expect(read.mock.calls.map(([stream]) => stream)).toEqual(['thing-0']);
    read.mockRestore();
  });

  it('is folded from its stream where its projection has stopped', async () => {
    await workshop.happen(1);
    await workshop.settled();
    jest.spyOn(workshop.projector, 'hasStopped').mockReturnValue(true);
    await stall();
    await workshop.happen(1, 0);
    expect(await latest.current(tally, '0')).toMatchObject({ count: 2 });
  });

  it('is nothing where the log knows nothing, and under a name that no stream can have', async () => {
    expect(await latest.find(tally, '7')).toBeUndefined();
    expect(await latest.find(tally, '../7\u0000')).toBeUndefined();
    expect(await latest.find(tally, '7'.repeat(101))).toBeUndefined();
  });

  it('of several streams’ events is found beyond the end of the read models', async () => {
    await stall();
    await workshop.happen(3);
    expect(await latest.find(SIZES, 'm')).toEqual({ count: 3 });
    expect(await latest.find(SIZES, 'xl')).toBeUndefined();
  });

  it('of a stream of another name is found beyond the end of the read models', async () => {
    await stall();
    await workshop.happen(3);
    expect(await latest.find({ ...SIZES, categories: ['thing'], own: [] }, 'm')).toEqual({ count: 3 });
  });

  it('is begun by nothing that is passed over', async () => {
    await stall();
    const { log } = workshop;
    const models = memoryReadModels();
    const checks = new StreamChecks(log, models, new Acceptances(log));
    const streams = new Streams(log, workshop.sealer, { schema: {}, clock: Date.now });
    const orders = { ...SIZES, categories: ['order', 'other'] };
    await models.open([orders]);
    const write = writerOf(log);
    await write.ours('order-1', 'ThingHappened', { size: 'm' });
    await write.foreign('order-1');
    await write.ours('order-1', 'ThingHappened', { size: 'm' });
    await write.ours('order-1', 'ThingHappened', { size: 'l' });
    const filtered = new ConsistentReads({ ...workshop, models, streams, checks });
    expect(await filtered.find(orders, 'm')).toEqual({ count: 1 });
    expect(await filtered.find(orders, 'l')).toBeUndefined();
  });

  it('is unknown, which is no refusal, when the read models are far behind', async () => {
    await stall();
    await workshop.log.append('other-1', -1, events(1_000));
    const refused = latest.find(SIZES, 'xl');
    await expect(refused).rejects.toMatchObject({ code: 'not-ready', kind: 'unavailable', retryAfter: 1 });
  });
});
