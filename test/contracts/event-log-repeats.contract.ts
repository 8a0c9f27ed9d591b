import {
  AppendOutcomeUnknown,
  type AppendResult,
  type EventLog,
  NO_STREAM,
  type StoredEvent,
} from '../../backend/src/stores/event-log/event-log.js';
import { all, aStream, events, ids } from '../fixtures/event-log.js';
import type { OpenedLog } from './event-log.contract.js';

export function repeatPromises(log: () => EventLog): void {
  it('succeeds and changes nothing, also when more has followed', async () => {
    const stream = aStream();
    const [first, second] = [events(2), events(1)];
    const result = await log().append(stream, NO_STREAM, first);
    expect(await log().append(stream, NO_STREAM, first)).toEqual(result);
    const then = await log().append(stream, 1, second);
    expect(await log().append(stream, NO_STREAM, first)).toEqual(result);
    expect(await log().append(stream, 1, second)).toEqual(then);
    expect(ids(await all(log().readStream(stream)))).toEqual(ids([...first, ...second]));
  });

  it('is written once when both are under way together', async () => {
    const stream = aStream();
    const twice = events(3);
    const [one, other] = await Promise.all([1, 2].map(() => log().append(stream, NO_STREAM, twice)));
    expect(one).toEqual(other);
    expect(ids(await all(log().readStream(stream)))).toEqual(ids(twice));
  });

  it('is written once when another append to the stream is under way before it', async () => {
    const stream = aStream();
    const [a, b] = [events(1), events(1)];
    const under = [
      log().append(stream, NO_STREAM, a),
      log().append(stream, 0, b),
      log().append(stream, 0, b),
      log().append(stream, NO_STREAM, a),
    ];
    expect((await Promise.all(under)).map(({ revision }) => revision)).toEqual([0, 1, 1, 0]);
    expect(ids(await all(log().readStream(stream)))).toEqual(ids([...a, ...b]));
  });

  it('is refused when it only partly overlaps', async () => {
    const stream = aStream();
    const [a, b, c] = events(3) as [StoredEvent, StoredEvent, StoredEvent];
    const [x] = events(1) as [StoredEvent];
    await log().append(stream, NO_STREAM, [a, b, c]);
    const wrong = [
      [NO_STREAM, [a, x]],
      [NO_STREAM, [b, c]],
      [NO_STREAM, [a, b, c, x]],
      [1, [c, x]],
      [0, [c, b]],
    ] as const;
    for (const [expected, again] of wrong) {
      await expect(log().append(stream, expected, again)).rejects.toMatchObject({ expected, actual: 2 });
    }
    expect(ids(await all(log().readStream(stream)))).toEqual(ids([a, b, c]));
  });
}

export function latePromises(opened: () => OpenedLog | undefined): void {
  const given = () => {
    const { log, late } = opened() ?? {};
    if (!log || !late) throw new Error('the log was opened without `late`');
    return { log, apply: late(), stream: aStream(), a: events(2), b: events(1) };
  };

  it('is written once, when it was asked for again before', async () => {
    const { log, apply, stream, a, b } = given();
    const result = await withRetries(() => log.append(stream, NO_STREAM, a));
    const then = await withRetries(() => log.append(stream, 1, b));
    await apply();
    expect(ids(await all(log.readStream(stream)))).toEqual(ids([...a, ...b]));
    expect(await log.append(stream, NO_STREAM, a)).toEqual(result);
    expect(await log.append(stream, 1, b)).toEqual(then);
  });

  it('is written once, when it is asked for again afterwards', async () => {
    const { log, apply, stream, a } = given();
    const [result] = await Promise.all([withRetries(() => log.append(stream, NO_STREAM, a)), apply()]);
    expect(result).toMatchObject({ revision: 1 });
    expect(ids(await all(log.readStream(stream)))).toEqual(ids(a));
  });

  it('never stands beside another one that took its place', async () => {
    const { log, apply, stream, a, b } = given();
    const settled = await Promise.allSettled([a, b].map((some) => log.append(stream, NO_STREAM, some)));
    await apply();
    const stored = ids(await all(log.readStream(stream)));
    expect([ids(a), ids(b)]).toContainEqual(stored);
    const appended = [a, b].filter((_, i) => settled[i]?.status === 'fulfilled');
    for (const some of appended) expect(stored).toEqual(ids(some));
  });
}

/** What a caller does whom the log cannot tell: the identical append again. */
async function withRetries(append: () => Promise<AppendResult>): Promise<AppendResult> {
  for (;;) {
    try {
      return await append();
    } catch (error) {
      if (!(error instanceof AppendOutcomeUnknown)) throw error;
    }
  }
}
