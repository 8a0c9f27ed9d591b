import { getMetadataStorage, IsIn } from 'class-validator';
import { Refused } from '../event-sourcing/decider.js';
import { Email, Price, Structure, Text } from './fields.js';
import { Lenient, Says, strictBodies } from './validation.js';

class Strict {
  @Text()
  title: string;
}
@Says('Please complete the form.')
class Named {
  @Text()
  title: string;
}
@Says('Please complete the form.', {
  title: 'A title is required.',
  mail: { missing: 'An address is required.', wrong: 'This is no address.' },
})
class NamedByField {
  @Text()
  title: string;
  @Email()
  mail: string;
  @Text()
  note: string;
}
@Lenient()
class Whole {
  @Text()
  title: string;
}

class Priced {
  @Price({ min: 0.01 })
  amount: number;
}

class Credentials {
  @Text({ min: 2, verbatim: true })
  password: string;
}
class Constrained {
  @Text()
  @IsIn(['ink', 'bone'])
  colour: string;
}
class Nested {
  @Structure()
  inside: object;
}
class Heir extends Strict {
  @Text()
  more: string;
}

const pipe = strictBodies();
const read = async (value: unknown, metatype: new () => object) => pipe.transform(value, { type: 'body', metatype });

/** The library keeps what a class declares for as long as the process lives; these are nobody's bodies. */
afterAll(() => {
  const declared = Reflect.get(getMetadataStorage(), 'validationMetadatas') as Map<unknown, unknown>;
  for (const type of [Strict, Named, NamedByField, Whole, Priced, Credentials, Constrained, Nested, Heir])
    declared.delete(type);
});

describe('a body', () => {
  it('that holds what its class declares becomes one of its class', async () => {
    expect(await read({ title: ' Box Hoodie ' }, Strict)).toEqual(Object.assign(new Strict(), { title: 'Box Hoodie' }));
  });

  it('with a field its class does not declare is refused', async () => {
    await expect(read({ title: 'Box Hoodie', colour: 'ink' }, Strict)).rejects.toMatchObject({
      code: 'unknown-field',
      kind: 'invalid',
      message: 'Unknown field: colour.',
    });
  });

  it.each(['\ud800', 'Box \udc00\ud800 Hoodie'])(
    'with half a letter in a text, which no URL can carry, is refused',
    async (title) => {
      await expect(read({ title }, Strict)).rejects.toMatchObject({
        code: 'invalid',
        message: 'title contains a broken character. Please type it again.',
      });
    },
  );

  it('holds texts as people meant them, at any depth, and passwords as they were typed', async () => {
    expect(await read({ title: '\u202eBox\r\nHood\u00adie\u200b ' }, Strict)).toEqual({ title: 'Box Hoodie' });
    expect(await read({ inside: { name: '\u200bZoe\u0308' } }, Nested)).toEqual({ inside: { name: 'Zoë' } });
    const typed = { password: ' pa\u200bss ' };
    expect(await read(typed, Credentials)).toEqual(typed);
    await expect(read({ inside: { name: 'Zo\ud800' } }, Nested)).rejects.toMatchObject({ code: 'invalid' });
  });

  it.each(['\u200b', ' \u2060\u3164 ', '\u0000'])('lacks a text that nobody can see: %j', async (title) => {
    const refusal = { code: 'invalid', message: 'A title is required.' };
    await expect(read({ title, mail: 'ada@example.com', note: 'n' }, NamedByField)).rejects.toMatchObject(refusal);
  });

  it('whose class is lenient loses that field instead', async () => {
    expect(await read({ title: 'Box Hoodie', colour: 'ink' }, Whole)).toEqual({ title: 'Box Hoodie' });
  });

  it('whose class is lenient is still refused without a required field', async () => {
    await expect(read({ colour: 'ink' }, Whole)).rejects.toBeInstanceOf(Refused);
  });

  it.each([0.01, 12.5, 1_000_000])('may hold the price %j', async (amount) => {
    expect(await read({ amount }, Priced)).toEqual({ amount });
  });

  it.each([1e-7, 0, 12.345, 1_000_000.01, -5, Number.POSITIVE_INFINITY, Number.NaN, '12.5', {}])(
    'is refused with the price %p',
    async (amount) => {
      await expect(read({ amount }, Priced)).rejects.toMatchObject({ code: 'invalid', kind: 'invalid' });
    },
  );

  it('is refused with the text that its class names', async () => {
    await expect(read({ title: 7 }, Named)).rejects.toMatchObject({ message: 'Please complete the form.' });
  });

  it.each([
    ['A title is required.', { mail: 'ada@example.com', note: 'n' }],
    ['An address is required.', { title: 'Box Hoodie', note: 'n' }],
    ['An address is required.', { title: 'Box Hoodie', mail: ' ', note: 'n' }],
    ['This is no address.', { title: 'Box Hoodie', mail: 'ada', note: 'n' }],
    ['Please complete the form.', { title: 'Box Hoodie', mail: 'ada@example.com' }],
  ])('is refused with the text of the field: %s', async (message, body) => {
    await expect(read(body, NamedByField)).rejects.toMatchObject({ code: 'invalid', message });
  });

  it.each([[[]], ['text'], [7], [null], [undefined]])('that is %j is refused', async (value) => {
    await expect(read(value, Strict)).rejects.toMatchObject({ code: 'invalid', kind: 'invalid' });
  });

  it('whose field is asked more than its own rule is asked all of it', async () => {
    await expect(read({ colour: 'red' }, Constrained)).rejects.toBeInstanceOf(Refused);
    expect(await read({ colour: ' ink ' }, Constrained)).toEqual({ colour: 'ink' });
  });

  it('with a structure is read by the library', async () => {
    expect(await read({ inside: { a: 1 } }, Nested)).toEqual({ inside: { a: 1 } });
    await expect(read({ inside: 'a' }, Nested)).rejects.toBeInstanceOf(Refused);
  });

  it('holds the fields that its class inherits', async () => {
    const body = await read({ title: ' Box ', more: 'ink' }, Heir);
    expect(body).toBeInstanceOf(Heir);
    expect(body).toEqual({ title: 'Box', more: 'ink' });
    await expect(read({ more: 'ink' }, Heir)).rejects.toBeInstanceOf(Refused);
  });
});
