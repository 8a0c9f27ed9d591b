import { Refused } from '../decider.js';
import { Email, Price, Text } from './fields.js';
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

const pipe = strictBodies();
const read = (value: unknown, metatype: new () => object) => pipe.transform(value, { type: 'body', metatype });

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
});
