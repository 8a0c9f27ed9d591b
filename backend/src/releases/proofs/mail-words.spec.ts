import { attemptsNamed, isReply, names, numbersNamed } from './mail-words.js';

const ID = '0b6c1c52-0d5e-5b0a-9a53-3f7b8e1d4c90';
const REFERENCE = `${ID}:1`;
const inHyphens = (hyphen: string) => REFERENCE.replaceAll('-', hyphen);

describe('the reference of an attempt', () => {
  it.each([
    ['alone', REFERENCE],
    ['at the end of a sentence', `Reference ${REFERENCE}.`],
    ['before the next sentence', `Reference ${REFERENCE}.Thank you`],
    ['in capitals', REFERENCE.toUpperCase()],
    ['after a sign', `#${REFERENCE}`],
    ['in bold', `*${REFERENCE}*`],
    ['in italics', `_${REFERENCE}_`],
    ['after a colon', `Reference:${REFERENCE}`],
    ['in brackets', `(${REFERENCE}) [${REFERENCE}] {${REFERENCE}} <${REFERENCE}>`],
    ['in brackets of another script', `「${REFERENCE}」`],
    ['in brackets of one more', `【${REFERENCE}】`],
    ['in quotation marks', `„${REFERENCE}“ «${REFERENCE}» "${REFERENCE}"`],
    ['with other hyphens', inHyphens('\u2011')],
    ['with dashes', inHyphens('\u2013')],
    ['with minus signs', inHyphens('\u2212')],
    ['with soft hyphens in it', REFERENCE.replace('0d5e', '0d\u00ad5e')],
    ['with another colon', `${ID}\uff1a1`],
    ['in an address', `https://shop.test/o?ref=${ID}%3A1&x=2`],
    ['in a path', `https://shop.test/o/${ID}:1/track`],
    ['quoted', `> > ${REFERENCE}`],
    ['quoted and wrapped behind a hyphen', `> ${REFERENCE.replace('9a53-', '9a53-\n> ')}`],
    ['quoted and wrapped behind its colon', `> ${ID}:\r\n> 1`],
    ['quoted and cut', `> ${REFERENCE.replace('3f7b8e', '3f7\n> b8e')}`],
    ['after a list mark', `- ${REFERENCE}`],
  ])('is found %s', (_, text) => {
    expect(attemptsNamed(text, 20).map(({ reference }) => reference)).toContain(REFERENCE);
  });

  it.each([
    ['a letter before', `x${REFERENCE}`],
    ['a word before', `order-${REFERENCE}`],
    ['a word after', `${REFERENCE}-b`],
    ['a digit before', `9${REFERENCE}`],
    ['letters after', `${REFERENCE}st`],
    ['letters of another script after', `${REFERENCE}号`],
    ['a fraction', `${REFERENCE}.5`],
    ['a third part', `${REFERENCE}:2`],
    ['five digits', `${ID}:10000`],
    ['no attempt', ID],
    ['no such attempt', `${ID}:0`],
  ])('is not found in a longer word: %s', (_, text) => {
    expect(attemptsNamed(text, 20)).toEqual([]);
  });

  it('is told with its order and its number, each once, a few of many', () => {
    const text = `${REFERENCE} ${REFERENCE} ${ID}:12`;
    const first = { orderId: ID, attempt: 1, reference: REFERENCE };
    expect(attemptsNamed(text, 20)).toEqual([first, { orderId: ID, attempt: 12, reference: `${ID}:12` }]);
    expect(attemptsNamed(text, 1)).toEqual([first]);
  });
});

describe("the retailer's order number", () => {
  const numbers = (text: string) => numbersNamed(text, { most: 2_000, longest: 200 });

  it.each([
    'Your order number is SUP-7.',
    '#SUP-7',
    'No. #SUP-7!',
    '*SUP-7*',
    '**SUP-7**:',
    'Order:SUP-7',
    'Order#SUP-7',
    'Order：SUP-7',
    'order=SUP-7&x=1',
    'https://shop.test/orders/SUP-7',
    'order%3ASUP-7',
    '(SUP-7)',
    '［SUP-7］',
    '『SUP-7』',
    "'SUP-7'",
    '“SUP-7”',
    '»SUP-7«',
    'SUP‑7',
    'SUP–7',
    '> SUP-7',
    '<b>SUP-7</b>',
    '\u2116SUP-7',
    '\u00b4SUP-7\u00b4',
  ])('is found in: %s', (text) => {
    expect(numbers(text)).toContain('SUP-7');
  });

  it.each(['SUP-77', 'XSUP-7', 'X-SUP-7', 'SUP-7-b', 'SUP-7号', 'SUP 7'])('is not found in: %s', (text) => {
    expect(numbers(text)).not.toContain('SUP-7');
  });

  it('is looked for among so many words, none too long', () => {
    expect(numbersNamed('a b c d', { most: 2, longest: 200 })).toEqual(['a', 'b']);
    expect(numbersNamed(`${'x'.repeat(201)} y`, { most: 9, longest: 200 })).toEqual(['y']);
  });
});

it.each([
  ['Thanks for buying the Box  Logo\nHoodie.', true],
  ['BOX LOGO HOODIE', true],
  ['Box Logo Hoodies', false],
  ['Inbox Logo Hoodie', false],
  ['', false],
])('%j names the Box Logo Hoodie: %s', (text, is) => {
  expect(names(text, 'Box Logo Hoodie')).toBe(is);
});

describe('a subject', () => {
  it.each([
    'Re: Your order',
    'RE : Your order',
    'Re[2]: Your order',
    'Re(3): Your order',
    'Re^2: Your order',
    'Antw: Your order',
    'AW: Your order',
    'Svar: Your order',
    'SV: Your order',
    'RES: Your order',
    'VS: Your order',
    'Odp: Your order',
    'Yanıt: Your order',
    'YNT: Your order',
    '回复: Your order',
    '回复：Your order',
    'Vastaus: Your order',
    'Fwd: Re: Your order',
  ])('is that of a reply: %s', (subject) => {
    expect(isReply(subject)).toBe(true);
  });

  it.each([
    'Fwd: Your order',
    'FW: Your order',
    'WG: Fwd: Your order',
    'Fwd: Northwind: your order is confirmed',
    '转发: Your order',
    'Your order is confirmed',
    'Reminder of the order',
    '',
  ])('is none: %s', (subject) => {
    expect(isReply(subject)).toBe(false);
  });
});
