import { generateKeyPairSync } from 'node:crypto';
import { mailKeyRecords, mailRulesIn } from './mail-rules.js';

const keyOf = (modulusLength: number) =>
  generateKeyPairSync('rsa', { modulusLength }).publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
const LONG = keyOf(1_024);
const CONFIRMS = [{ subject: 'Order {number} is confirmed', text: '{any}Thank you for buying {product}.{any}' }];

const NONE = { mailDomains: [], mailKeys: [], confirms: [] };
const read = (rules: object) => mailRulesIn({ ...NONE, ...rules });

describe("the rules of a retailer's mails", () => {
  it('name its domains, the keys that are known, and how it confirms', () => {
    const key = { domain: 'Shop.test', selector: 'S1', publicKey: LONG };
    const given = { mailDomains: ['shop.test', 'Mail.Shop.test'], mailKeys: [key], confirms: CONFIRMS };
    const mailKeys = [{ domain: 'shop.test', selector: 's1', publicKey: LONG }];
    expect(read(given)).toEqual({ mailDomains: ['shop.test', 'mail.shop.test'], mailKeys, confirms: CONFIRMS });
    expect(mailKeyRecords(mailKeys)).toEqual({ 's1._domainkey.shop.test': `v=DKIM1; k=rsa; p=${LONG}` });
  });

  it.each([
    ['a record', `v=DKIM1; k=rsa; p=${LONG}`],
    ['a PEM', `-----BEGIN PUBLIC KEY-----\n${LONG}\n-----END PUBLIC KEY-----`],
  ])('take a key as %s too', (_, publicKey) => {
    const mailKeys = [{ domain: 'shop.test', selector: 's1', publicKey }];
    expect(read({ mailKeys })?.mailKeys).toEqual([{ domain: 'shop.test', selector: 's1', publicKey: LONG }]);
  });

  const key = (changes: object) => ({
    mailKeys: [{ domain: 'shop.test', selector: 's1', publicKey: LONG, ...changes }],
  });
  const confirms = (changes: object) => ({ confirms: [{ ...CONFIRMS[0], ...changes }] });
  it.each<object>([
    { mailDomains: ['test'] },
    { mailDomains: ['*.shop.test'] },
    { mailDomains: 'shop.test' },
    { mailKeys: {} },
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
  ])('are refused: %j', (settings) => expect(read({ mailDomains: ['shop.test'], ...settings })).toBeUndefined());

  it('need a domain for what is confirmed', () => {
    expect(read({ confirms: CONFIRMS })).toBeUndefined();
  });
});
