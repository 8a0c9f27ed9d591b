import { createHash } from 'node:crypto';
import { aPurchase, KEY } from '@supreme-access/test/fixtures/retailer.js';
import type { HttpCall } from '../../http/outgoing/http-calls.js';
import type { Purchase } from '../retailer.js';
import { OwnRetailer } from './own-retailer.js';

const receipt = 'Order 77\nReference a:1\n';
const order = {
  number: '77',
  placedAt: '2026-05-01T11:00:00.000Z',
  productId: 'forest-jacket',
  size: 'm',
  style: 'Forest',
  receipt,
  sha256: createHash('sha256').update(receipt).digest('hex'),
};
const sold = { reference: 'a:1', outcome: 'succeeded', order };
const refused = { reference: 'a:1', outcome: 'refused', reason: 'sold-out', retryable: false };
const signal = new AbortController().signal;

/** A client whose peer answers this, whatever it is asked. */
function hearing(body: unknown, status = 200, retryAfter?: string): OwnRetailer {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return new OwnRetailer({
    url: 'https://retailer.example/v1/',
    key: KEY,
    send: async () => ({ status, retryAfter, text, headers: { date: 'Sat, 28 Nov 2026 23:00:00 GMT' } }),
  });
}
const submitted = (body: unknown, status?: number, retryAfter?: string) =>
  hearing(body, status, retryAfter).buy(aPurchase('a:1'), signal);

describe('an answer to a submission', () => {
  it('is a sale when reference, order and receipt agree', async () => {
    expect(await submitted(sold)).toMatchObject({ kind: 'succeeded', orderNumber: '77', sha256: order.sha256 });
  });

  it.each([
    ['no JSON', 'OK'],
    ['nothing', ''],
    ['a list', [sold]],
    ['another reference', { ...sold, reference: 'a:2' }],
    ['no reference', { outcome: 'succeeded', order }],
    ['an outcome we do not know', { ...sold, outcome: 'accepted' }],
    ['no order', { ...sold, order: undefined }],
    ['no order number', { ...sold, order: { ...order, number: '' } }],
    ['a number instead of a text', { ...sold, order: { ...order, number: 77 } }],
    ['no receipt', { ...sold, order: { ...order, receipt: undefined } }],
    ['a receipt that is not the one hashed', { ...sold, order: { ...order, receipt: `${receipt} ` } }],
    ['no hash', { ...sold, order: { ...order, sha256: undefined } }],
    ['no time', { ...sold, order: { ...order, placedAt: 'today' } }],
    ['another size than we asked for', { ...sold, order: { ...order, size: 'l' } }],
    ['another product than we asked for', { ...sold, order: { ...order, productId: 'cap' } }],
    ['a size nobody knows', { ...sold, order: { ...order, size: 'M' } }],
    ['a refusal without a reason', { ...refused, reason: undefined }],
    ['a refusal that does not say whether to retry', { ...refused, retryable: 'no' }],
    ['never seen, of what we have just sent', { reference: 'a:1', outcome: 'never-seen' }],
    ['our own words for not knowing', { kind: 'unknown', cause: 'aborted' }],
  ])('is unknown when it is %s', async (_what, body) => {
    expect(await submitted(body)).toEqual({ kind: 'unknown', cause: 'malformed' });
  });

  it("is unknown when the receipt speaks of somebody else's reference", async () => {
    const other = 'Order 77\nReference b:1\n';
    const sha256 = createHash('sha256').update(other).digest('hex');
    const body = { ...sold, order: { ...order, receipt: other, sha256 } };
    expect(await submitted(body)).toEqual({ kind: 'unknown', cause: 'malformed' });
  });

  it('is a refusal for another reason when the reason is new to us', async () => {
    const said = async (reason: string) => submitted({ ...refused, reason, retryable: true });
    expect(await said('moon-phase')).toEqual({ kind: 'refused', reason: 'other: moon-phase', retryable: true });
    // One of our own words decides nothing when a retailer says it, and what may be about a person is not kept.
    expect(await said('code-gone')).toMatchObject({ reason: 'other: code-gone' });
    expect(await said('Ada Lovelace lives elsewhere')).toMatchObject({ reason: 'other' });
  });

  it('is unknown while it is in progress', async () => {
    const body = { reference: 'a:1', outcome: 'in-progress' };
    expect(await submitted(body)).toEqual({ kind: 'unknown', cause: 'in-progress' });
    expect(await hearing(body).lookUp({ reference: 'a:1' }, signal)).toEqual({ kind: 'in-progress' });
  });

  it.each([
    [201, 'rejected'],
    [400, 'rejected'],
    [401, 'unauthorized'],
    [403, 'unauthorized'],
    [404, 'rejected'],
    [409, 'rejected'],
    [500, 'server-error'],
    [503, 'busy'],
    [504, 'server-error'],
  ])('is never definite with status %i, whatever it says', async (status, cause) => {
    expect(await submitted(sold, status)).toEqual({ kind: 'unknown', cause });
    expect(await submitted(refused, status)).toEqual({ kind: 'unknown', cause });
  });

  it.each([
    ['7', 7_000],
    ['999999', 3_600_000],
    ['soon', undefined],
    ['Sat, 28 Nov 2026 23:00:20 GMT', 20_000],
    ['Sun, 29 Nov 2026 23:00:00 GMT', 3_600_000],
    ['Sat, 28 Nov 2026 22:59:00 GMT', undefined],
  ])('says when to come again: %s', async (header, retryAfterMs) => {
    const answer = await submitted({}, 429, header);
    expect(answer).toEqual({ kind: 'unknown', cause: 'busy', ...(retryAfterMs && { retryAfterMs }) });
  });
});

describe('an answer about a product', () => {
  const product = { productId: 'cap', title: 'Cap', opensAt: null, stock: [{ size: 'os', style: 'Red', quantity: 2 }] };

  it('leaves out lines that are no stock', async () => {
    const odd = [{ size: 'huge', style: 'Red', quantity: 2 }, { size: 's', style: 'Red', quantity: -1 }, null];
    const answer = await hearing({ ...product, stock: [...product.stock, ...odd] }).listing(
      { productId: 'cap', styles: [] },
      signal,
    );
    expect(answer).toEqual({ kind: 'listed', ...product });
  });

  it('is unknown when it is of another product or opens at no time', async () => {
    const malformed = { kind: 'unknown', cause: 'malformed' };
    expect(await hearing(product).listing({ productId: 'hat', styles: [] }, signal)).toEqual(malformed);
    expect(await hearing({ ...product, opensAt: 'later' }).listing({ productId: 'cap', styles: [] }, signal)).toEqual(
      malformed,
    );
    expect(await hearing({ ...product, opensAt: 5 }).listing({ productId: 'cap', styles: [] }, signal)).toEqual(
      malformed,
    );
  });

  it('tells a product that is not there from a path that is not there', async () => {
    const gone = await hearing({ error: 'no-such-product' }, 404).listing({ productId: 'cap', styles: [] }, signal);
    expect(gone).toEqual({ kind: 'no-such-product' });
    expect(await hearing('', 404).listing({ productId: 'cap', styles: [] }, signal)).toEqual({
      kind: 'unknown',
      cause: 'rejected',
    });
  });
});

describe('the client', () => {
  it('sends what the protocol names and nothing else', async () => {
    const seen: HttpCall[] = [];
    const send = async (call: HttpCall) => {
      seen.push(call);
      return { status: 200, retryAfter: undefined, text: JSON.stringify(sold) };
    };
    const client = new OwnRetailer({ url: 'https://retailer.example/v1/', key: KEY, send });
    await client.buy({ ...aPurchase('a:1'), accountId: 'secret' } as Purchase, signal);
    const [sent] = seen;
    expect(sent).toMatchObject({ method: 'PUT', path: '/v1/checkouts/a%3A1' });
    expect(Object.keys(JSON.parse(String(sent?.body)))).toEqual(
      'productId size style shipping billing email phone card'.split(' '),
    );
  });

  it('refuses an address that would carry cards in clear, and a key that fits no header', () => {
    expect(() => new OwnRetailer({ url: 'http://retailer.example', key: KEY })).toThrow('https');
    expect(() => new OwnRetailer({ url: 'http://127.0.0.1:1', key: 'two words' })).toThrow('key');
    for (const here of ['127.0.0.1', '127.0.0.2', '[::1]', 'localhost'])
      expect(() => new OwnRetailer({ url: `http://${here}:1`, key: KEY })).not.toThrow();
  });

  it('answers unknown when nobody listens', async () => {
    const client = new OwnRetailer({ url: 'http://127.0.0.1:1', key: KEY });
    expect(await client.close({ reference: 'a:1' }, signal)).toEqual({
      kind: 'unknown',
      cause: 'connection',
      isUnsent: true,
    });
    const gaveUp = AbortSignal.abort();
    expect(await client.lookUp({ reference: 'a:1' }, gaveUp)).toEqual({ kind: 'unknown', cause: 'aborted' });
  });
});
