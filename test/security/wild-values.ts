import type { JweAudience } from '@supreme-access/contract/sealing.js';
import fc from 'fast-check';
import type { Schema } from './described.js';

/** A placeholder for a world's value, so that one seed always makes the same requests. */
export class Placeholder {
  constructor(readonly name: string) {}
}
/** Is encrypted when it is sent. */
export class Sealed {
  constructor(
    readonly audience: JweAudience,
    public data: unknown,
  ) {}
}

const text = (...texts: unknown[]) => fc.constantFrom(...texts);
const SHIPPING = {
  firstName: 'Ada',
  lastName: 'Quimby',
  address1: '1 Larch Row',
  city: 'Portland',
  state: 'OR',
  zip: '97201',
  country: 'US',
};
const CARD = { name: 'Ada Quimby', number: '4242424242424242', code: '123', month: 12, year: 2039 };
const CONTACT = { email: 'ada@example.org', phone: '+15035550143', shipping: SHIPPING, card: CARD };
const SEALED: Readonly<Record<string, [JweAudience, object]>> = {
  eProfile: ['profile', { ...CONTACT, profileName: 'Main', matchInfo: true, profileId: new Placeholder('profileId') }],
  acoDataPayload: ['aco', { ...CONTACT, productForm: { size: 'm', style: 'Ink' }, billing: SHIPPING }],
  card: ['card', CARD],
  eCode: ['code', { code: '123' }],
};

/** Valid values for fields whose schema says too little. */
const FINE: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  productId: fc.constant(new Placeholder('productId')),
  profileId: fc.constant(new Placeholder('profileId')),
  orderId: fc.constant(new Placeholder('orderId')),
  size: text('m', 'M', 'xl'),
  style: text('Ink', 'Fog'),
  promoCode: text('FRIENDS10', 'friends10', 'NOPE'),
  stripeToken: text('tok_visa', 'tok_chargeDeclined', 'tok_nothing'),
  token: text('tok_visa', 'tok_nothing', ''),
  password: text(new Placeholder('password'), 'wrong horse 7'),
  newPassword: fc.constant(new Placeholder('password')),
  confirmPassword: fc.constant(new Placeholder('password')),
  price: text(25, 0.5, 100_000),
  percent: text(10, 100, 0.01),
  totalStock: text(10, 1),
  updates: text({ name: 'Ada Quimby', phone: '+15035550143' }, { email: 'moved@example.org' }),
  billingAddress: fc.constant({
    line1: '1 Larch Row',
    city: 'Portland',
    state: 'OR',
    postal_code: '97201',
    country: 'US',
  }),
  styles: text('Ink, Fog', ['Ink', 'Fog']),
  tags: text('new, hats', []),
  productImage: text('', 'https://example.org/a.png'),
  releaseAt: text('2099-07-05T11:00:00Z', 4_087_000_000_000, null, '2099-07-05T11:00'),
  reservationClosesAt: text('2099-07-05T10:00:00Z', null),
  releaseTz: text('Europe/Oslo', 'America/New_York'),
  startsAt: text('2030-01-01T00:00:00Z', null),
  endsAt: text('2099-01-01T00:00:00Z', null),
  expiresAt: text('2099-01-01T00:00:00Z', new Placeholder('tomorrow')),
  receivedAt: text('2026-11-22T12:00:00Z', 1_795_000_000_000),
  authentication: text(null, { spf: 'pass', dkim: 'pass' }),
  object: text('event'),
  ids: fc.constantFrom([new Placeholder('orderId'), 'nothing'], []),
};
/** Addresses without an account, except on routes that answer before they act. */
const mailFor = (path: string): fc.Arbitrary<unknown> => {
  const somebody = fc.nat(1_000_000_000).map((n) => `${path.replace(/\W/g, '')}.${n}@example.org`);
  return path === '/api/forgotpw' ? somebody : fc.oneof(somebody, fc.constant(new Placeholder('email')));
};

/** A nearly valid value of a route's field. */
export function fineFor(path: string, name: string, schema: Schema): fc.Arbitrary<unknown> {
  const sealed = SEALED[name];
  if (schema.format === 'jwe' && sealed) return wild(fc.constant(new Sealed(...sealed)));
  const own = FINE[name];
  if (own) return own;
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (name === 'email') return mailFor(path);
  if (schema.type === 'boolean') return fc.boolean();
  if (schema.type === 'integer') return fc.integer({ min: schema.minimum ?? 0, max: schema.maximum ?? 1_000 });
  if (schema.type === 'number') return fc.constantFrom(schema.minimum ?? 1, 12.5, 100);
  if (schema.type === 'object') return fc.constant({});
  return fc.string({ unit: 'grapheme', minLength: 1, maxLength: Math.min(schema.maxLength ?? 40, 40) });
}

/** Keys of object prototypes, of stores, and undeclared ones. */
const KEYS = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'isAdmin',
  'roles',
  '$where',
  'a.b',
  '',
];
const ODD_TEXTS = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udc00\ud800',
  'a\ud800@example.org',
  '\ufeff',
  '\u202Eevil',
  'e\u0301'.repeat(200),
  'İſﬀ',
  '\u{1F469}\u200D\u{1F469}\u200D\u{1F467}',
  '\r\nX-Injected: 1',
  '__proto__',
  'constructor',
  'undefined',
  "' OR 1=1 --",
  // biome-ignore lint/suspicious/noTemplateCurlyInString: is sent as it is
  '${7*7}{{7*7}}',
  '../../../etc/passwd',
  '%00%2e%2e%2f',
  '<script>alert(1)</script>',
  '=HYPERLINK("x")',
  'a'.repeat(5_000),
  '9'.repeat(400),
  '0000-00-00T00:00:00Z',
  '+275760-09-13T00:00:00.001Z',
  '2026-02-30T25:61:61Z',
  '9999-12-31T23:59:59.999+23:59',
  '00000000-0000-0000-0000-000000000000',
];
const ODD_NUMBERS = [0, -1, 1.005, 1e308, 5e-324, 2 ** 53, -(2 ** 63), 8.64e15, 8.64e15 + 1];
const ODD_OBJECTS = [
  {},
  [],
  [[]],
  [null],
  { $gt: '' },
  { $where: 'sleep(1000)' },
  { length: 1e9 },
  { toString: 1, valueOf: 1, toJSON: 1 },
  JSON.parse('{"then":1,"__proto__":{"isAdmin":true}}'),
  ['a', 'a', 'a'],
];

const odd: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(...ODD_TEXTS),
  fc.constantFrom(...ODD_NUMBERS),
  fc.constantFrom(...ODD_OBJECTS),
  fc.constantFrom(true, false, null),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.jsonValue({ maxDepth: 3 }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);

interface Change {
  at: number;
  how: 'replace' | 'remove' | 'add';
  key: string;
  value: unknown;
}
const change: fc.Arbitrary<Change> = fc.record({
  at: fc.nat(1_000),
  how: fc.constantFrom('replace', 'replace', 'replace', 'remove', 'add'),
  key: fc.oneof(fc.constantFrom(...KEYS), fc.string({ maxLength: 10 })),
  value: odd,
});

/** The value with nothing, or something, damaged. */
export function wild(fine: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc.tuple(fine, fc.array(change, { maxLength: 3 })).map(([tree, changes]) => {
    const root = { tree: copied(tree) };
    for (const one of changes) apply(one, root);
    return root.tree;
  });
}

function apply({ at, how, key, value: one }: Change, root: object): void {
  const value = copied(one);
  const places = placesIn(root);
  const [holder, place] = places[at % places.length] ?? [root, 'tree'];
  const held: unknown = Reflect.get(holder, place);
  if (how === 'replace') Reflect.set(holder, place, value);
  else if (how === 'remove') Reflect.deleteProperty(holder, place);
  else if (isPlain(held)) define(held, key, value);
  else define(holder, key, value);
}

/** As in JSON, `__proto__` is an ordinary key. */
function define(holder: object, key: string, value: unknown): void {
  if (Array.isArray(holder)) holder.push(value);
  else Object.defineProperty(holder, key, { value, enumerable: true, configurable: true, writable: true });
}

const isPlain = (node: unknown): node is object =>
  typeof node === 'object' && node !== null && !(node instanceof Placeholder);

function placesIn(node: unknown): (readonly [holder: object, key: string])[] {
  if (!isPlain(node)) return [];
  const keys = node instanceof Sealed ? ['data'] : Object.keys(node);
  return keys.flatMap((key) => [[node, key] as const, ...placesIn(Reflect.get(node, key))]);
}

function copied(node: unknown): unknown {
  if (!isPlain(node)) return node;
  if (node instanceof Sealed) return new Sealed(node.audience, copied(node.data));
  if (Array.isArray(node)) return node.map(copied);
  const copy = {};
  for (const [key, value] of Object.entries(node)) define(copy, key, copied(value));
  return copy;
}
