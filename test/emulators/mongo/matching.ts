import type { Document } from 'bson';
import { Refusal } from './refusal.js';

type Test = (value: unknown, operand: unknown) => boolean;

const TYPES = ['null', 'number', 'string', 'object', 'array', 'boolean'];

/** MongoDB's order of values; text by its UTF-8 bytes. */
export function compare(a: unknown, b: unknown): number {
  const [typeA, typeB] = [typeOf(a), typeOf(b)];
  if (typeA !== typeB) return TYPES.indexOf(typeA) - TYPES.indexOf(typeB);
  if (a === b || typeA === 'null') return 0;
  if (typeA === 'string') return Buffer.compare(Buffer.from(a as string), Buffer.from(b as string));
  if (typeA === 'number' || typeA === 'boolean') return Number(a) - Number(b);
  throw new Refusal('BadValue', `the emulator does not compare values of type ${typeA}`);
}

function typeOf(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value)) return 'array';
  if (!TYPES.includes(typeof value)) throw new Refusal('BadValue', `the emulator does not support ${typeof value}`);
  if (typeof value === 'object' && '_bsontype' in value) {
    throw new Refusal('BadValue', `the emulator does not compare ${value._bsontype}`);
  }
  return typeof value;
}

/** As in MongoDB a missing field equals null, and a list matches by any of its values. */
export function matches(document: Document, filter: Document): boolean {
  return Object.entries(filter).every(([field, condition]) => {
    if (field === '$or') return list(condition).some((one) => matches(document, one as Document));
    assertPlain(field);
    return holds(document[field], condition);
  });
}

/** Only flat fields are supported, and `$or` and its like. */
export function assertPlain(field: string): void {
  if (field.startsWith('$') || field.includes('.')) {
    throw new Refusal('BadValue', `the emulator does not support ${field} at this place`);
  }
}

export function isOperators(condition: unknown): condition is Document {
  if (typeof condition !== 'object' || condition === null || Array.isArray(condition)) return false;
  return Object.keys(condition).some((key) => key.startsWith('$'));
}

function holds(value: unknown, condition: unknown): boolean {
  if (!isOperators(condition)) return equals(value, condition);
  return Object.entries(condition).every(([operator, operand]) => {
    const test = OPERATORS[operator];
    if (!test) throw new Refusal('BadValue', `unknown operator: ${operator}`);
    return test(value, operand);
  });
}

const OPERATORS: Record<string, Test | undefined> = {
  $eq: equals,
  $in: (value, operand) => list(operand).some((one) => equals(value, one)),
  $gt: bound((order) => order > 0),
  $gte: bound((order) => order >= 0),
  $lt: bound((order) => order < 0),
  $lte: bound((order) => order <= 0),
  $regex: pattern,
  $not: (value, operand) => !holds(value, operand),
  $all: (value, operand) => list(operand).every((one) => holds(value, onlyElemMatch(one))),
  $elemMatch: (value, operand) => Array.isArray(value) && value.some((one) => holds(one, operand)),
  $type: (value, operand) => {
    if (operand !== 'array') throw new Refusal('BadValue', `the emulator does not support $type ${operand}`);
    return Array.isArray(value);
  },
};

function equals(value: unknown, wanted: unknown): boolean {
  if (typeof wanted === 'object' && wanted !== null) {
    throw new Refusal('BadValue', 'the emulator finds plain values only');
  }
  return any(value, (one) => (one ?? null) === (wanted ?? null));
}

/** Compares values of the bound's own type only. */
function bound(isWithin: (order: number) => boolean): Test {
  return (value, limit) => {
    if (limit instanceof Date) return any(value, (one) => one instanceof Date && isWithin(Number(one) - Number(limit)));
    const type = typeof limit;
    if (type !== 'number' && type !== 'string')
      throw new Refusal('BadValue', `the emulator does not support bound ${type}`);
    return any(value, (one) => typeof one === type && isWithin(compare(one, limit)));
  };
}

/** Literal prefixes only: MongoDB's dialect of patterns differs. */
function pattern(value: unknown, source: unknown): boolean {
  if (typeof source !== 'string' || !/^\^(?:\\x00|\\[^a-zA-Z0-9]|[^\\^$.*+?()[\]{}|])*$/.test(source)) {
    throw new Refusal('BadValue', `the emulator matches prefixes only, not ${source}`);
  }
  const regex = new RegExp(source);
  return any(value, (one) => typeof one === 'string' && regex.test(one));
}

function any(value: unknown, test: (one: unknown) => boolean): boolean {
  return test(value) || (Array.isArray(value) && value.some(test));
}

function onlyElemMatch(one: unknown): unknown {
  if (isOperators(one) && Object.keys(one).join() === '$elemMatch') return one;
  throw new Refusal('BadValue', 'the emulator supports $all of $elemMatch only');
}

function list(operand: unknown): unknown[] {
  if (!Array.isArray(operand)) throw new Refusal('BadValue', '$in needs an array');
  return operand;
}

export function sorted(documents: Document[], sort: Document = {}): Document[] {
  const order = Object.entries(sort);
  for (const [field, direction] of order) {
    assertPlain(field);
    if (direction !== 1 && direction !== -1) throw new Refusal('BadValue', `the emulator sorts by 1 or -1 only`);
  }
  if (order.length === 0) return documents;
  return documents.toSorted((a, b) => {
    for (const [field, direction] of order) {
      const way = compare(a[field], b[field]);
      if (way !== 0) return way * direction;
    }
    return 0;
  });
}
