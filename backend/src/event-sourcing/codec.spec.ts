import { randomBytes } from 'node:crypto';
import type { RecordedEvent, StoredEvent } from '../stores/event-log/event-log.js';
import { chainHash, GENESIS, textOf } from '../stores/event-log/hash-chain.js';
import { assertJson, encode, openPersonal } from './codec.js';
import type { DomainEvent } from './decider.js';

const KEY = randomBytes(32);
const ORIGIN = {
  actor: { kind: 'shopper', id: 'ada' },
  commandId: 'command-1',
  requestHash: '',
  correlationId: 'request-1',
} as const;
const PLACE = { stream: 'order-1', revision: 0, previousHash: GENESIS, eventId: 'event-1', now: 1 };
const EVENT = { type: 'OrderPlaced', data: { personal: { name: 'Ada' } }, subject: 'account-ada' };

const encoded = (event: DomainEvent): StoredEvent => encode(event, ORIGIN, PLACE, {}, KEY).stored;
const recorded = (event: StoredEvent): RecordedEvent => ({ ...event, stream: 'order-1', revision: 0, position: 1 });

describe('what an event holds of a person', () => {
  it('is stored sealed', () => {
    expect(JSON.stringify(encoded(EVENT))).not.toContain('Ada');
  });

  it('is read alike by who has just sealed it and by who finds it in the log', () => {
    const stored = encoded(EVENT);
    expect(openPersonal(recorded(stored), KEY)).toEqual({ name: 'Ada' });
    expect(openPersonal(recorded(JSON.parse(JSON.stringify(stored))), KEY)).toEqual({ name: 'Ada' });
  });

  it.each(['erased', undefined] as const)(
    'is read by nobody whose key is %s, not even by who has just sealed it',
    (key) => {
      expect(openPersonal(recorded(encoded(EVENT)), key)).toBeNull();
    },
  );
});

it('an event is one text for chain and log, the one that anybody makes of it', () => {
  for (const event of [EVENT, { type: 'Said', data: { text: 'a "b" \u2028 ü' } }]) {
    const stored = encoded(event);
    expect(textOf(stored)).toBe(JSON.stringify([stored.id, stored.type, stored.data, stored.metadata]));
    expect(textOf({ ...stored })).toBe(textOf(stored));
    expect(chainHash(PLACE.previousHash, PLACE.stream, PLACE.revision, stored)).toBe(stored.metadata.hash);
  }
});

describe('a value that does not survive JSON', () => {
  it.each([
    ['Placed.price does not survive JSON: NaN', { price: Number.NaN }],
    ['Placed.offset does not survive JSON: 0', { offset: -0 }],
    ['Placed.note does not survive JSON: undefined', { note: undefined }],
    ['Placed.items[1].count does not survive JSON: Infinity', { items: [{ count: 1 }, { count: Infinity }] }],
    [
      'Placed.at does not survive JSON: Thu, 01 Jan 1970',
      { at: { toString: () => 'Thu, 01 Jan 1970', __proto__: {} } },
    ],
  ])('is refused with its place: %s', (message, data) => {
    expect(() => assertJson(data, 'Placed')).toThrow(message);
  });

  it('is distinguished from all that does', () => {
    const data = { text: '', none: null, yes: true, number: -1.5, list: [[], [{}]], inside: { deep: { er: 0 } } };
    expect(() => assertJson(data, 'Placed')).not.toThrow();
  });
});
