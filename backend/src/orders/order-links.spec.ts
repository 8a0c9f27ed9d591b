import { AT, DAY, HOUR } from '@supreme-access/test/fixtures/decider-test-kit.js';
import type { Config } from '../config/config.js';
import type { Secrets } from '../stores/vault/secrets.js';
import { guestUntil, OrderLinks } from './order-links.js';

describe('how long a guest’s link is good', () => {
  it.each([
    ['ninety days from the reservation where no release is known', null, AT + 90 * DAY],
    ['ninety days from the reservation where the order ends before', AT + HOUR, AT + 90 * DAY],
    ['ninety days where the order ends at that moment', AT + 87 * DAY, AT + 90 * DAY],
    ['a moment more where the order ends a moment later', AT + 87 * DAY + 1, AT + 90 * DAY + 1],
    ['until the order has ended where the release is far off', AT + 200 * DAY, AT + 203 * DAY],
  ])('is %s', (_, releaseAt, until) => {
    expect(guestUntil(AT, releaseAt)).toBe(until);
  });
});

describe('a signed link to an order', () => {
  let now = AT;
  const given = (secret = 'a secret of the vault') =>
    new OrderLinks(
      { get: () => secret } as unknown as Secrets,
      { publicUrl: 'https://shop.example' } as Config,
      () => now,
      { receiptOf: async () => null },
    );
  const tokenOf = (url: string) => url.slice('https://shop.example/action/'.length);
  const until = AT + 90 * DAY;
  beforeEach(() => {
    now = AT;
  });

  it('opens to its last millisecond, and not as its time comes', () => {
    const links = given();
    const token = tokenOf(links.toGuest('order-1', until));
    now = until - 1;
    expect(links.open(token)).toEqual({ purpose: 'withdraw', orderId: 'order-1' });
    now = until;
    expect(() => links.open(token)).toThrow(expect.objectContaining({ code: 'link-expired', kind: 'gone' }));
  });

  it('is the same however often it is mailed, and another one for another time', () => {
    const links = given();
    expect(links.toGuest('order-1', until)).toBe(given().toGuest('order-1', until));
    expect(links.toGuest('order-1', until)).not.toBe(links.toGuest('order-1', until + 1));
  });

  it('to the fee is good until the order closes, and never where no closing is set', () => {
    const links = given();
    const token = tokenOf(links.toFee('order-1', { closesAt: AT + 72 * HOUR }));
    now = AT + 72 * HOUR - 1;
    expect(links.open(token)).toEqual({ purpose: 'fee', orderId: 'order-1' });
    now = AT + 72 * HOUR;
    expect(() => links.open(token)).toThrow(expect.objectContaining({ code: 'link-expired' }));
    const never = tokenOf(links.toFee('order-1', { closesAt: null }));
    expect(() => links.open(never)).toThrow(expect.objectContaining({ code: 'link-expired' }));
  });

  it('opens a guest’s order by their own link, and not by the one to a fee', () => {
    const links = given();
    expect(links.openGuest(tokenOf(links.toGuest('order-1', until)))).toBe('order-1');
    const fee = tokenOf(links.toFee('order-1', { closesAt: until }));
    for (const opens of [() => links.openGuest(fee), () => links.openExpiredGuest(fee)])
      expect(opens).toThrow(expect.objectContaining({ code: 'link-invalid' }));
  });

  it('opens nothing once its time, order or purpose was altered, also when it is over', () => {
    const links = given();
    const [, signature] = tokenOf(links.toGuest('order-1', until)).split('.');
    const invalid = expect.objectContaining({ code: 'link-invalid', kind: 'not-found' });
    for (const payload of [
      ['withdraw', 'order-1', until + DAY],
      ['withdraw', 'order-2', until],
      ['fee', 'order-1', until],
      ['withdraw', 'order-1', AT - 1],
    ]) {
      const altered = Buffer.from(JSON.stringify(payload)).toString('base64url');
      expect(() => links.open(`${altered}.${signature}`)).toThrow(invalid);
    }
    for (const nothing of ['', '.', 'a.b', String(signature)]) expect(() => links.open(nothing)).toThrow(invalid);
  });

  it('opens nowhere else', () => {
    const token = tokenOf(given('another vault’s').toGuest('order-1', until));
    expect(() => given().open(token)).toThrow(expect.objectContaining({ code: 'link-invalid' }));
  });
});
