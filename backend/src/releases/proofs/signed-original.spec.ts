import {
  base64,
  forwarding,
  KEYS,
  SELECTOR,
  SHOP,
  type Signing,
  signed,
  WEAK,
  type Written,
  written,
} from '@supreme-access/test/fixtures/signed-mails.js';
import { originalsIn, wholeMail } from './originals.js';
import { verdictOn } from './signed-original.js';

const NOW = Date.UTC(2026, 10, 21, 13);
const queries: string[] = [];
const records: Record<string, string> = {
  [`${SELECTOR}._domainkey.${SHOP}`]: KEYS.record,
  [`weak._domainkey.${SHOP}`]: WEAK.record,
  [`${SELECTOR}._domainkey.evil.test`]: KEYS.record,
};
const trust = {
  domains: [SHOP],
  now: NOW,
  resolve: async (name: string) => {
    queries.push(name);
    if (name.startsWith('away.')) throw Object.assign(new Error('timed out'), { code: 'ETIMEOUT' });
    const record = records[name];
    if (record === undefined) throw Object.assign(new Error('none'), { code: 'ENOTFOUND' });
    return [[record]];
  },
};
beforeEach(() => {
  queries.length = 0;
});
const verdict = (message: string, changes: object = {}) => verdictOn(Buffer.from(message), { ...trust, ...changes });
const kindOf = async (message: string, changes?: object) => (await verdict(message, changes)).kind;

describe('a message', () => {
  it('that the retailer signed is its word: whom it is for, when, and what it says', async () => {
    expect(await verdict(await signed(written()))).toEqual({
      kind: 'signed',
      mail: {
        to: 'ada@example.test',
        subject: 'Your order SUP-7 is confirmed',
        text: 'Thank you!\n',
        date: Date.UTC(2026, 10, 21, 12, 5),
        sha256: expect.stringMatching(/^[\w-]{43}$/),
      },
    });
  });

  it('of HTML alone is read', async () => {
    const html = written({ text: '<p>Thank <b>you</b>!</p>', more: ['Content-Type: text/html'] });
    expect(await verdict(await signed(html))).toMatchObject({ mail: { text: 'Thank you!' } });
  });

  it('may come from below the domain that signs', async () => {
    expect(await kindOf(await signed(written({ from: `orders@mail.${SHOP}` })))).toBe('signed');
  });

  it('that was signed by another domain too is proof all the same', async () => {
    expect(await kindOf(await signed(await signed(written()), { domain: 'mailer.test' }))).toBe('signed');
    expect(queries).toEqual([`${SELECTOR}._domainkey.${SHOP}`]);
  });

  it.each<[string, Written, Signing]>([
    ['by a domain that is not trusted', {}, { domain: 'evil.test' }],
    ['by a domain below a trusted one', {}, { domain: `evil.${SHOP}` }],
    ['for an address of another domain', { from: 'orders@evil.test' }, {}],
    ['for two senders', { from: `orders@${SHOP}, eve@evil.test` }, {}],
    ['for two receivers', { to: 'ada@example.test, eve@evil.test' }, {}],
    ['without its From', {}, { headers: 'To:Subject:Date' }],
    ['without its To', {}, { headers: 'From:Subject:Date' }],
    ['without its Subject', {}, { headers: 'From:To:Date' }],
    ['without its Date', {}, { headers: 'From:To:Subject' }],
    ['without how it is to be read', { more: ['Content-Type: text/html'] }, { headers: 'From:To:Subject:Date' }],
    ['with a weak key', {}, { selector: 'weak', pem: WEAK.pem }],
    ['with a key that nobody publishes', {}, { selector: 'gone' }],
    ['by SHA-1', {}, { algorithm: 'rsa-sha1' }],
    ['but for the end of its body', {}, { maxBodyLength: 5 }],
    ['with a second Subject', { more: ['Subject: Your order SUP-8 is confirmed'] }, {}],
    ['with a second To', { more: ['To: eve@evil.test'] }, {}],
  ])('signed %s is no proof', async (_, mail, signing) => {
    expect(await kindOf(await signed(written(mail), signing))).toBe('unsigned');
  });

  it.each<[string, (message: string) => string]>([
    ['text', (message) => message.replace('Thank', 'Shank')],
    ['end', (message) => `${message}And more.\r\n`],
    ['subject', (message) => message.replace('SUP-7', 'SUP-8')],
    ['receiver', (message) => message.replace('ada@', 'eve@')],
    ['date', (message) => message.replace('12:05', '12:06')],
    ['headers, by a second From,', (message) => `From: orders@${SHOP}\r\n${message}`],
    ['signature', (message) => message.replace(/^DKIM-Signature/, 'X-Signature')],
    ['reading', (message) => message.replace('\r\nMIME-Version:', '\r\nContent-Type: text/html\r\nMIME-Version:')],
  ])('whose %s was changed is no proof', async (_, change) => {
    expect(await kindOf(change(await signed(written())))).toBe('unsigned');
  });

  it('is to be asked again for where its key cannot be asked for just now', async () => {
    expect(await kindOf(await signed(written(), { selector: 'away' }))).toBe('later');
  });

  it('proves nothing where no domain is trusted, and nobody is asked', async () => {
    expect(await kindOf(await signed(written()), { domains: [] })).toBe('unsigned');
    expect(await kindOf(await signed(written(), { domain: 'evil.test' }))).toBe('unsigned');
    expect(queries).toEqual([]);
  });

  it('of more than 256 kB, or with signatures without end, is looked at no further', async () => {
    expect(await kindOf(await signed(written({ text: 'x'.repeat(300_000) })))).toBe('unsigned');
    const many = 'DKIM-Signature: v=1; a=rsa-sha256; d=shop.test; s=s1; h=from; bh=x; b=x\r\n'.repeat(11);
    expect(await kindOf(many + (await signed(written())))).toBe('unsigned');
    expect(queries).toEqual([]);
  });
});

describe('the original in a mail', () => {
  const found = async ({ raw, text }: { raw?: string; text?: string }) => originalsIn(await wholeMail(raw), text);

  it.each(['message', 'file', 'inline'] as const)('is found as it was signed: as %s', async (how) => {
    const original = await signed(written());
    const [first] = await found({ raw: base64(forwarding(original, how)) });
    expect((await verdictOn(first ?? Buffer.alloc(0), trust)).kind).toBe('signed');
  });

  it('is the mail itself where it was passed on as it came', async () => {
    const [first] = await found({ raw: base64(await signed(written())) });
    expect((await verdictOn(first ?? Buffer.alloc(0), trust)).kind).toBe('signed');
  });

  it('is found in the text that came along', async () => {
    const text = `Here it is:\n\n${(await signed(written())).replaceAll('\r\n', '\n')}`;
    const [first] = await found({ text });
    expect((await verdictOn(first ?? Buffer.alloc(0), trust)).kind).toBe('signed');
  });

  it.each([
    ['nothing', {}],
    ['no base64', { raw: '%%%' }],
    ['a forward that only quotes', { raw: base64(forwarding('From: a@b.test\r\nSubject: x\r\n\r\nx', 'inline')) }],
    ['a word about signatures', { text: 'The DKIM-Signature: is missing.' }],
  ])('is none in %s', async (_, mail) => {
    expect(await found(mail)).toEqual([]);
  });
});
