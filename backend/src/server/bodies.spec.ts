import { type PipeTransform, type Type, ValidationPipe } from '@nestjs/common';
import { getMetadataStorage } from 'class-validator';
import fc from 'fast-check';
import './app.module.js';
import { toProfileAddress } from '@supreme-access/contract/addresses.js';
import { rulesOf } from '../http/fields.js';
import { readAs, strictBodies } from '../http/validation.js';

/** Every class that a request, or what a browser encrypted, is read into. */

const ADDRESS = {
  firstName: 'Ada',
  lastName: 'Quimby',
  address1: '1 Larch Row',
  city: 'Portland',
  state: 'OR',
  zip: '97201',
  country: 'US',
};
const TEXTS = [
  '',
  ' ',
  'a',
  ' Ink ',
  'Ink, Stone',
  'os',
  'xl',
  'FRIENDS10',
  'x'.repeat(61),
  'x'.repeat(501),
  'a\u0007b',
];
const MAILS = ['ada@example.com', ' ada@example.com ', '"a b"@example.com', 'ada@', `${'a'.repeat(250)}@example.com`];
const TIMES = ['2099-07-05T11:00Z', '2099-07-05T11:00', '2099-02-31T11:00Z', 'UTC', 'Europe/Oslo', 'Nowhere'];
const SCALARS = [
  true,
  false,
  0,
  1,
  7,
  12.5,
  1e-7,
  -1,
  1e12,
  null,
  '+15035550143',
  '2f1c1c52-0d5e-4b0a-9a53-3f7b8e1d4c90',
];
const LIMIT = { amount: 200, currency: 'usd' };
const INSIDES = [
  LIMIT,
  [],
  ['Ink', ' Stone '],
  ['x'.repeat(61)],
  [1],
  {},
  { a: [1] },
  ADDRESS,
  { ...ADDRESS, zip: '' },
];
const VALUES: readonly unknown[] = [...TEXTS, ...MAILS, ...TIMES, ...SCALARS, ...INSIDES];

const storage = getMetadataStorage();
const classes = [...(Reflect.get(storage, 'validationMetadatas') as Map<Type, unknown>).keys()];
const namesOf = (type: Type) => [
  ...new Set(storage.getTargetValidationMetadatas(type, '', false, false).map(({ propertyName }) => propertyName)),
];
const choices = (type: Type, name: string): unknown[] =>
  Reflect.getMetadata('swagger/apiModelProperties', type.prototype, name)?.enum ?? [];

/** What a field takes of all these values; of a field without a rule nobody but the library knows. */
function fineFor(type: Type, name: string): unknown[] {
  const values = [...choices(type, name), ...VALUES];
  const rule = rulesOf(type.prototype).get(name);
  return rule ? values.filter((value) => rule.accepts(rule.read(value))) : values;
}
/**
 * Of an object in a field the library leaves out what bears the name of a method that every object has (class-transformer,
 * TransformOperationExecutor). Read directly it stays: the rules of an address ask for their own names alone.
 */
const METHODS = Object.getOwnPropertyNames(Object.prototype);
const bearsMethods = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  Object.entries(value).some(([name, inside]) => METHODS.includes(name) || bearsMethods(inside));

/** Bodies that are fine, and fine but for a field or two. */
function bodiesOf(type: Type): fc.Arbitrary<object> {
  const names = namesOf(type);
  const fine = fc.record(
    Object.fromEntries(names.map((name) => [name, fc.constantFrom(...fineFor(type, name))] as const)),
  );
  const json = fc.jsonValue({ maxDepth: 2 }).filter((value) => !bearsMethods(value));
  const other = fc.oneof(fc.constantFrom(...VALUES, undefined), json);
  return fc
    .tuple(fine, fc.dictionary(fc.constantFrom(...names), other, { maxKeys: 2 }))
    .map(([body, changes]) => structuredClone({ ...body, ...changes }));
}

const library = new ValidationPipe({ transform: true, whitelist: true, forbidNonWhitelisted: true });
const pipe = strictBodies();
/** As JSON has it: a field that is not there is no field that is undefined. */
const plain = (body: unknown) => JSON.parse(JSON.stringify(body));
const outcome = (body: unknown) => Promise.resolve(body).then(plain, () => 'refused');
const validated = async (by: PipeTransform, body: object, metatype: Type) =>
  outcome((async () => by.transform(structuredClone(body), { type: 'body', metatype }))());

describe('whatever a body holds,', () => {
  it('there are many classes of bodies', () => expect(classes.length).toBeGreaterThan(35));

  it.each(classes)('%p is read directly as the library reads it', async (type) => {
    const names = namesOf(type);
    expect(names.filter((name) => fineFor(type, name).length === 0)).toEqual([]);
    const isDescribed = names.every((name) => rulesOf(type.prototype).has(name));
    let fine = 0;
    const agree = fc.asyncProperty(bodiesOf(type), async (body) => {
      const read = await validated(library, body, type);
      if (read !== 'refused') fine++;
      expect(await validated(pipe, body, type)).toEqual(read);
      if (isDescribed) expect(plain(readAs(type, body) ?? 'refused')).toEqual(read);
    });
    await fc.assert(agree, { numRuns: 60 });
    if (isDescribed) expect(fine).toBeGreaterThan(5);
  });

  it('a field that is no address is none, whatever method it bears the name of', () => {
    for (const name of METHODS) {
      const address = JSON.parse(`{"${name}":""}`);
      expect(toProfileAddress(address)).toBeNull();
      expect(toProfileAddress({ ...ADDRESS, ...address })).toEqual(toProfileAddress(ADDRESS));
    }
  });
});
