import { type Document, ObjectId } from 'bson';
import { type Collection, updated } from './collection.js';
import type { Context } from './commands.js';
import { Refusal } from './refusal.js';

interface Written {
  n: number;
  nModified?: number;
  upserted?: unknown;
}

export async function insertion(command: Document, { held, database }: Context): Promise<Document> {
  const collection = held.make(`${database}.${command.insert}`);
  return each(command.documents, command.ordered, [], (document) => {
    if (document._id === undefined) throw new Refusal('BadValue', 'the emulator creates no _id');
    collection.insert(document);
    return { n: 1 };
  });
}

export async function update(command: Document, { held, database, beforeInsert }: Context): Promise<Document> {
  const collection = held.make(`${database}.${command.update}`);
  const fields = ['q', 'u', 'upsert', 'multi'];
  return each(command.updates, command.ordered, fields, (statement) => one(collection, statement, beforeInsert));
}

async function one(collection: Collection, statement: Document, beforeInsert?: () => Promise<void>): Promise<Written> {
  const { q, u, upsert, multi } = statement;
  if (Array.isArray(u)) throw new Refusal('BadValue', 'the emulator does not support updates by pipeline');
  const found = collection.find(q).slice(0, multi ? undefined : 1);
  if (found.length === 0 && upsert) {
    const made = updated(undefined, u, q);
    if (beforeInsert) await beforeInsert();
    collection.insert(made);
    return { n: 1, nModified: 0, upserted: made._id };
  }
  for (const document of found) collection.put(updated(document, u, q));
  return { n: found.length, nModified: found.length };
}

/** Returns the changed or created document. */
export async function findAndModify(command: Document, { held, database, beforeInsert }: Context): Promise<Document> {
  const { query, update: change, upsert } = command;
  if (!change || command.remove || command.new !== true)
    throw new Refusal('BadValue', 'the emulator returns changed documents only');
  const collection = held.make(`${database}.${command.findAndModify}`);
  const [found] = collection.find(query);
  if (!found && !upsert) return { value: null, lastErrorObject: { n: 0, updatedExisting: false } };
  const made = found ? updated(found, change, query) : { _id: new ObjectId(), ...updated(undefined, change, query) };
  if (found) collection.put(made);
  else {
    if (beforeInsert) await beforeInsert();
    collection.insert(made);
  }
  const about = { n: 1, updatedExisting: found !== undefined, ...(found ? {} : { upserted: made._id }) };
  return { value: made, lastErrorObject: about };
}

export async function deletion(command: Document, { held, database }: Context): Promise<Document> {
  const collection = held.collection(`${database}.${command.delete}`);
  return each(command.deletes, command.ordered, ['q', 'limit'], ({ q, limit }) => {
    const found = collection.find(q).slice(0, limit || undefined);
    for (const document of found) collection.remove(document);
    return { n: found.length };
  });
}

/** An unordered list continues after a refused statement. */
async function each(
  statements: Document[],
  ordered: boolean,
  fields: string[],
  write: (statement: Document) => Written | Promise<Written>,
): Promise<Document> {
  const reply: Document = { n: 0 };
  for (const [index, statement] of statements.entries()) {
    const unknown = fields.length > 0 && Object.keys(statement).find((field) => !fields.includes(field));
    if (unknown) throw new Refusal('FailedToParse', `the emulator does not support ${unknown} in a statement`);
    try {
      // A statement without an await runs atomically.
      const pending = write(statement);
      const { n, nModified, upserted } = pending instanceof Promise ? await pending : pending;
      reply.n += n;
      if (nModified !== undefined) reply.nModified = (reply.nModified ?? 0) + nModified;
      if (upserted !== undefined) reply.upserted = [...(reply.upserted ?? []), { index, _id: upserted }];
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      reply.writeErrors = [...(reply.writeErrors ?? []), { index, code: error.code, errmsg: error.message }];
      if (ordered !== false) break;
    }
  }
  return reply;
}
