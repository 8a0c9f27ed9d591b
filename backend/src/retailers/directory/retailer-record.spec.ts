import { AT, DAY, decisions, metadata } from '@supreme-access/test/fixtures/decider-test-kit.js';
import {
  ConfigureRetailer,
  type Discovered,
  EndRetailer,
  isChanged,
  isMoved,
  RecordDiscovery,
  type RetailerEvent,
  type RetailerFacts,
  retailer,
} from './retailer-record.js';

const facts: RetailerFacts = {
  name: 'Shop',
  protocol: 'ucp',
  baseUrl: 'https://shop.example',
  version: null,
  keyRecord: 'record-1',
  sellerProfile: 'profile_1',
  shipping: 'cheapest',
  mailDomains: [],
  mailKeys: [],
  confirms: [],
  quirks: [],
};
const says: Discovered = {
  version: '2026-04-08',
  endpoint: 'https://shop.example/ucp',
  capabilities: ['dev.ucp.shopping.checkout'],
  handlers: ['com.stripe.spt'],
  hash: 'hash-1',
};
const { given, fold } = decisions(retailer);
const configure = (changes: Partial<RetailerFacts> = {}) =>
  new ConfigureRetailer('shop', { ...facts, ...changes }, metadata);
const discover = (changes: Partial<Discovered> = {}) => new RecordDiscovery('shop', { ...says, ...changes }, metadata);
const end = (isInUse = false) => new EndRetailer('shop', { isInUse }, metadata);
const configured = (changes: Partial<RetailerFacts> = {}): RetailerEvent => ({
  type: 'RetailerConfigured',
  data: { ...facts, ...changes },
});
const discovered = (hash = 'hash-1', changes: Partial<Discovered> = {}): RetailerEvent => ({
  type: 'RetailerDiscovered',
  data: { ...says, ...changes, hash, readAt: AT },
});
const ended: RetailerEvent = { type: 'RetailerEnded', data: {} };

describe('configuring a retailer', () => {
  it('records it, once', () => given().when(configure()).makesOnce(configured()));
  it('records a change, once', () =>
    given(configured())
      .when(configure({ keyRecord: 'record-2' }))
      .makesOnce(configured({ keyRecord: 'record-2' })));
  it('leaves its protocol as it is', () =>
    given(configured())
      .when(configure({ protocol: 'acp' }))
      .refused('retailer-protocol', 'conflict'));
  it('that was removed is refused', () =>
    given(configured(), ended).when(configure()).refused('retailer-ended', 'conflict'));
});

describe('what a shop says of itself', () => {
  it('is recorded when it is new, once', () => given(configured()).when(discover()).makesOnce(discovered()));
  it('is recorded when it is something else', () =>
    given(configured(), discovered())
      .when(discover({ hash: 'hash-2' }))
      .makes(discovered('hash-2')));
  it('is recorded again a day later, so that everybody sees that it still stands', () =>
    given(configured(), discovered())
      .when(discover(), AT + DAY)
      .makes({ type: 'RetailerDiscovered', data: { ...says, readAt: AT + DAY } }));
  it('of a retailer that was removed is left alone', () => given(configured(), ended).when(discover()).nothing());
  it('of an unknown retailer is refused', () => given().when(discover()).refused('not-found'));

  it('has not changed when it is read first, has when it is something else, and is agreed to by saving again', () => {
    const events = [configured(), discovered(), discovered('hash-2')];
    const after = (count: number) => isChanged(fold(...events.slice(0, count)));
    expect([after(1), after(2), after(3)]).toEqual([false, false, true]);
    given(...events)
      .when(configure())
      .makesOnce(configured());
    expect(isChanged(fold(...events, configured()))).toBe(false);
  });
});

it('is not saved over what its editor has not seen: another save, or something else that the shop says', () => {
  const editing = (revision: number) => new ConfigureRetailer('shop', { ...facts, name: 'Other' }, metadata, revision);
  const other = configured({ name: 'Other' });
  given(configured()).when(editing(1)).makes(other);
  given(configured(), configured({ quirks: ['token-field'] }))
    .when(editing(1))
    .refused('conflict', 'conflict');
  given(configured(), discovered(), discovered('hash-2')).when(editing(1)).refused('conflict', 'conflict');
  given(configured(), discovered(), discovered()).when(editing(1)).makes(other);
});

it('has moved when it names another host than was agreed to, until an operator saves it', () => {
  const other = discovered('hash-2', { endpoint: 'https://elsewhere.example/ucp' });
  const path = discovered('hash-3', { endpoint: 'https://shop.example/v2' });
  expect(isMoved(fold(configured(), discovered()))).toBe(false);
  expect(isMoved(fold(configured(), discovered(), path))).toBe(false);
  expect(isMoved(fold(configured(), discovered(), other))).toBe(true);
  expect(isMoved(fold(configured(), discovered(), other, configured()))).toBe(false);
});

it('has said nothing yet at another address: nothing goes to where the last one sent us', () => {
  const elsewhere = configured({ baseUrl: 'https://elsewhere.example', keyRecord: 'record-2' });
  const { discovered: said, agreedHash, agreedOrigin } = fold(configured(), discovered(), elsewhere);
  expect([said, agreedHash, agreedOrigin]).toEqual([null, null, null]);
  const first = discovered('hash-2', { endpoint: 'https://elsewhere.example/ucp' });
  expect(isMoved(fold(configured(), discovered(), elsewhere, first))).toBe(false);
});

describe('removing a retailer', () => {
  it('ends it, once', () => given(configured()).when(end()).makesOnce(ended));
  it('is refused while a product that is not over names it', () =>
    given(configured()).when(end(true)).refused('retailer-in-use', 'conflict'));
  it('that nobody knows is refused', () => given().when(end()).refused('not-found'));
});
