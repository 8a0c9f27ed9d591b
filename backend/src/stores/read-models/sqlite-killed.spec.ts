import { join } from 'node:path';
import { Children } from '@supreme-access/test/fixtures/child-process.js';
import { openSqliteReadModels } from './sqlite-read-models.js';

interface Thing {
  id: string;
  touched: number;
  isEven: boolean;
  words: string[];
}

const KEY = 'ab'.repeat(32);
const THINGS = { name: 'things', version: 1, indexes: [['isEven', 'touched']], lists: ['words'] };

/** Event n touches thing n * 7919 % 300; each thing is gone at every fifth touch and begins anew. The same in the child and here. */
const EVOLVE = `(thing, id) => {
  const touched = (thing?.touched ?? 0) + 1;
  if (touched % 5 === 0) return null;
  return { id, touched, isEven: touched % 2 === 0, words: ['w' + touched, 'name' + id] };
}`;
const evolve = new Function(`return ${EVOLVE}`)() as (thing: Thing | null, id: string) => Thing | null;

/** Folds without a pause from the checkpoint on, ten events at a time; says each time that something is stored. */
const CHILD = `
  import { fold } from './projections/fold.js';
  import { openSqliteReadModels } from './stores/read-models/sqlite-read-models.js';
  const [file, definition] = process.argv.slice(1);
  const evolve = ${EVOLVE};
  const models = await openSqliteReadModels(file, { key: '${KEY}', isToBeRead: true });
  const things = { ...JSON.parse(definition), categories: ['thing'], idsOf: ({ id }) => [id], evolve: (thing, { id }) => evolve(thing, id) };
  await models.open([things]);
  for (let after = await models.checkpoint(things); ; after += 10) {
    const events = Array.from({ length: 10 }, (_, i) => after + 1 + i);
    await fold(models, things, events.map((position) => ({ category: 'thing', id: String(position * 7919 % 300), position, eventId: 'e' })));
    process.stdout.write('written\\n');
    await new Promise(setImmediate);
  }
`;

describe('read models in a file, killed while they are written', () => {
  let children: Children;
  beforeAll(async () => {
    children = await Children.compile([
      'config',
      'event-sourcing',
      'projections',
      'stores',
      'stores/event-log',
      'stores/read-models',
      'stores/vault',
      'telemetry',
    ]);
  });
  afterAll(() => children.close());

  it('hold rows, indexes and words of one position of the log: that of their checkpoint', async () => {
    const file = join(children.directory, 'read-models', 'data.sqlite');
    const checkpoints: number[] = [];
    for (const writes of [1, 90, 40]) {
      const child = children.start(CHILD, [file, JSON.stringify(THINGS)]);
      await child.printed(writes);
      await child.kill();
      const said: string[] = [];
      const say = (text: string) => void said.push(text);
      const models = await openSqliteReadModels(file, { key: KEY, isToBeRead: true, say });
      await models.open([THINGS]);
      const checkpoint = await models.checkpoint(THINGS);
      const expected = foldedTo(checkpoint);
      expect(await models.find(THINGS)).toEqual(expected);
      const even = expected.filter((thing) => thing.isEven);
      expect(
        await models.find(THINGS, { where: { isEven: true, touched: { gte: 0 } }, sort: [['id', 'asc']] }),
      ).toEqual(even);
      expect(await models.find(THINGS, { where: { words: { has: 'w3' } } })).toEqual(
        expected.filter(({ touched }) => touched === 3),
      );
      expect(said).toEqual([]);
      await models.close();
      checkpoints.push(checkpoint);
    }
    expect(checkpoints).toEqual(checkpoints.toSorted((a, b) => a - b));
    expect(checkpoints.at(-1)).toBeGreaterThan(1_000);
  });
});

function foldedTo(last: number): Thing[] {
  const things = new Map<string, Thing | null>();
  for (let position = 1; position <= last; position += 1) {
    const id = String((position * 7919) % 300);
    things.set(id, evolve(things.get(id) ?? null, id));
  }
  return [...things.values()].flatMap((thing) => thing ?? []).sort((a, b) => (a.id < b.id ? -1 : 1));
}
