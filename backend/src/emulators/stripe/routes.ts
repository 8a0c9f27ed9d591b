import { invalid, missing } from './api-error.js';
import { type Kind, kindOf, type StoredObject } from './objects.js';
import type { Params } from './params.js';
import type { Transaction } from './store.js';

export interface Call {
  tx: Transaction;
  id: string;
  path: string;
  params: Params;
}
/** Synchronous, so that requests never interleave. @throws ApiError */
export type Handler = (call: Call) => object;
export type Routes = Readonly<Record<string, Handler>>;

const PAGE = { standard: 10, most: 100 } as const;

/** `POST /v1/refunds/re_1/cancel` -> `POST /v1/refunds/:id/cancel` and `re_1`. */
export function routeOf(method: string, path: string): { route: string; id: string } {
  const steps = path.split('/');
  const place = steps[2] === 'shared_payment' ? 4 : 3;
  const id = steps[place] ?? '';
  if (id !== '') steps[place] = ':id';
  return { route: `${method} ${steps.join('/')}`, id };
}

export function retrieve(kind: Kind): Handler {
  return ({ tx, id }) => tx.find(kind, id);
}

export function list(kind: Kind, ...filters: string[]): Handler {
  return ({ tx, params, path }) => {
    const wanted = filters.flatMap((name) => {
      const value = params.text(name);
      return value === undefined ? [] : [[name, value] as const];
    });
    const parent = wanted.find(([name]) => name !== 'type')?.[1];
    const created = params.group('created');
    const [from, to] = [created?.integer('gte') ?? 0, created?.integer('lte') ?? Number.POSITIVE_INFINITY];
    const fits = (object: StoredObject) =>
      object.created >= from &&
      object.created <= to &&
      wanted.every(([name, value]) => (object as unknown as Record<string, unknown>)[name] === value);
    return page(path, params, tx.ids(kind, parent), (id) => {
      const object = tx.get(kind, id);
      return object && fits(object) ? object : undefined;
    });
  };
}

/** A page of `ids` (oldest first), read from the end; `load` filters. */
export function page(
  path: string,
  params: Params,
  ids: readonly string[],
  load: (id: string) => object | undefined,
): object {
  const limit = params.integer('limit') ?? PAGE.standard;
  if (limit < 1 || limit > PAGE.most) throw invalid('Limit must be between 1 and 100.', undefined, 'limit');
  const after = params.text('starting_after');
  let index = after === undefined ? ids.length : ids.indexOf(after);
  if (index === -1) throw missing('object', after ?? '', 'starting_after');
  const data: object[] = [];
  while (index > 0 && data.length <= limit) {
    index -= 1;
    const object = load(ids[index] ?? '');
    if (object) data.push(object);
  }
  return { object: 'list', data: data.slice(0, limit), has_more: data.length > limit, url: path };
}

/** Replaces ids by their objects along a path such as `latest_charge` or `data.payment_intent.customer`. */
export function expand<T extends object>(body: T, path: string, tx: Transaction): T {
  const [name = '', ...rest] = path.split('.');
  const copy = { ...body } as Record<string, unknown>;
  const expanded = (value: unknown): unknown => {
    const kind = typeof value === 'string' ? kindOf(value) : undefined;
    const object = kind && typeof value === 'string' ? tx.get(kind, value) : value;
    const deeper = rest.length > 0 && typeof object === 'object' && object !== null;
    return deeper ? expand(object, rest.join('.'), tx) : (object ?? value);
  };
  if (!(name in copy)) throw invalid(`This property cannot be expanded (${path}).`, undefined, 'expand');
  const value = copy[name];
  copy[name] = Array.isArray(value) ? value.map(expanded) : expanded(value);
  return copy as T;
}
