import { MemoryCollection } from './memory-collection.js';

const ROWS = 100;
const id = (index: number) => String(index).padStart(3, '0');

function filled(): MemoryCollection {
  const collection = new MemoryCollection();
  collection.setIndexes([['size']]);
  for (let row = 0; row < ROWS; row += 1) write(collection, row, 1, row);
  return collection;
}

function write(collection: MemoryCollection, row: number, position: number, size: number | null): void {
  collection.write({ id: id(row), position, document: size === null ? null : { id: id(row), size } });
}

const sizes = (collection: MemoryCollection) =>
  collection.find({ sort: [['size', 'asc']] }).map((document) => document.size);

describe('an index that is not asked for a while', () => {
  it.each([1, 1_000])('knows what came and went since, after %i rounds of changes', (rounds) => {
    const collection = filled();
    expect(sizes(collection)).toEqual(Array.from({ length: ROWS }, (_, row) => row));
    for (let round = 1; round <= rounds; round += 1) {
      for (let row = 0; row < ROWS; row += 1) write(collection, row, 1 + round, row * 7 + (round % 3));
    }
    write(collection, 3, rounds + 2, null);
    const expected = Array.from({ length: ROWS }, (_, row) => row * 7 + (rounds % 3)).filter((_, row) => row !== 3);
    expect(sizes(collection)).toEqual(expected);
    expect(collection.find({ where: { size: 51 * 7 + (rounds % 3) } })).toHaveLength(1);
    expect(collection.find({ where: { size: 3 * 7 + (rounds % 3) } })).toEqual([]);
  });
});

describe('a list that many rows hold', () => {
  const MANY = 1_500;
  const people = () => {
    const collection = new MemoryCollection();
    collection.setIndexes([['size']], ['words']);
    const hold = (row: number, position: number, words: string[]) =>
      collection.write({ id: id(row), position, document: { id: id(row), size: MANY - row, words } });
    for (let row = 0; row < MANY; row += 1) hold(row, 1, ['ada', 'adams', row % 2 === 0 ? 'even' : 'odd']);
    return { collection, hold };
  };
  const found = (collection: MemoryCollection, hasPrefixes: string[], page: object = {}) =>
    collection.find({ where: { words: { hasPrefixes } }, sort: [['size', 'asc']], ...page }).map((one) => one.id);

  it('finds each once and in the order asked for, many and few', () => {
    const { collection } = people();
    expect(found(collection, ['ad'])).toHaveLength(MANY);
    expect(found(collection, ['ad', 'e'], { skip: 1, limit: 2 })).toEqual([id(MANY - 4), id(MANY - 6)]);
    expect(found(collection, ['even'], { limit: 1 })).toEqual([id(MANY - 2)]);
    expect(collection.count({ words: { hasPrefixes: ['ad'] }, size: { lte: 10 } })).toBe(10);
  });

  it('knows what has changed since it was last asked, and forgets what nobody holds', () => {
    const { collection, hold } = people();
    expect(found(collection, ['zoe'])).toEqual([]);
    hold(7, 2, ['zoe']);
    expect([found(collection, ['zo']), collection.count({ words: { has: 'odd' } })]).toEqual([[id(7)], MANY / 2 - 1]);
    hold(7, 3, []);
    collection.write({ id: id(8), position: 3, document: null });
    expect(found(collection, ['zo'])).toEqual([]);
    expect(collection.count({ words: { hasPrefixes: ['ad'] } })).toBe(MANY - 2);
  });
});
