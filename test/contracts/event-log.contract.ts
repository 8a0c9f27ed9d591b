import { randomUUID } from 'node:crypto';
import { encode } from '../../backend/src/event-sourcing/codec.js';
import {
  type EventLog,
  NO_STREAM,
  type Position,
  type StoredEvent,
  WrongExpectedRevision,
} from '../../backend/src/stores/event-log/event-log.js';
import { chainHash, GENESIS } from '../../backend/src/stores/event-log/hash-chain.js';
import { all, aStream, events, ids } from '../fixtures/event-log.js';
import { integrityPromises } from './event-log-integrity.contract.js';
import { lookingBackPromises } from './event-log-looking-back.contract.js';
import { eventLogProperties } from './event-log-properties.contract.js';
import { latePromises, repeatPromises } from './event-log-repeats.contract.js';
import { subscriptionPromises } from './event-log-subscriptions.contract.js';

export interface OpenedLog {
  log: EventLog;
  /** closes the log and opens what it left; missing where that makes no sense */
  reopen?(): Promise<EventLog>;
  /** what somebody does to a stream in the store itself; missing where a store has nothing of the kind */
  operator?: {
    /** hides the events before a revision */
    cut(stream: string, before: number): void;
    /** hides all of them: the stream can be begun again */
    softDelete(stream: string): void;
    /** for ever */
    tombstone?(stream: string): void;
  };
  /** the next append reaches the store once its caller has given it up and the function that is returned was called, which tells when it did */
  late?(): () => Promise<void>;
  close(): Promise<void>;
}

interface ContractOptions {
  /** ms */
  openWithin?: number;
  /** an append can be given up while it is under way: then the log is opened with `late` */
  givesUp?: boolean;
}

/**
 * Every promise of the `EventLog` port. The log may hold other events: nothing here expects an empty one, but nobody else may
 * write to it meanwhile.
 */
export function eventLogContract(name: string, open: () => Promise<OpenedLog>, options: ContractOptions = {}): void {
  const { openWithin = 60_000, givesUp = false } = options;
  describe(`event log: ${name}`, () => {
    let opened: OpenedLog | undefined;
    beforeAll(async () => {
      opened = await open();
    }, openWithin);
    afterAll(() => opened?.close());
    const log = () => (opened as OpenedLog).log;
    describe('append', () => appendPromises(log));
    describe('the same append again', () => repeatPromises(log));
    if (givesUp) describe('an append that is applied after its caller gave it up', () => latePromises(() => opened));
    describe('bounds', () => boundPromises(log));
    describe('readStream and readAll', () => readPromises(log));
    describe('what this program did not write', () => integrityPromises(log, () => opened?.operator));
    describe('lookBack and at', () => lookingBackPromises(log));
    describe('subscribe', () => subscriptionPromises(log));
    describe('random use', () => eventLogProperties(log));
    describe('opened again', () => {
      it('holds what it held', async () => {
        if (!opened?.reopen) return;
        const stream = aStream();
        await log().append(stream, NO_STREAM, events(3));
        const before = await all(log().readAll());
        opened.log = await opened.reopen();
        expect(await all(log().readAll())).toEqual(before);
        expect(await log().head()).toBe(before.at(-1)?.position);
        expect(await log().append(stream, 2, events(1))).toMatchObject({ revision: 3 });
      });
    });
  });
}

const ORIGIN = { actor: { kind: 'system', id: 'spec' }, commandId: 'c', requestHash: 'r', correlationId: 'c' } as const;
/** What a store might turn, merge, round or reorder. */
const AWKWARD = { b: 0.1 + 0.2, a: 2 ** 53 - 1, '': null, ä: 'e\u0301 \u0000 "\\ 💶', deep: [[], {}, [{ z: -1e-7 }]] };

function appendPromises(log: () => EventLog): void {
  it('gives revisions without gaps and growing positions', async () => {
    const [stream, other] = [aStream(), aStream()];
    const first = await log().append(stream, NO_STREAM, events(2));
    const between = await log().append(other, NO_STREAM, events(1));
    const second = await log().append(stream, 1, events(3));
    expect([first.revision, between.revision, second.revision]).toEqual([1, 0, 4]);
    expect(between.position).toBeGreaterThan(first.position);
    expect(second.position).toBeGreaterThan(between.position);
    expect((await all(log().readStream(stream))).map(({ revision }) => revision)).toEqual([0, 1, 2, 3, 4]);
  });

  it('gives back what it was given', async () => {
    const stream = aStream();
    const [given] = events(1, { text: 'Zoë 💶 \u2028"\\', nested: { list: [1, 2.5, null, true, [{}]] }, empty: '' });
    const { position } = await log().append(stream, NO_STREAM, [given as StoredEvent]);
    expect(await all(log().readStream(stream))).toEqual([{ ...given, stream, revision: 0, position }]);
  });

  it.each([
    ['later than a stream that is new', 0, 3, -1],
    ['past', 2, 0, 1],
    ['yet to come', 2, 5, 1],
    ['none, of a stream that exists', 2, NO_STREAM, 1],
  ])('refuses an expected revision that is %s', async (_, existing, expected, actual) => {
    const stream = aStream();
    if (existing > 0) await log().append(stream, NO_STREAM, events(existing));
    const refused = await log()
      .append(stream, expected, events(1))
      .catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(WrongExpectedRevision);
    expect(refused).toMatchObject({ stream, expected, actual });
    expect(await all(log().readStream(stream))).toHaveLength(existing);
  });

  it('lets exactly one of many racing appends win', async () => {
    const stream = aStream();
    const racing = Array.from({ length: 50 }, () => log().append(stream, NO_STREAM, events(2)));
    const settled = await Promise.allSettled(racing);
    const lost = settled.filter((one) => one.status === 'rejected');
    expect(lost).toHaveLength(49);
    for (const { reason } of lost) expect(reason).toMatchObject({ stream, expected: NO_STREAM, actual: 1 });
    expect(await all(log().readStream(stream))).toHaveLength(2);
  });

  it('takes a chain of appends to one stream that were not awaited one by one', async () => {
    const stream = aStream();
    const chain = await Promise.all(Array.from({ length: 20 }, (_, i) => log().append(stream, i - 1, events(1))));
    expect(chain.map(({ revision }) => revision)).toEqual(Array.from({ length: 20 }, (_, i) => i));
  });

  it('lets one of two writers of the same command win and refuses the other', async () => {
    const stream = aStream();
    const [one, other] = [events(2), events(2)];
    for (const [i, event] of other.entries()) event.metadata.commandId = one[i]?.metadata.commandId ?? '';
    const settled = await Promise.allSettled([one, other].map((some) => log().append(stream, NO_STREAM, some)));
    const [lost] = settled.filter((result) => result.status === 'rejected');
    expect(lost?.reason).toBeInstanceOf(WrongExpectedRevision);
    expect(lost?.reason).toMatchObject({ expected: NO_STREAM, actual: 1 });
    const won = settled[0]?.status === 'fulfilled' ? one : other;
    expect(ids(await all(log().readStream(stream)))).toEqual(ids(won));
  });

  it('gives back events whose hashes chain', async () => {
    const stream = aStream();
    let hash = GENESIS;
    for (let revision = 0; revision < 6; revision += 2) {
      const pair = [0, 1].map((i) => {
        const place = {
          stream,
          revision: revision + i,
          previousHash: hash,
          eventId: randomUUID(),
          now: 1_700_000_000_000,
        };
        const { stored: made } = encode({ type: 'ThingHappened', data: AWKWARD }, ORIGIN, place, {});
        hash = made.metadata.hash;
        return made;
      });
      await log().append(stream, revision - 1, pair);
    }
    let previous = GENESIS;
    for (const event of await all(log().readStream(stream))) {
      expect(event.metadata.hash).toBe(chainHash(previous, stream, event.revision, event));
      previous = event.metadata.hash;
    }
    expect(previous).toBe(hash);
  });

  it('shows events to everyone once the append has resolved', async () => {
    const [stream, after] = [aStream(), await log().head()];
    const { position } = await log().append(stream, NO_STREAM, events(1));
    expect(await log().head()).toBeGreaterThanOrEqual(position);
    expect(await all(log().readStream(stream))).toHaveLength(1);
    expect(await all(log().readAll({ after, limit: 1 }))).toMatchObject([{ stream, position }]);
  });
}

function boundPromises(log: () => EventLog): void {
  it('takes appends of almost 1 MiB and refuses larger ones', async () => {
    const stream = aStream();
    await log().append(stream, NO_STREAM, events(10, { text: 'x'.repeat(100_000) }));
    await expect(log().append(stream, 9, events(11, { text: 'x'.repeat(100_000) }))).rejects.toThrow(RangeError);
    expect(await all(log().readStream(stream))).toHaveLength(10);
  });

  it.each([
    ['too long', `long-${'ü'.repeat(950)}`],
    ['empty', ''],
    ['with a control character', 'order-\u0000'],
    ['that is no Unicode', 'order-\ud800'],
    ['of the system', '$order-1'],
  ])('refuses a stream name %s', async (_, stream) => {
    await expect(log().append(stream, NO_STREAM, events(1))).rejects.toThrow(RangeError);
  });

  it('refuses an event type of the system', async () => {
    const some = events(1).map((event) => ({ ...event, type: '$ThingHappened' }));
    await expect(log().append(aStream(), NO_STREAM, some)).rejects.toThrow(RangeError);
  });

  it('takes a long stream name', async () => {
    const stream = `long-${randomUUID()}-${'ü'.repeat(900)}`;
    await log().append(stream, NO_STREAM, events(1));
    expect(await all(log().readStream(stream))).toMatchObject([{ stream, revision: 0 }]);
  });

  it('refuses an append of nothing, and at no revision', async () => {
    await expect(log().append(aStream(), NO_STREAM, [])).rejects.toThrow(RangeError);
    for (const expected of [-2, 0.5, Number.NaN]) {
      await expect(log().append(aStream(), expected, events(1))).rejects.toThrow(RangeError);
    }
  });
}

function readPromises(log: () => EventLog): void {
  it('reads a stream from a revision on, up to a limit', async () => {
    const stream = aStream();
    for (const [expected, count] of [
      [-1, 3],
      [2, 1],
      [3, 4],
    ] as const)
      await log().append(stream, expected, events(count));
    const revisions = async (options: { from?: number; limit?: number }) =>
      (await all(log().readStream(stream, options))).map(({ revision }) => revision);
    expect(await revisions({})).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect(await revisions({ from: 1, limit: 4 })).toEqual([1, 2, 3, 4]);
    expect(await revisions({ from: 7 })).toEqual([7]);
    expect(await revisions({ from: 8 })).toEqual([]);
    expect(await revisions({ limit: 0 })).toEqual([]);
  });

  it('finds nothing in a stream that does not exist, whatever its neighbours', async () => {
    const stream = aStream();
    await log().append(`${stream}b`, NO_STREAM, events(1));
    await log().append(`${stream}-`, NO_STREAM, events(1));
    expect(await all(log().readStream(stream))).toEqual([]);
    expect(await log().append(stream, NO_STREAM, events(1))).toMatchObject({ revision: 0 });
  });

  it('reads all after a position, exclusive, in the order of the appends', async () => {
    const before = await log().head();
    const streams = [aStream(), aStream()];
    const written: StoredEvent[] = [];
    const results: Position[] = [];
    for (let i = 0; i < 6; i += 1) {
      const some = events(2);
      written.push(...some);
      results.push((await log().append(streams[i % 2] as string, Math.floor(i / 2) * 2 - 1, some)).position);
    }
    const read = await all(log().readAll({ after: before }));
    expect(ids(read)).toEqual(ids(written));
    expect(ids(await all(log().readAll({ after: results[1], limit: 3 })))).toEqual(ids(written.slice(4, 7)));
    expect(ids(await all(log().readAll({ after: read[2]?.position })))).toEqual(ids(written.slice(3)));
    expect(await all(log().readAll({ after: await log().head() }))).toEqual([]);
  });

  it('reads up to the head as it was when it began', async () => {
    const after = await log().head();
    const written = events(2);
    await log().append(aStream(), NO_STREAM, written);
    const reading = log().readAll({ after })[Symbol.asyncIterator]();
    const first = await reading.next();
    await log().append(aStream(), NO_STREAM, events(1));
    const rest = await all({ [Symbol.asyncIterator]: () => reading });
    expect(ids([first.value, ...rest])).toEqual(ids(written));
  });

  it('reads after any position, also one that no event has', async () => {
    const written = events(2);
    const { position } = await log().append(aStream(), NO_STREAM, written);
    expect(ids(await all(log().readAll({ after: position - 1 })))).toEqual(ids(written.slice(1)));
    const whole = await all(log().readAll());
    expect(ids(await all(log().readAll({ after: 1, limit: 3 })))).toEqual(
      ids(whole.filter((event) => event.position > 1)).slice(0, 3),
    );
  });

  it('reads nothing after a position past the end', async () => {
    await log().append(aStream(), NO_STREAM, events(1));
    expect(await all(log().readAll({ after: (await log().head()) + 100_000 }))).toEqual([]);
  });
}
