import { generateKeyPairSync } from 'node:crypto';
import { readRetailerMail } from './retailer-mail-settings.js';

const keyOf = (modulusLength: number) =>
  generateKeyPairSync('rsa', { modulusLength }).publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
const LONG = keyOf(1_024);
const CONFIRMS = [{ subject: 'Order {number} is confirmed', text: '{any}Thank you for buying {product}.{any}' }];

function read(env: Record<string, string>) {
  const problems: string[] = [];
  const check = (name: string, isFine: boolean, wanted: string) => void (isFine || problems.push(`${name} ${wanted}`));
  return { settings: readRetailerMail((name) => env[name] ?? null, check), problems };
}

describe("the settings of the retailer's mails", () => {
  it('are empty by default: no mail proves anything by itself', () => {
    expect(read({})).toEqual({ settings: { domains: [], keys: {}, confirms: [] }, problems: [] });
  });

  it('name its domains, the keys that are known, and how it confirms', () => {
    const key = { domain: 'Shop.test', selector: 'S1', publicKey: LONG };
    const given = {
      RETAILER_MAIL_DOMAINS: 'shop.test, Mail.Shop.test',
      RETAILER_MAIL_KEYS: JSON.stringify([key]),
      RETAILER_CONFIRMS: JSON.stringify(CONFIRMS),
    };
    const keys = { 's1._domainkey.shop.test': `v=DKIM1; k=rsa; p=${LONG}` };
    const settings = { domains: ['shop.test', 'mail.shop.test'], keys, confirms: CONFIRMS };
    expect(read(given)).toEqual({ settings, problems: [] });
  });

  it.each([
    ['a record', `v=DKIM1; k=rsa; p=${LONG}`],
    ['a PEM', `-----BEGIN PUBLIC KEY-----\n${LONG}\n-----END PUBLIC KEY-----`],
  ])('take a key as %s too', (_, publicKey) => {
    const RETAILER_MAIL_KEYS = JSON.stringify([{ domain: 'shop.test', selector: 's1', publicKey }]);
    expect(read({ RETAILER_MAIL_KEYS }).settings.keys['s1._domainkey.shop.test']).toBe(`v=DKIM1; k=rsa; p=${LONG}`);
  });

  const key = (changes: object) =>
    JSON.stringify([{ domain: 'shop.test', selector: 's1', publicKey: LONG, ...changes }]);
  const confirms = (changes: object) => JSON.stringify([{ ...CONFIRMS[0], ...changes }]);
  it.each<[string, string]>([
    ['RETAILER_MAIL_DOMAINS', 'test'],
    ['RETAILER_MAIL_DOMAINS', 'shop.test, *.shop.test'],
    ['RETAILER_MAIL_DOMAINS', 'https://shop.test'],
    ['RETAILER_MAIL_KEYS', 'banana'],
    ['RETAILER_MAIL_KEYS', '{}'],
    ['RETAILER_MAIL_KEYS', key({ domain: 'test' })],
    ['RETAILER_MAIL_KEYS', key({ selector: '' })],
    ['RETAILER_MAIL_KEYS', key({ publicKey: 'banana' })],
    ['RETAILER_MAIL_KEYS', key({ publicKey: keyOf(768) })],
    ['RETAILER_CONFIRMS', 'Order'],
    ['RETAILER_CONFIRMS', '["Order {number}"]'],
    ['RETAILER_CONFIRMS', confirms({ subject: 'Order confirmed' })],
    ['RETAILER_CONFIRMS', confirms({ text: 'Thank you for buying it.' })],
    ['RETAILER_CONFIRMS', confirms({ text: '{any}' })],
    ['RETAILER_CONFIRMS', confirms({ text: 'You bought {thing}' })],
    ['RETAILER_CONFIRMS', confirms({ from: 'x' })],
  ])('are refused where %s is %s', (name, value) => {
    const { problems } = read({ RETAILER_MAIL_DOMAINS: 'shop.test', [name]: value });
    expect(problems).toEqual([expect.stringMatching(new RegExp(`^${name} must be`))]);
  });

  it('need the domains for what is confirmed', () => {
    expect(read({ RETAILER_CONFIRMS: JSON.stringify(CONFIRMS) }).problems).toEqual([
      'RETAILER_MAIL_DOMAINS is required with RETAILER_CONFIRMS',
    ]);
  });
});
