import { join } from 'node:path';
import { Children } from '../child-process.fixture.js';
import type { EventLog } from '../log/event-log.js';
import { openLmdbEventLog } from '../log/lmdb-event-log.js';
import { openLmdbReadModels } from './lmdb-read-models.js';

interface Thing {
  id: string;
  touched: number;
  isEven: boolean;
  words: string[];
}

const KEY = Buffer.alloc(32, 7);
const THINGS = { name: 'things', version: 1, indexes: [['isEven', 'touched']], lists: ['words'] };

/** Things are touched; each is gone at every fifth touch and begins anew. The same in the child and here. */
const EVOLVE = `(thing, id) => {
  const touched = (thing?.touched ?? 0) + 1;
  if (touched % 5 === 0) return null;
  return { id, touched, isEven: touched % 2 === 0, words: ['w' + touched, 'name' + id] };
}`;
const evolve = new Function(`return ${EVOLVE}`)() as (thing: Thing | null, id: string) => Thing | null;

/** Appends, folds and writes without a pause; says each time that something is on the disk. */
const CHILD = `
  import { randomUUID } from 'node:crypto';
  import { openLmdbEventLog } from './log/lmdb-event-log.js';
  import { fold } from './projections/fold.js';
  import { openLmdbReadModels } from './read-models/lmdb-read-models.js';
  const [directory, definition] = process.argv.slice(1);
  const evolve = ${EVOLVE};
  const log = await openLmdbEventLog(directory + '/log');
  const identify = async (position) => {
    for await (const { id } of log.readAll({ after: position - 1, limit: 1 })) return id;
  };
  const models = await openLmdbReadModels(directory + '/read-models', Buffer.alloc(32, 7), { identify });
  const things = { ...JSON.parse(definition), categories: ['thing'], idsOf: ({ id }) => [id], evolve: (thing, { id }) => evolve(thing, id) };
  await models.open([things]);
  let after = await models.checkpoint(things);
  const catchUp = async () => {
    const events = [];
    for await (const { stream, position } of log.readAll({ after })) events.push({ category: 'thing', id: stream.slice(6), position });
    if (events.length > 0) await fold(models, things, events);
    after = events.at(-1)?.position ?? after;
  };
  const write = async () => {
    for (let last = after; ; last = after) {
      while (after === last) await new Promise(setImmediate);
      await models.written();
      process.stdout.write('written\\n');
    }
  };
  await catchUp();
  void write();
  const metadata = { schemaVersion: 1, commandId: '', requestHash: '', correlationId: '', actor: { kind: 'a', id: 'b' }, recordedAt: 0, hash: '' };
  const touch = async (stream) => {
    let revision = -1;
    for await (const event of log.readStream(stream)) revision = event.revision;
    await log.append(stream, revision, [{ id: randomUUID(), type: 'Touched', data: {}, metadata }]);
  };
  for (let n = 0; ; n += 10) {
    await Promise.all(Array.from({ length: 10 }, (_, i) => touch('thing-' + ((n + i) * 7919) % 300)));
    await catchUp();
  }
`;

describe('read models on the disk, killed while they are written', () => {
  let children: Children;
  beforeAll(async () => {
    children = await Children.compile(['.', 'log', 'read-models', 'projections', 'vault', 'mongo']);
  });
  afterAll(() => children.close());

  async function opened() {
    const log = await openLmdbEventLog(join(children.directory, 'log'));
    const said: string[] = [];
    const identify = async (position: number) => (await eventsTo(log, position)).at(-1)?.id;
    const options = { identify, say: (text: string) => said.push(text) };
    const models = await openLmdbReadModels(join(children.directory, 'read-models'), KEY, options);
    await models.open([THINGS]);
    return { log, models, said };
  }

  it('hold rows, indexes and words of one position of the log: that of their checkpoint', async () => {
    const checkpoints: number[] = [];
    for (const writes of [1, 8, 25, 3, 15]) {
      const child = children.start(CHILD, [children.directory, JSON.stringify(THINGS)]);
      await child.printed(writes);
      await child.kill();
      const { log, models, said } = await opened();
      const checkpoint = await models.checkpoint(THINGS);
      const expected = folded(await eventsTo(log, checkpoint));
      expect(await models.find(THINGS)).toEqual(expected);
      const even = expected.filter((thing) => thing.isEven);
      expect(await models.count(THINGS, { isEven: true })).toBe(even.length);
      expect(await models.find(THINGS, { where: { isEven: true, touched: { gte: 0 } } })).toEqual(even);
      expect(await models.find(THINGS, { where: { words: { has: 'w3' } } })).toEqual(
        expected.filter(({ touched }) => touched === 3),
      );
      expect(said).toEqual([]);
      await models.close();
      await log.close();
      checkpoints.push(checkpoint);
    }
    expect(checkpoints).toEqual(checkpoints.toSorted((a, b) => a - b));
    expect(checkpoints.at(-1)).toBeGreaterThan(100);
  });
});

async function eventsTo(log: EventLog, position: number) {
  const events = [];
  for await (const event of log.readAll({ limit: position })) events.push(event);
  return events;
}

function folded(events: readonly { stream: string }[]): Thing[] {
  const things = new Map<string, Thing | null>();
  for (const { stream } of events) {
    const id = stream.slice('thing-'.length);
    things.set(id, evolve(things.get(id) ?? null, id));
  }
  return [...things.values()].flatMap((thing) => thing ?? []).sort((a, b) => (a.id < b.id ? -1 : 1));
}
