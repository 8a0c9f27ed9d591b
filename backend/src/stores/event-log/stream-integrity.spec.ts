import { AT, metadata } from '@supreme-access/test/fixtures/decider-test-kit.js';
import { encode } from '../../event-sourcing/codec.js';
import { asRecorded } from './envelope.js';
import type { RecordedEvent } from './event-log.js';
import { GENESIS } from './hash-chain.js';
import {
  damageOf,
  despiteDamage,
  isOurStream,
  type Link,
  linkAfter,
  placeOf,
  StreamDamaged,
} from './stream-integrity.js';

const STREAM = 'order-1';

function ours(revision: number, previousHash: string): RecordedEvent {
  const place = { stream: STREAM, revision, previousHash, eventId: `e-${revision}`, now: AT };
  const { stored } = encode({ type: 'OrderClosed', data: { revision } }, metadata, place, {});
  return asRecorded(stored, { stream: STREAM, revision, position: revision + 1 });
}

function foreign(revision: number, metadata: unknown = null, data: unknown = { any: 1 }): RecordedEvent {
  return asRecorded({ id: 'f', type: 'Bar', data, metadata }, { stream: STREAM, revision, position: revision + 1 });
}

const first = ours(0, GENESIS);
const second = ours(1, first.metadata.hash);
const begun: Link = { revision: 0, hash: first.metadata.hash };
const altered = { ...second, data: { revision: 7 } };

describe('the damage of a stream', () => {
  it.each<[string, Link | undefined, RecordedEvent, string | null]>([
    ['an event that follows', begun, second, null],
    ['a first event', undefined, first, null],
    ['a stream that begins above revision 0', undefined, second, 'beginning'],
    ['a gap', begun, ours(2, second.metadata.hash), 'gap'],
    ['an event that is read again', begun, first, 'gap'],
    ['altered data', begun, altered, 'hash'],
    ['an event that follows another one', { revision: 0, hash: 'other' }, second, 'hash'],
    ['an event without metadata', begun, foreign(1), 'no-envelope'],
    ['an event whose metadata lack something', begun, foreign(1, { schemaVersion: 1, hash: 'x' }), 'no-envelope'],
    ['binary data under our envelope', begun, foreign(1, second.metadata, new Uint8Array(3)), 'no-envelope'],
    ['a list as data under our envelope', begun, foreign(1, second.metadata, [1]), 'no-envelope'],
    ['a foreign event that is the first', undefined, foreign(0), 'no-envelope'],
  ])('%s', (_, previous, event, reason) => {
    const { revision } = event;
    expect(damageOf(previous, event)).toEqual(reason && { stream: STREAM, revision, reason });
  });

  it.each<[string, Link | undefined, RecordedEvent, string | null]>([
    ['an altered event', begun, altered, null],
    ['a foreign event', begun, foreign(1), null],
    ['a missing beginning', undefined, second, 'beginning'],
    ['a gap', begun, ours(2, second.metadata.hash), 'gap'],
  ])('is accepted for one event, unless something is missing: %s', (_, previous, event, reason) => {
    const accepted = new Set([placeOf(event)]);
    expect(damageOf(previous, event, accepted)?.reason ?? null).toBe(reason);
    expect(damageOf(begun, altered, new Set(['order-2@1', 'order-1@2']))?.reason).toBe('hash');
  });

  it('is over with the event after an accepted one, that follows its hash, or the one before if it has none', () => {
    expect(linkAfter(begun, altered)).toEqual({ revision: 1, hash: second.metadata.hash });
    expect(linkAfter(begun, foreign(1, { hash: 'own' }))).toEqual({ revision: 1, hash: 'own' });
    const link = linkAfter(begun, foreign(1));
    expect(link).toEqual({ revision: 1, hash: first.metadata.hash });
    expect(damageOf(link, ours(2, first.metadata.hash))).toBeNull();
    expect(damageOf(linkAfter(undefined, foreign(0)), ours(1, GENESIS))).toBeNull();
  });
});

describe('what is done for many streams', () => {
  it('is done for the others where one is locked, and reported at the end; any other error ends it', async () => {
    const done: string[] = [];
    const step = async (name: string) => {
      if (name === 'locked') throw new StreamDamaged({ stream: STREAM, revision: 3, reason: 'hash' });
      if (name === 'away') throw new Error('away');
      done.push(name);
    };
    await expect(despiteDamage(['a', 'locked', 'b'], step)).rejects.toThrow('order-1 is locked');
    await expect(despiteDamage(['c', 'away', 'd'], step)).rejects.toThrow('away');
    await despiteDamage(['e'], step);
    expect(done).toEqual(['a', 'b', 'c', 'e']);
  });

  it('is done for some at once, and nothing more is begun after a trouble', async () => {
    const [begun, ends] = [[] as number[], [] as ((error?: Error) => void)[]];
    const step = (one: number) =>
      new Promise<void>((resolve, reject) => {
        begun.push(one);
        ends.push((error) => (error ? reject(error) : resolve()));
      });
    const turn = () => new Promise(setImmediate);
    const doing = despiteDamage([1, 2, 3, 4, 5, 6], step, 3);
    const trouble = expect(doing).rejects.toThrow('away');
    expect(begun).toEqual([1, 2, 3]);
    ends[1]?.();
    await turn();
    expect(begun).toEqual([1, 2, 3, 4]);
    ends[0]?.(new StreamDamaged({ stream: STREAM, revision: 3, reason: 'hash' }));
    ends[2]?.(new Error('away'));
    await turn();
    expect(begun).toEqual([1, 2, 3, 4, 5]);
    for (const end of ends) end();
    await trouble;
    expect(begun).toEqual([1, 2, 3, 4, 5]);
  });
});

describe('a stream of ours', () => {
  it.each([
    ['order-1', true],
    ['system-installation', true],
    ['staff-all', true],
    ['stripe-evt_1', true],
    ['foo-1', false],
    ['order', false],
    ['orders-1', false],
    ['-1', false],
    ['constructor-1', false],
  ])('%s: %s', (name, expected) => expect(isOurStream(name)).toBe(expected));
});
