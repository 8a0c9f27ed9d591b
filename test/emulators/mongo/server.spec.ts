import { connect } from 'node:net';
import mongoose, { type Connection } from 'mongoose';
import { type MongoEmulator, startMongo } from './server.js';

interface Thing {
  _id: string;
  name?: string | null;
  size?: number;
  tags?: string[];
}

/** The official driver talks to it. */
describe('the MongoDB emulator', () => {
  let server: MongoEmulator;
  let connection: Connection;
  let serial = 0;
  beforeAll(async () => {
    server = await startMongo();
    connection = await mongoose.createConnection(server.url).asPromise();
  });
  afterAll(async () => {
    await connection.destroy();
    await server.stop();
  });
  const things = async (...documents: Thing[]) => {
    serial += 1;
    const collection = connection.getClient().db('standin').collection<Thing>(`things-${serial}`);
    if (documents.length > 0) await collection.insertMany(documents);
    return collection;
  };
  const command = (what: object) => connection.getClient().db('standin').command(what);

  it('orders values as MongoDB does: missing ones first, then numbers, then text by its bytes', async () => {
    const names = ['ü', 'a', '\u{1f4b6}', '\uffee', 'Z'];
    const collection = await things({ _id: '0' }, ...names.map((name, i) => ({ _id: String(i + 1), name })));
    await collection.insertOne({ _id: '9', name: 5 as never });
    const found = await collection.find().sort({ name: 1 }).toArray();
    expect(found.map(({ name }) => name)).toEqual([undefined, 5, 'Z', 'a', 'ü', '\uffee', '\u{1f4b6}']);
  });

  it('finds a missing field as null, and a list by its values', async () => {
    const collection = await things({ _id: 'a', tags: ['x', 'y'] }, { _id: 'b', name: null }, { _id: 'c', name: 'x' });
    const ids = async (filter: object) => (await collection.find(filter).toArray()).map(({ _id }) => _id).join('');
    expect(await ids({ name: null })).toBe('ab');
    expect(await ids({ tags: 'x' })).toBe('a');
    expect(await ids({ tags: { $elemMatch: { $eq: 'x' } } })).toBe('a');
    expect(await ids({ name: { $elemMatch: { $eq: 'x' } } })).toBe('');
    expect(await ids({ tags: { $eq: 'x', $not: { $type: 'array' } } })).toBe('');
    expect(await ids({ name: { $gte: 'a' } })).toBe('c');
  });

  it('changes or creates a document atomically, as counters need it', async () => {
    const collection = await things();
    await collection.createIndex({ name: 1 }, { unique: true });
    const open = { name: 'ada', $or: [{ size: { $lt: 2 } }, { size: { $eq: null } }] };
    const count = () => {
      const change = { $setOnInsert: { name: 'ada' }, $inc: { size: 1 } };
      return collection.findOneAndUpdate(open as object, change, { upsert: true, returnDocument: 'after' });
    };
    expect([(await count())?.size, (await count())?.size]).toEqual([1, 2]);
    await expect(count()).rejects.toMatchObject({ code: 11_000 });
  });

  it('compares moments', async () => {
    const collection = await things();
    await collection.insertOne({ _id: 'a', at: new Date(1_000) } as never);
    const ids = async (filter: object) => (await collection.find(filter).toArray()).map(({ _id }) => _id);
    expect([await ids({ at: { $gt: new Date(999) } }), await ids({ at: { $gt: new Date(1_000) } })]).toEqual([
      ['a'],
      [],
    ]);
  });

  it('inserts only missing documents, by _id and by unique index', async () => {
    const collection = await things({ _id: 'a', name: 'Anna' });
    await collection.createIndex({ name: 1 }, { unique: true });
    await expect(collection.insertOne({ _id: 'a' })).rejects.toMatchObject({ code: 11_000 });
    await expect(collection.insertOne({ _id: 'b', name: 'Anna' })).rejects.toMatchObject({ code: 11_000 });
    await expect(
      collection.updateOne({ _id: 'c' }, { $set: { name: 'Anna' } }, { upsert: true }),
    ).rejects.toMatchObject({
      code: 11_000,
    });
    expect(await collection.countDocuments({})).toBe(1);
  });

  it('continues after a refused statement only in an unordered list', async () => {
    const collection = await things({ _id: 'b' });
    const insert = ['a', 'b', 'c'].map((_id) => ({ insertOne: { document: { _id } } }));
    await expect(collection.bulkWrite(insert)).rejects.toMatchObject({ insertedCount: 1 });
    await collection.deleteOne({ _id: 'a' });
    await expect(collection.bulkWrite(insert, { ordered: false })).rejects.toMatchObject({ insertedCount: 2 });
  });

  it('upserts with the equalities of the filter', async () => {
    const collection = await things();
    await collection.updateOne({ _id: 'a', name: 'Anna', size: { $lt: 3 } }, { $max: { size: 2 } }, { upsert: true });
    await collection.updateOne({ _id: 'a' }, { $max: { size: 1 }, $setOnInsert: { name: 'x' } }, { upsert: true });
    await collection.replaceOne({ _id: 'b', size: { $lt: 3 } }, { name: 'Bob' }, { upsert: true });
    expect(await collection.find().sort({ _id: 1 }).toArray()).toEqual([
      { _id: 'a', name: 'Anna', size: 2 },
      { _id: 'b', name: 'Bob' },
    ]);
    await expect(collection.replaceOne({ _id: 'b', size: 9 }, {}, { upsert: true })).rejects.toMatchObject({
      code: 11_000,
    });
  });

  it('returns long results in batches and drops the rest on request', async () => {
    const collection = await things(...Array.from({ length: 250 }, (_, i) => ({ _id: String(i), size: i })));
    expect(await collection.find().toArray()).toHaveLength(250);
    const cursor = collection.find().batchSize(100);
    await cursor.next();
    const id = Number(cursor.id);
    await cursor.close();
    const more = command({ getMore: mongoose.mongo.Long.fromNumber(id), collection: collection.collectionName });
    await expect(more).rejects.toMatchObject({ codeName: 'CursorNotFound' });
  });

  it.each<[string, object]>([
    ['an unknown command', { findAndModify: 'things' }],
    ['an unknown field of a command', { find: 'things', collation: { locale: 'en' } }],
    ['a transaction', { find: 'things', startTransaction: true, autocommit: false, txnNumber: 1 }],
    ['an aggregation that does not count', { aggregate: 'things', pipeline: [{ $match: {} }], cursor: {} }],
    ['a login', { saslStart: 1, mechanism: 'SCRAM-SHA-256', payload: '' }],
    ['dropping what is not there', { drop: 'nothing' }],
  ])('refuses %s', async (_, what) => {
    await expect(command(what)).rejects.toMatchObject({ code: expect.any(Number), codeName: expect.any(String) });
  });

  it.each<object>([
    { $nor: [{ name: 'a' }] },
    { name: { $ne: 'a' } },
    { name: { $regex: 'a.*b' } },
    { name: /^a/i },
    { 'name.first': 'a' },
    { name: { first: 'a' } },
    { tags: { $type: 'string' } },
  ])('refuses to look for %j', async (filter) => {
    const collection = await things({ _id: 'a', name: 'a', tags: ['a'] });
    await expect(collection.find(filter).toArray()).rejects.toMatchObject({ codeName: 'BadValue' });
  });

  it.each<object>([{ $mul: { size: 2 } }, { $set: { 'a.b': 1 } }, { $set: { _id: 'b' } }])(
    'refuses to change %j',
    async (change) => {
      const collection = await things({ _id: 'a' });
      await expect(collection.updateOne({ _id: 'a' }, change)).rejects.toMatchObject({ code: expect.any(Number) });
    },
  );

  it('keeps its data through a stop, and disconnects other protocols', async () => {
    const collection = await things({ _id: 'kept' });
    await server.stop();
    await server.start();
    expect(await collection.findOne({ _id: 'kept' })).toEqual({ _id: 'kept' });
    const { port, hostname } = new URL(server.url);
    const socket = connect(Number(port), hostname);
    socket.end('GET / HTTP/1.1\r\n\r\n').resume();
    await new Promise((resolve) => socket.once('close', resolve));
  });

  it('lists and drops collections and whole databases', async () => {
    const db = connection.getClient().db('another');
    await db.collection<Thing>('a').insertOne({ _id: 'a' });
    await db.collection<Thing>('b').insertOne({ _id: 'b' });
    const names = async () => (await db.listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name);
    expect(await names()).toEqual(['a', 'b']);
    await db.collection('a').drop();
    expect(await names()).toEqual(['b']);
    await db.dropDatabase();
    expect(await names()).toEqual([]);
  });
});
