import fc from 'fast-check';
import type {
  Collection,
  Condition,
  Query,
  ReadModels,
  Row,
  Scalar,
} from '../../backend/src/stores/read-models/read-models.js';

export type Fresh = (
  indexes?: Collection['indexes'],
  lists?: Collection['lists'],
) => Promise<{ models: ReadModels; collection: Collection }>;
type Document = Record<string, unknown> & { id: string };

const fields = ['a', 'b', 'c'] as const;
const field = fc.constantFrom(...fields);
const text = fc.constantFrom('', 'x', 'xy', 'xyz', 'X', 'y', 'z.', 'ü');
const number = fc.constantFrom(-1, 0, 0.5, 1, 2, 10);
const scalar: fc.Arbitrary<Scalar> = fc.oneof(text, number, fc.boolean(), fc.constant(null));
const bounds = (value: fc.Arbitrary<number | string>) =>
  fc.oneof(
    fc.record({ gt: value }),
    fc.record({ gte: value, lt: value }),
    fc.record({ gt: value, lte: value }),
    fc.record({ lte: value }),
  );
const condition: fc.Arbitrary<Condition> = fc.oneof(
  scalar,
  fc.record({ in: fc.array(scalar, { maxLength: 3 }) }),
  bounds(number),
  bounds(text),
  fc.record({ prefix: text }),
);
const texts = fc.array(text, { maxLength: 3 });
const listed = fc.oneof(
  fc.record({ has: text }),
  fc.record({ hasPrefixes: fc.array(text, { minLength: 1, maxLength: 2 }) }),
);
const where = fc
  .tuple(fc.dictionary(field, condition, { maxKeys: 3, noNullPrototype: true }), fc.option(listed, { freq: 3 }))
  .map(([some, list]): Record<string, Condition> => (list ? { ...some, list } : some));
const sort = fc.uniqueArray(fc.tuple(field, fc.constantFrom('asc' as const, 'desc' as const)), {
  maxLength: 3,
  selector: ([name]) => name,
});
const query: fc.Arbitrary<Query> = fc.record({ where, sort, skip: fc.nat(4), limit: fc.nat(6) }, { requiredKeys: [] });
const indexes = fc.array(fc.uniqueArray(field, { maxLength: 3 }), { maxLength: 3 });
const document = fc.record({ a: scalar, b: scalar, c: scalar, list: texts }, { requiredKeys: [] });
const write = fc.record({
  id: fc.constantFrom(...'stuvwxyz'),
  position: fc.integer({ min: 1, max: 40 }),
  document: fc.option(document, { freq: 6 }),
});

export function readModelProperties(fresh: Fresh, numRuns: number): void {
  it('finds and counts what a plain filter and sort would, whatever is indexed', async () => {
    const writes = fc.array(fc.array(write, { maxLength: 8 }), { maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(
        indexes,
        fc.subarray(['list']),
        writes,
        fc.array(query, { minLength: 1, maxLength: 8 }),
        async (some, lists, batches, queries) => {
          const { models, collection } = await fresh(some, lists);
          const held = new Map<string, Row<Document>>();
          for (const batch of batches) {
            const rows = onePerId(batch);
            await models.write(collection, rows);
            for (const row of rows) if (row.position > (held.get(row.id)?.position ?? 0)) held.set(row.id, row);
            const one = queries[batch.length % queries.length] ?? {};
            expect(await models.find(collection, one)).toEqual(plainly(held, one));
          }
          for (const one of queries) {
            expect(await models.find(collection, one)).toEqual(plainly(held, one));
            expect(await models.count(collection, one.where)).toBe(plainly(held, { where: one.where }).length);
          }
          expect(await models.rows(collection, [...held.keys()])).toEqual(held);
        },
      ),
      { numRuns },
    );
  });
}

/** A batch names each row once, as the projections' do. */
function onePerId(batch: readonly { id: string; position: number; document: object | null }[]): Row<Document>[] {
  const rows = batch.map(({ id, position, document }) => ({ id, position, document: document && { ...document, id } }));
  return [...new Map(rows.map((row) => [row.id, row])).values()];
}

function plainly(
  held: ReadonlyMap<string, Row<Document>>,
  { where = {}, sort = [], skip = 0, limit }: Query,
): Document[] {
  const documents = [...held.values()].flatMap(({ document }) => (document ? [document] : []));
  const found = documents.filter((document) =>
    Object.entries(where).every(([name, condition]) => holds(document[name] ?? null, condition)),
  );
  const last = sort.at(-1)?.[1] ?? 'asc';
  found.sort((x, y) => {
    for (const [name, direction] of [...sort, ['id', last] as const]) {
      const order = compare(x[name] ?? null, y[name] ?? null);
      if (order !== 0) return direction === 'asc' ? order : -order;
    }
    return 0;
  });
  return found.slice(skip, limit === undefined ? undefined : skip + limit);
}

function holds(value: unknown, condition: Condition): boolean {
  if (condition === null || typeof condition !== 'object') return value === condition;
  if ('in' in condition) return condition.in.includes(value as Scalar);
  if ('prefix' in condition) return typeof value === 'string' && value.startsWith(condition.prefix);
  if ('has' in condition) return Array.isArray(value) && value.includes(condition.has);
  if ('hasPrefixes' in condition) {
    return Array.isArray(value) && condition.hasPrefixes.every((start) => value.some((one) => one.startsWith(start)));
  }
  return Object.entries(condition).every(([bound, limit]) => {
    if (typeof value !== typeof limit) return false;
    const order = compare(value, limit);
    return { gt: order > 0, gte: order >= 0, lt: order < 0, lte: order <= 0 }[bound];
  });
}

const RANKS = ['object', 'number', 'string', 'boolean'];

function compare(x: unknown, y: unknown): number {
  if (typeof x !== typeof y) return RANKS.indexOf(typeof x) - RANKS.indexOf(typeof y);
  if (x === y) return 0;
  return (x as string) < (y as string) ? -1 : 1;
}
