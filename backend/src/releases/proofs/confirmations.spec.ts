import { confirmedBy } from './confirmations.js';

const ID = '0b6c1c52-0d5e-5b0a-9a53-3f7b8e1d4c90';
const PATTERN = {
  subject: 'Your order {number} is confirmed',
  text: '{any}Thank you! We have received your order {number} of {product}.{any}Reference {reference}{any}',
};
const SUBJECT = 'Your order SUP-7 is confirmed';
const TEXT = `Hello Ada,\n\nThank you! We have received\nyour order #SUP-7 of Box Logo Hoodie.\nReference ${ID}:1\n\nBye`;
const read = (subject: string, text: string, patterns = [PATTERN]) => confirmedBy(patterns, subject, text);

describe('a confirmation pattern', () => {
  it('reads number, product and reference, however lines are wrapped', () => {
    expect(read(SUBJECT, TEXT)).toEqual({ number: 'SUP-7', product: 'Box Logo Hoodie', reference: `${ID}:1` });
  });

  it('reads the number behind a sign for one', () => {
    for (const sign of ['\u2116', '\u2116 ', '#'])
      expect(read(SUBJECT, TEXT.replace('#', sign))).toMatchObject({ number: 'SUP-7' });
  });

  it('need not name the attempt', () => {
    const short = { subject: 'Order {number} of {product}', text: 'Bought.{any}' };
    expect(read('Order 7 of Box', 'Bought. Bye', [PATTERN, short])).toEqual({
      number: '7',
      product: 'Box',
      reference: null,
    });
  });

  it.each([
    ['Your order SUP-7 was CANCELLED', TEXT],
    ['Your order SUP-7 is confirmed?', TEXT],
    ['Fwd: Your order SUP-7 is confirmed', TEXT],
    ['Your order SUP-7 is not confirmed', TEXT],
    [SUBJECT, TEXT.replace('Thank you!', 'Sorry!')],
    [SUBJECT, TEXT.replace('received', 'not received')],
    [SUBJECT, TEXT.replace('SUP-7', 'SUP-8')],
    [SUBJECT, TEXT.replace('#SUP-7', '#SUP-7-b')],
    [SUBJECT, TEXT.replace(`${ID}:1`, ID)],
    [SUBJECT, ''],
    ['', TEXT],
  ])('does not match: %s', (subject, text) => {
    expect(read(subject, text)).toBeNull();
  });

  it('has to match the text as a whole', () => {
    const whole = [{ subject: 'Order {number} of {product}', text: 'Your order is confirmed.' }];
    expect(read('Order 7 of Box', 'Your order is confirmed.', whole)).not.toBeNull();
    expect(read('Order 7 of Box', 'Your order is confirmed. It was cancelled.', whole)).toBeNull();
    expect(read('Order 7 of Box', 'It was cancelled. Your order is confirmed.', whole)).toBeNull();
  });

  it('takes signs of expressions for what they are', () => {
    const odd = [{ subject: '{product} {number} (x*)', text: 'a.b [c]-/$1' }];
    expect(read('Box 7 (x*)', 'a.b [c]-/$1', odd)).not.toBeNull();
    expect(read('Box 7 (xx)', 'a.b [c]-/$1', odd)).toBeNull();
    expect(read('Box 7 (x*)', 'aXb [c]-/$1', odd)).toBeNull();
  });

  it('is done in time with a text that almost matches, over and over', () => {
    const many = [{ subject: '{product} {number}', text: `${'{any}a{number} '.repeat(8)}{any}end` }];
    expect(read('Order 7', 'a7 '.repeat(20_000), many)).toBeNull();
  });

  it('is none by default', () => {
    expect(read(SUBJECT, TEXT, [])).toBeNull();
  });
});
