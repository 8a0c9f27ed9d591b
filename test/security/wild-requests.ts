import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import type { Route, Schema } from './described.js';
import { fineFor, Placeholder, wild } from './wild-values.js';

/** A request before its known values are filled in and encrypted. */
export interface WildRequest {
  /** per path parameter; null: an existing one */
  inPath: readonly (string | null)[];
  query: string;
  headers: Readonly<Record<string, string>>;
  /** undefined: none */
  body: unknown;
  twist: string;
  /** where the twist is, from 0 to 1 */
  at: number;
}
interface Written {
  bytes: Buffer;
  headers?: Readonly<Record<string, string>>;
}

const plain = (json: string): Written => ({ bytes: Buffer.from(json) });
const typed = (type: string) => (json: string) => ({ bytes: Buffer.from(json), headers: { 'content-type': type } });
const coded = (coding: string, isPacked: boolean) => (json: string) => ({
  bytes: isPacked ? gzipSync(json) : Buffer.from(json),
  headers: { 'content-encoding': coding },
});
const inside = (json: string, at: number) => Math.floor(json.length * at);
const begun = (json: string, first: string) => plain(json.startsWith('{') ? json.replace('{', `{${first},`) : json);
/** Replaces the object's first value. */
const first = (value: string) => (json: string) =>
  plain(json.replace(/^(\{"[^"]*":)("[^"\\]*"|[\d.]+|true|false|null)/, `$1${value}`));

/** Changes of the serialised JSON. */
const TWISTS: Readonly<Record<string, (json: string, at: number) => Written>> = {
  none: plain,
  'all keys twice': (json) => plain(json.length > 2 ? `${json.slice(0, -1)},${json.slice(1)}` : json),
  'a prototype first': (json) => begun(json, '"__proto__":{"isAdmin":true}'),
  'a constructor first': (json) => begun(json, '"constructor":{"prototype":{"isAdmin":true}}'),
  'cut off': (json, at) => plain(json.slice(0, inside(json, at))),
  'more behind it': (json) => plain(json + json),
  nothing: () => plain(''),
  blanks: () => plain(' \n '),
  'a mark of the order of bytes': (json) => plain(`\ufeff${json}`),
  'UTF-16': (json) => ({ bytes: Buffer.from(json, 'utf16le') }),
  'no UTF-8': (json, at) => {
    const place = inside(json, at);
    return {
      bytes: Buffer.concat([
        Buffer.from(json.slice(0, place)),
        Buffer.of(0xc3, 0x28, 0xff),
        Buffer.from(json.slice(place)),
      ]),
    };
  },
  'a list of it': (json) => plain(`[${json}]`),
  'deep lists': (json, at) => plain('['.repeat(1 + inside('x'.repeat(50_000), at)) + json),
  'a deep value': (json, at) => {
    const depth = 1 + Math.floor(at * 20_000);
    return first(`${'['.repeat(depth)}${']'.repeat(depth)}`)(json);
  },
  'a number beyond all': first('1e999'),
  'a number without an end': first('9'.repeat(100_000)),
  'no number': first('NaN'),
  'a long text': first(`"${'x'.repeat(200_000)}"`),
  'too much': (json) => plain(json + ' '.repeat(300_000)),
  'of no type': typed(''),
  'plain text': typed('text/plain'),
  'a form': typed('application/x-www-form-urlencoded'),
  'parts without a boundary': typed('multipart/form-data'),
  XML: typed('application/xml'),
  'a picture': typed('image/png'),
  'other letters': typed('application/json; charset=utf-16'),
  'a type of many': typed('application/json, text/plain'),
  'no type at all': typed('/;;='),
  'JSON of another kind': typed('application/vnd.api+json'),
  'said to be packed': coded('gzip', false),
  packed: coded('gzip', true),
  'an unknown encoding': coded('br, x-nothing', false),
};

export function written(json: string, { twist, at }: Pick<WildRequest, 'twist' | 'at'>): Written {
  return (TWISTS[twist] ?? plain)(json, at);
}

/** Replaces lone surrogates, which no URL can hold. */
const encoded = (text: string) => encodeURIComponent(Buffer.from(text).toString());

const IN_PATH = [
  '%zz',
  '%00',
  '..%2f..%2fadmin',
  '%E0%A4%A',
  '.',
  '__proto__',
  'constructor',
  'x'.repeat(499),
  '%F0%9F%91%A9',
  "'--",
];
const inPath = fc.oneof(
  { weight: 3, arbitrary: fc.constant(null) },
  { weight: 1, arbitrary: fc.constantFrom(...IN_PATH) },
  {
    weight: 1,
    arbitrary: fc.string({ unit: 'binary', minLength: 1, maxLength: 20 }).map((text) => encoded(text)),
  },
);
const QUERIES: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  range: fc.constant([0, 9]),
  sort: fc.constant(['id', 'ASC']),
  filter: fc.constant({ q: 'x', id: ['x'], status: 'pending', ended: false, releaseAt_gte: '2026-01-01T00:00:00Z' }),
};
const QUERIED: fc.Arbitrary<unknown> = fc.constantFrom('x', '5', 'product-x', 'SlotReserved', 'FRIENDS10');

function queryOf(names: readonly string[]): fc.Arbitrary<string> {
  if (names.length === 0) return fc.constantFrom('', '', '?', '?x=1', '?__proto__=1', '?a[b]=c');
  const pair = fc.constantFrom(...names, 'nothing').chain((name) =>
    wild(QUERIES[name] ?? QUERIED).map((value) => {
      const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
      // Node bounds a request's head: 16 kB with all headers.
      return `${name}=${encoded(text.slice(0, 2_000))}`;
    }),
  );
  return fc.array(pair, { maxLength: 3 }).map((pairs) => (pairs.length > 0 ? `?${pairs.join('&')}` : ''));
}

const headers: fc.Arbitrary<Readonly<Record<string, string>>> = fc.oneof(
  { weight: 8, arbitrary: fc.constant({}) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Readonly<Record<string, string>>>(
      { 'idempotency-key': 'one key for all' },
      { 'idempotency-key': 'k'.repeat(256) },
      { 'idempotency-key': 'same' },
      { 'x-client-key': 'e30' },
      { 'x-client-key': 'x'.repeat(3_000) },
      { 'x-consistency-token': '-1' },
      { 'x-product-id': 'another' },
      { accept: 'text/html;q=x,*/*' },
      { 'accept-encoding': 'br;q=nothing' },
      { 'x-forwarded-for': 'not an address' },
    ),
  },
);

const base = { at: fc.double({ min: 0, max: 0.999, noNaN: true }), headers };

/** Requests of this route, some of them valid. */
export function requestsOf(route: Route): fc.Arbitrary<WildRequest> {
  const isRead = route.method === 'GET';
  return fc.record<WildRequest>({
    ...base,
    inPath: fc.tuple(...route.inPath.map(() => inPath)),
    query: queryOf(route.query),
    body: isRead ? fc.constant(undefined) : bodyOf(route),
    twist: fc.oneof(
      { weight: 3, arbitrary: fc.constant('none') },
      { weight: 1, arbitrary: fc.constantFrom(...Object.keys(TWISTS)) },
    ),
  });
}

const EVENT = {
  id: 'evt_1',
  object: 'event',
  type: 'payment_intent.succeeded',
  created: 1_795_000_000,
  livemode: false,
  data: {
    object: {
      id: 'pi_1',
      object: 'payment_intent',
      amount: 2_500,
      currency: 'usd',
      status: 'succeeded',
      metadata: { orderId: new Placeholder('orderId') },
    },
  },
};

function bodyOf({ path, body }: Route): fc.Arbitrary<unknown> {
  if (path.includes('webhooks')) return wild(fc.constant(EVENT));
  const fields = Object.entries(body?.properties ?? {}) as [string, Schema][];
  const requiredKeys = body?.required ?? [];
  return wild(
    fc.record(Object.fromEntries(fields.map(([name, schema]) => [name, fineFor(path, name, schema)])), {
      requiredKeys,
    }),
  );
}
