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
