import { generateKeyPairSync } from 'node:crypto';
import { readRetailerMail } from './retailer-mail-settings.js';

const keyOf = (modulusLength: number) =>
  generateKeyPairSync('rsa', { modulusLength }).publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
const LONG = keyOf(1_024);
const CONFIRMS = [{ subject: 'Order {number} is confirmed', text: '{any}Thank you for buying {product}.{any}' }];

const read = (settings: object) => readRetailerMail.read(JSON.stringify(settings));

describe("the settings of the retailer's mails", () => {
  it('name its domains, the keys that are known, and how it confirms', () => {
    const key = { domain: 'Shop.test', selector: 'S1', publicKey: LONG };
    const given = { domains: ['shop.test', 'Mail.Shop.test'], keys: [key], confirms: CONFIRMS };
    const keys = { 's1._domainkey.shop.test': `v=DKIM1; k=rsa; p=${LONG}` };
    expect(read(given)).toEqual({ domains: ['shop.test', 'mail.shop.test'], keys, confirms: CONFIRMS });
  });

  it.each([
    ['a record', `v=DKIM1; k=rsa; p=${LONG}`],
    ['a PEM', `-----BEGIN PUBLIC KEY-----\n${LONG}\n-----END PUBLIC KEY-----`],
  ])('take a key as %s too', (_, publicKey) => {
    const keys = [{ domain: 'shop.test', selector: 's1', publicKey }];
    expect(read({ keys })?.keys['s1._domainkey.shop.test']).toBe(`v=DKIM1; k=rsa; p=${LONG}`);
  });

  const key = (changes: object) => ({ keys: [{ domain: 'shop.test', selector: 's1', publicKey: LONG, ...changes }] });
  const confirms = (changes: object) => ({ confirms: [{ ...CONFIRMS[0], ...changes }] });
  it.each<object>([
    { domains: ['test'] },
    { domains: ['*.shop.test'] },
    { domains: 'shop.test' },
    { keys: {} },
    { senders: [] },
    key({ domain: 'test' }),
    key({ selector: '' }),
    key({ publicKey: 'banana' }),
    key({ publicKey: keyOf(768) }),
    { confirms: ['Order {number}'] },
    confirms({ subject: 'Order confirmed' }),
    confirms({ text: 'Thank you for buying it.' }),
    confirms({ text: '{any}' }),
    confirms({ text: 'You bought {thing}' }),
    confirms({ from: 'x' }),
  ])('are refused: %j', (settings) => expect(read({ domains: ['shop.test'], ...settings })).toBeUndefined());

  it('are JSON, and need the domains for what is confirmed', () => {
    for (const text of ['banana', '[]', 'null']) expect(readRetailerMail.read(text)).toBeUndefined();
    expect(read({ confirms: CONFIRMS })).toBeUndefined();
  });
});
