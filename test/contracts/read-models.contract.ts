import fc from 'fast-check';
import type { Collection, Query, ReadModels, Row } from '../../backend/src/stores/read-models/read-models.js';
import { type Fresh, readModelProperties } from './read-models-properties.contract.js';

export interface OpenedReadModels {
  models: ReadModels;
  close(): Promise<void>;
}

interface Thing {
  name?: string | null;
  size?: number | null;
  open?: boolean;
  tags?: string[];
}

/**
 * Every promise of the `ReadModels` port. Collections that begin with `contract-` are its own. `runs` of random use: fewer where
 * each call goes over a network.
 */
export function readModelsContract(name: string, open: () => Promise<OpenedReadModels>, runs = 300): void {
  describe(`read models: ${name}`, () => {
    let opened: OpenedReadModels;
    let serial = 0;
    beforeAll(async () => {
      opened = await open();
    });
    afterAll(() => opened.close());
    const fresh: Fresh = async (indexes = [], lists = []) => {
      serial += 1;
      const collection = { name: `contract-${serial}`, version: 1, indexes, lists };
      await opened.models.drop(collection);
      await opened.models.open([collection]);
      return { models: opened.models, collection };
    };
    describe('rows', () => rowPromises(fresh));
    describe('checkpoint', () => checkpointPromises(fresh));
    describe('collections', () => collectionPromises(fresh));
    describe('find', () => findPromises(fresh));
    describe('random use', () => readModelProperties(fresh, runs));
  });
}

function rowPromises(fresh: Fresh): void {
  it('gives back what was written, with its position', async () => {
    const { models, collection } = await fresh();
    const document = { text: 'Zoë 💶', list: ['a'], nothing: null, flag: false, number: 1.5 };
    await models.write(collection, [row('a', 3, document)]);
    expect(await models.get(collection, 'a')).toEqual(document);
    expect(await models.rows(collection, ['a', 'b'])).toEqual(new Map([['a', row('a', 3, document)]]));
    expect(await models.get(collection, 'b')).toBeUndefined();
  });

  it('writes newer rows only, each judged on its own', async () => {
    const { models, collection } = await fresh();
    await models.write(collection, [row('a', 5, { size: 5 }), row('b', 5, { size: 5 })]);
    await models.write(collection, [row('a', 5, { size: 6 }), row('b', 7, { size: 7 }), row('c', 1, { size: 1 })]);
    await models.write(collection, [row('b', 6, { size: 6 })]);
    expect(await models.find(collection, { sort: [['size', 'asc']] })).toEqual([{ size: 1 }, { size: 5 }, { size: 7 }]);
  });

  it('replaces a document whole', async () => {
    const { models, collection } = await fresh();
    await models.write(collection, [row('a', 1, { size: 1, name: 'x' })]);
    await models.write(collection, [row('a', 2, { size: 2 })]);
    expect(await models.get(collection, 'a')).toEqual({ size: 2 });
  });

  it('does not revive a row by a late copy of its write once the checkpoint has passed its tombstone', async () => {
    const { models, collection } = await fresh();
    await models.write(collection, [row('a', 1, { size: 1 })], 1);
    await models.write(collection, [row('a', 2, null)], 2);
    await models.write(collection, [row('a', 1, { size: 1 })], 1);
    expect(await models.get(collection, 'a')).toBeUndefined();
    expect(await models.count(collection)).toBe(0);
  });

  it('keeps a tombstone that an older event cannot revive and a newer one can', async () => {
    const { models, collection } = await fresh([['size']]);
    await models.write(collection, [row('a', 1, { size: 1 }), row('b', 1, { size: 1 })]);
    await models.write(collection, [row('a', 4, null)]);
    await models.write(collection, [row('a', 3, { size: 3 })]);
    expect(await models.get(collection, 'a')).toBeUndefined();
    expect(await models.find(collection, { where: { size: 1 } })).toEqual([{ size: 1 }]);
    expect([await models.count(collection), await models.count(collection, { size: { gt: 0 } })]).toEqual([1, 1]);
    expect((await models.rows(collection, ['a'])).get('a')).toEqual(row('a', 4, null));
    await models.write(collection, [row('a', 5, { size: 5 })]);
    expect(await models.count(collection)).toBe(2);
  });
}

function checkpointPromises(fresh: Fresh): void {
  it('begins at 0 and only moves forward', async () => {
    const { models, collection } = await fresh();
    expect(await models.checkpoint(collection)).toBe(0);
    await models.advance(collection, 7);
    await models.advance(collection, 5);
    expect(await models.checkpoint(collection)).toBe(7);
  });

  it('is moved with the rows that are written up to it, and never back', async () => {
    const { models, collection } = await fresh();
    for (const upTo of [4, 9, 6]) await models.write(collection, [row('a', upTo, {}), row('b', upTo, {})], upTo);
    await models.write(collection, [], 12);
    expect(await models.checkpoint(collection)).toBe(12);
    expect((await models.rows(collection, ['a', 'b'])).get('b')?.position).toBe(9);
  });

  it('keeps the id of the event that it has moved to', async () => {
    const { models, collection } = await fresh();
    expect(await models.progress(collection)).toEqual({ position: 0, event: null });
    await models.write(collection, [row('a', 9, {})], 9, 'nine');
    await models.write(collection, [row('a', 6, {})], 6, 'six');
    expect(await models.progress(collection)).toEqual({ position: 9, event: 'nine' });
    await models.advance(collection, 10, 'ten');
    await models.advance(collection, 8, 'eight');
    expect(await models.progress(collection)).toEqual({ position: 10, event: 'ten' });
    await models.advance(collection, 11);
    expect(await models.progress(collection)).toEqual({ position: 11, event: null });
  });
}

function collectionPromises(fresh: Fresh): void {
  it('belong to the installation that was named first', async () => {
    const { models } = await fresh();
    const first = await models.installation('one');
    expect(await models.installation('another')).toBe(first);
  });

  it('lists every version and drops one with its checkpoint, leaving the other', async () => {
    const { models, collection: old } = await fresh();
    const next = { ...old, version: 2 };
    await models.open([next]);
    await models.write(old, [row('a', 1, { size: 1 })]);
    await models.write(next, [row('a', 1, { size: 2 })]);
    await models.advance(old, 1);
    const versions = async () =>
      (await models.list()).filter(({ name }) => name === old.name).map(({ version }) => version);
    expect((await versions()).sort()).toEqual([1, 2]);
    await models.drop(old);
    expect(await versions()).toEqual([2]);
    expect(await models.get(next, 'a')).toEqual({ size: 2 });
    await models.open([old]);
    expect([await models.count(old), await models.checkpoint(old)]).toEqual([0, 0]);
  });

  it('gives the name of one to another, with its rows and checkpoint, and does so once', async () => {
    const { models, collection: live } = await fresh([['size']], ['tags']);
    const beside = { ...live, name: `${live.name}-beside` };
    await models.open([beside]);
    await models.write(live, [row('a', 9, { size: 9, tags: ['old'] }), row('b', 9, {})], 9, 'nine');
    await models.write(beside, [row('a', 4, { size: 4, tags: ['new'] })], 4, 'four');
    await models.replace(beside, live);
    await models.replace(beside, live);
    expect(await models.find(live, { where: { tags: { has: 'new' }, size: 4 } })).toEqual([{ size: 4, tags: ['new'] }]);
    expect([await models.count(live), await models.progress(live)]).toEqual([1, { position: 4, event: 'four' }]);
    expect((await models.list()).map(({ name }) => name)).not.toContain(beside.name);
    await models.write(live, [row('a', 5, { size: 5 })], 5, 'five');
    expect([await models.count(live, { size: 5 }), await models.checkpoint(live)]).toEqual([1, 5]);
  });

  it('keeps rows and checkpoint when it is opened again, also with other indexes', async () => {
    const { models, collection } = await fresh([['size']]);
    await models.write(collection, [row('a', 1, { size: 1, name: 'x' }), row('b', 2, null)]);
    await models.advance(collection, 2);
    const changed = { ...collection, indexes: [['name', 'size']] };
    await models.open([changed]);
    expect(await models.find(changed, { where: { name: 'x' }, sort: [['size', 'desc']] })).toEqual([
      { size: 1, name: 'x' },
    ]);
    expect(await models.checkpoint(changed)).toBe(2);
  });

  it('refuses to work on a collection that is not open', async () => {
    const { models } = await fresh();
    const unknown = { name: 'contract-unknown', version: 9, indexes: [] };
    await expect(models.get(unknown, 'a')).rejects.toThrow('not open');
    await expect(models.write(unknown, [row('a', 1, {})])).rejects.toThrow('not open');
    await expect(models.find(unknown)).rejects.toThrow('not open');
  });
}

function findPromises(fresh: Fresh): void {
  const things: Record<string, Thing> = {
    a: { name: 'Anna', size: 2, open: true, tags: ['new', 'sale'] },
    b: { name: 'anna', size: 10, open: false, tags: [] },
    c: { name: 'Anna Lee', size: 2, tags: ['sale'] },
    d: { name: 'Bob', open: true },
    e: { name: null, size: -1 },
    f: { size: 2, open: false },
  };
  const cases: [string, Query, string][] = [
    ['all, by id', {}, 'abcdef'],
    ['text', { where: { name: 'Anna' } }, 'a'],
    ['a number', { where: { size: 2 } }, 'acf'],
    ['a boolean', { where: { open: false } }, 'bf'],
    ['null, which a missing field is too', { where: { name: null } }, 'ef'],
    ['one of', { where: { size: { in: [10, -1, 7] } } }, 'be'],
    ['one of, null too', { where: { name: { in: ['Bob', null] } } }, 'def'],
    ['one of none', { where: { size: { in: [] } } }, ''],
    ['a range of numbers', { where: { size: { gt: -1, lte: 2 } } }, 'acf'],
    ['a range that is open', { where: { size: { gte: 2 } } }, 'abcf'],
    ['a range of text', { where: { name: { gte: 'Anna', lt: 'Bob' } } }, 'ac'],
    ['a range of another type', { where: { size: { gt: 'A' } } }, ''],
    ['a prefix, as it is written', { where: { name: { prefix: 'Anna' } } }, 'ac'],
    ['the empty prefix: any text', { where: { name: { prefix: '' } } }, 'abcd'],
    ['a prefix that is no pattern', { where: { name: { prefix: '.' } } }, ''],
    ['a list that holds', { where: { tags: { has: 'sale' } } }, 'ac'],
    ['a text that is no list', { where: { tags: 'sale' } }, ''],
    ['one of some texts that are no lists', { where: { tags: { in: ['sale', 'new'] } } }, ''],
    ['no list, which null is', { where: { tags: null } }, 'def'],
    ['a prefix of what is no list', { where: { tags: { prefix: 's' } } }, ''],
    ['a text that holds nothing', { where: { name: { has: 'Bob' } } }, ''],
    ['a list with a text that begins so', { where: { tags: { hasPrefixes: ['s'] } } }, 'ac'],
    ['a list with one for each beginning', { where: { tags: { hasPrefixes: ['sa', 'n'] } } }, 'a'],
    ['a list with nothing that begins so', { where: { tags: { hasPrefixes: ['s', 'ale'] } } }, ''],
    ['a list with a beginning that is no pattern', { where: { tags: { hasPrefixes: ['.'] } } }, ''],
    ['a list that holds any text', { where: { tags: { hasPrefixes: [''] } } }, 'ac'],
    ['a text that is no list of beginnings', { where: { name: { hasPrefixes: ['Bob'] } } }, ''],
    [
      'a filtered page of lists, in an order',
      { where: { tags: { hasPrefixes: ['s'] }, size: 2 }, sort: [['size', 'desc']], skip: 1, limit: 1 },
      'a',
    ],
    ['several at once', { where: { size: 2, open: true, name: { prefix: 'A' } } }, 'a'],
    ['ascending, null first, ties by id', { sort: [['size', 'asc']] }, 'deacfb'],
    ['descending, null last, ties by id backwards', { sort: [['size', 'desc']] }, 'bfcaed'],
    [
      'by two fields',
      {
        sort: [
          ['open', 'desc'],
          ['size', 'asc'],
        ],
      },
      'dafbec',
    ],
    ['pages', { sort: [['size', 'asc']], skip: 2, limit: 3 }, 'acf'],
    ['a page after the last', { skip: 10, limit: 3 }, ''],
    ['nothing', { limit: 0 }, ''],
    ['a filtered page', { where: { size: 2 }, sort: [['size', 'desc']], skip: 1, limit: 1 }, 'c'],
  ];
  const indexings: [string, Collection['indexes'], string[]?][] = [
    ['without indexes', []],
    ['with indexes', [['size'], ['name'], ['open', 'size'], ['size', 'open', 'name'], []], ['tags']],
  ];
  describe.each(indexings)('%s', (_, indexes, lists) => {
    it.each(cases)('finds %s', async (__, query, expected) => {
      const { models, collection } = await fresh(indexes, lists);
      const rows = Object.entries(things).map(([id, thing], i) => row(id, i + 1, { id, ...thing }));
      await models.write(collection, fc.sample(fc.shuffledSubarray(rows, { minLength: rows.length }), 1)[0] ?? []);
      const found = await models.find<{ id: string }>(collection, query);
      expect(found.map(({ id }) => id).join('')).toBe(expected);
      const whole = await models.find(collection, { where: query.where });
      expect(await models.count(collection, query.where)).toBe(whole.length);
    });

    it('counts by each text of a field', async () => {
      const { models, collection } = await fresh(indexes, lists);
      const more = [...Object.values(things), { name: 'Bob', size: 2, tags: ['sale'] }, { name: 'none' }];
      const rows = more.map((thing, i) => row(String(i), i + 1, thing));
      await models.write(collection, [...rows, row('gone', 1, null)]);
      const counted = async (field: string, where?: Query['where']) =>
        Object.fromEntries(await models.countBy(collection, field, where));
      expect(await counted('name', { size: { lte: 2 } })).toEqual({ Anna: 1, 'Anna Lee': 1, Bob: 1 });
      expect(await counted('name')).toMatchObject({ Bob: 2 });
      const wanted = { tags: { hasPrefixes: ['s'] }, name: { in: ['Anna', 'Bob'] } };
      expect(await counted('name', wanted)).toEqual({ Anna: 1, Bob: 1 });
      expect(await counted('size')).toEqual({});
    });
  });

  it.each([
    undefined,
    { in: ['a', undefined] },
    { prefix: undefined },
    { has: undefined },
    { hasPrefixes: [] },
    { gt: undefined },
    {},
  ])('refuses a condition that was forgotten: %j', async (condition) => {
    const { models, collection } = await fresh();
    const where = { account: condition } as unknown as Query['where'];
    await expect(models.find(collection, { where })).rejects.toThrow('account');
    await expect(models.count(collection, where)).rejects.toThrow('account');
  });
}

function row<D>(id: string, position: number, document: D | null): Row<D> {
  return { id, position, document };
}
