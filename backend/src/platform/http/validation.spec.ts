import { Refused } from '../decider.js';
import { Text } from './fields.js';
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
@Lenient()
class Whole {
  @Text()
  title: string;
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

  it('is refused with the text that its class names', async () => {
    await expect(read({ title: 7 }, Named)).rejects.toMatchObject({ message: 'Please complete the form.' });
  });

  it.each([[[]], ['text'], [7], [null], [undefined]])('that is %j is refused', async (value) => {
    await expect(read(value, Strict)).rejects.toMatchObject({ code: 'invalid', kind: 'invalid' });
  });
});
