import { type Document, Long } from 'bson';
import type { Databases } from './databases.js';
import { matches, sorted } from './matching.js';
import { Refusal } from './refusal.js';
import { deletion, findAndModify, insertion, update } from './writes.js';

export interface Context {
  held: Databases;
  cursors: Map<number, { namespace: string; rest: Document[] }>;
  database: string;
  /** Lets another writer come between the lookup of a document and its insertion. */
  beforeInsert?: () => Promise<void>;
}

interface Handler {
  run(command: Document, context: Context): Document | Promise<Document>;
  /** supported fields; others are refused */
  fields: string[];
  writes?: boolean;
}

/** Every command allows these; none has an effect on a single server in memory. */
const COMMON = ['$db', 'lsid', '$readPreference', 'readConcern', 'writeConcern', 'comment', 'maxTimeMS', 'apiVersion'];
/** A standalone server, so that the driver neither retries writes nor opens transactions. */
const HELLO = {
  isWritablePrimary: true,
  ismaster: true,
  helloOk: true,
  maxBsonObjectSize: 16_777_216,
  maxMessageSizeBytes: 48_000_000,
  maxWriteBatchSize: 100_000,
  logicalSessionTimeoutMinutes: 30,
  minWireVersion: 0,
  maxWireVersion: 21,
  readOnly: false,
};

/** @throws Refusal, also for anything unsupported */
export async function runCommand(command: Document, context: Context): Promise<Document> {
  const name = Object.keys(command)[0] ?? '';
  const handler = HANDLERS[name];
  if (!handler) throw new Refusal('CommandNotFound', `no such command: '${name}'`);
  if (command.startTransaction !== undefined || command.autocommit !== undefined) {
    throw new Refusal('IllegalOperation', 'Transaction numbers are only allowed on a replica set member or mongos');
  }
  if (!GREETINGS.includes(name)) {
    const unknown = Object.keys(command).find((field) => ![name, ...handler.fields, ...COMMON].includes(field));
    if (unknown) throw new Refusal('FailedToParse', `the emulator does not support ${name}.${unknown}`);
  }
  return { ...(await handler.run(command, context)), ok: 1 };
}

export const GREETINGS = ['hello', 'ismaster', 'isMaster', 'ping', 'endSessions'];

export function isWrite(command: Document): boolean {
  return HANDLERS[Object.keys(command)[0] ?? '']?.writes ?? false;
}

const hello: Handler = { fields: [], run: () => ({ ...HELLO, localTime: new Date() }) };
const nothing: Handler = { fields: [], run: () => ({}) };
const unknownUser: Handler = {
  fields: ['mechanism', 'payload', 'autoAuthorize', 'options'],
  run: () => {
    throw new Refusal('AuthenticationFailed', 'Authentication failed.');
  },
};

const HANDLERS: Record<string, Handler | undefined> = {
  hello,
  ismaster: hello,
  isMaster: hello,
  ping: nothing,
  endSessions: nothing,
  /** There are no users. */
  saslStart: unknownUser,
  find: { run: find, fields: ['filter', 'sort', 'skip', 'limit', 'batchSize', 'singleBatch'] },
  getMore: { run: getMore, fields: ['collection', 'batchSize'] },
  killCursors: { run: killCursors, fields: ['cursors'] },
  aggregate: { run: aggregate, fields: ['pipeline', 'cursor'] },
  insert: { run: insertion, fields: ['documents', 'ordered'], writes: true },
  update: { run: update, fields: ['updates', 'ordered'], writes: true },
  findAndModify: { run: findAndModify, fields: ['query', 'update', 'upsert', 'new', 'remove'], writes: true },
  delete: { run: deletion, fields: ['deletes', 'ordered'], writes: true },
  createIndexes: { run: createIndexes, fields: ['indexes'], writes: true },
  listIndexes: { run: listIndexes, fields: ['cursor'] },
  listCollections: { run: listCollections, fields: ['filter', 'cursor', 'nameOnly', 'authorizedCollections'] },
  drop: { run: drop, fields: [], writes: true },
  renameCollection: { run: rename, fields: ['to', 'dropTarget'], writes: true },
  dropDatabase: { run: dropDatabase, fields: [], writes: true },
};

function find(command: Document, context: Context): Document {
  const namespace = `${context.database}.${command.find}`;
  const { filter = {}, sort, skip = 0, limit = 0, batchSize, singleBatch } = command;
  const found = sorted(context.held.collection(namespace).find(filter), sort);
  const page = found.slice(skip, limit === 0 ? undefined : skip + Math.abs(limit));
  return cursor(context, namespace, page, singleBatch ? page.length : (batchSize ?? 101));
}

function cursor(context: Context, namespace: string, documents: Document[], size: number): Document {
  const rest = documents.slice(size);
  const id = rest.length === 0 ? 0 : Math.max(0, ...context.cursors.keys()) + 1;
  if (id > 0) context.cursors.set(id, { namespace, rest });
  return { cursor: { firstBatch: documents.slice(0, size), id: Long.fromNumber(id), ns: namespace } };
}

function getMore({ getMore: id, batchSize = 1_000 }: Document, { cursors }: Context): Document {
  const open = cursors.get(Number(id));
  if (!open) throw new Refusal('CursorNotFound', `cursor id ${id} not found`);
  const nextBatch = open.rest.splice(0, batchSize);
  if (open.rest.length === 0) cursors.delete(Number(id));
  return { cursor: { nextBatch, id: Long.fromNumber(open.rest.length === 0 ? 0 : Number(id)), ns: open.namespace } };
}

function killCursors(command: Document, { cursors }: Context): Document {
  const cursorsKilled = command.cursors.filter((id: unknown) => cursors.delete(Number(id)));
  return { cursorsKilled, cursorsNotFound: [], cursorsAlive: [], cursorsUnknown: [] };
}

/** Only counts: what the driver's `countDocuments` sends, and by one field. */
function aggregate(command: Document, context: Context): Document {
  const namespace = `${context.database}.${command.aggregate}`;
  const [match, group, ...more] = command.pipeline as Document[];
  const by: unknown = group?.$group?._id;
  const isCount = JSON.stringify(group) === JSON.stringify({ $group: { _id: by, n: { $sum: 1 } } });
  const isBy = by === 1 || /^\$\w+$/.test(String(by));
  if (!match?.$match || !isCount || !isBy || more.length > 0) {
    throw new Refusal('BadValue', `the emulator only counts and does not support ${JSON.stringify(command.pipeline)}`);
  }
  const counted = new Map<unknown, number>();
  for (const document of context.held.collection(namespace).find(match.$match)) {
    const value = by === 1 ? by : (document[String(by).slice(1)] ?? null);
    counted.set(value, (counted.get(value) ?? 0) + 1);
  }
  const groups = [...counted].map(([_id, n]) => ({ _id, n }));
  return cursor(context, namespace, groups, groups.length);
}

function createIndexes(command: Document, { held, database }: Context): Document {
  const collection = held.make(`${database}.${command.createIndexes}`);
  const numIndexesBefore = collection.indexes.length;
  for (const index of command.indexes) collection.addIndex(index);
  return { numIndexesBefore, numIndexesAfter: collection.indexes.length };
}

function listIndexes(command: Document, context: Context): Document {
  const namespace = `${context.database}.${command.listIndexes}`;
  if (!context.held.has(namespace)) throw new Refusal('NamespaceNotFound', `ns does not exist: ${namespace}`);
  const indexes = context.held.collection(namespace).indexes.map((index) => ({ v: 2, ...index }));
  return cursor(context, namespace, indexes, indexes.length);
}

function listCollections({ filter = {} }: Document, context: Context): Document {
  const all = context.held.names(context.database).map((name) => ({ name, type: 'collection' }));
  const found = all.filter((one) => matches(one, filter));
  return cursor(context, `${context.database}.$cmd.listCollections`, found, found.length);
}

function drop(command: Document, { held, database }: Context): Document {
  const namespace = `${database}.${command.drop}`;
  if (!held.drop(namespace)) throw new Refusal('NamespaceNotFound', 'ns not found');
  return { ns: namespace };
}

function rename({ renameCollection: from, to, dropTarget }: Document, { held }: Context): Document {
  if (held.has(to) && dropTarget !== true) throw new Refusal('NamespaceExists', 'target namespace exists');
  if (!held.rename(from, to)) throw new Refusal('NamespaceNotFound', `source namespace ${from} does not exist`);
  return {};
}

function dropDatabase(_: Document, { held, database }: Context): Document {
  for (const name of held.names(database)) held.drop(`${database}.${name}`);
  return { dropped: database };
}
