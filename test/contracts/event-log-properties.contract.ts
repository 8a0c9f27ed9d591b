import fc from 'fast-check';
import {
  type EventLog,
  NO_STREAM,
  type Position,
  type RecordedEvent,
  type StoredEvent,
} from '../../backend/src/stores/event-log/event-log.js';
import { all, aStream, events, ids } from '../fixtures/event-log.js';

const stream = fc.nat(2);
const count = fc.integer({ min: 1, max: 4 });
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ does: fc.constant('append' as const), stream, count }) },
  fc.record({ does: fc.constant('append wrongly' as const), stream, count, off: fc.integer({ min: -4, max: 4 }) }),
  fc.record({ does: fc.constant('repeat' as const), pick: fc.nat() }),
  fc.record({ does: fc.constant('overlap' as const), pick: fc.nat(), cut: fc.nat(), more: count }),
  fc.record({ does: fc.constant('read' as const), stream, from: fc.nat(12), limit: fc.nat(6) }),
  fc.record({ does: fc.constant('read all' as const), pick: fc.nat(), limit: fc.nat(6) }),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

interface Written {
  stream: string;
  expected: number;
  events: StoredEvent[];
  position: Position;
}

class Model {
  readonly streams = [aStream(), aStream(), aStream()];
  readonly written: Written[] = [];
  readonly log: StoredEvent[] = [];
  readonly held = new Map<string, StoredEvent[]>();

  of(stream: string): StoredEvent[] {
    return this.held.get(stream) ?? [];
  }

  add(written: Written): void {
    this.written.push(written);
    this.log.push(...written.events);
    this.held.set(written.stream, [...this.of(written.stream), ...written.events]);
  }
}

export function eventLogProperties(log: () => EventLog): void {
  it('behaves as a list of lists, whatever the calls and their order', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), fc.nat(20), async (steps, from) => {
        const model = new Model();
        const start = await log().head();
        const live = follow(log(), start, () => model.log.length);
        const late: ReturnType<typeof follow>[] = [];
        for (const [i, one] of steps.entries()) {
          await take(log(), model, one, start);
          if (i === from) late.push(follow(log(), start, () => model.log.length));
        }
        for (const follower of [live, ...late]) expect(await follower.seen()).toEqual(ids(model.log));
      }),
      { numRuns: 60 },
    );
  });

  it('shows subscribers each event once and in order while appends go on at once', async () => {
    const rounds = fc.array(fc.array(fc.tuple(stream, count), { minLength: 1, maxLength: 12 }), { maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(rounds, async (all) => {
        const total = all.flat().reduce((sum, [, n]) => sum + n, 0);
        const followers: ReturnType<typeof follow>[] = [];
        const [start, streams] = [await log().head(), [aStream(), aStream(), aStream()]];
        const heads = [NO_STREAM, NO_STREAM, NO_STREAM];
        for (const round of all) {
          followers.push(follow(log(), start, () => total));
          const under = round.map(([k, n]) => {
            const expected = heads[k] ?? NO_STREAM;
            heads[k] = expected + n;
            return log().append(streams[k] ?? '', expected, events(n));
          });
          await Promise.all(under);
        }
        const read = await collect(log().readAll({ after: start }));
        expect(read).toHaveLength(total);
        for (const follower of followers) expect(await follower.seen()).toEqual(ids(read));
        for (const name of streams) {
          const own = read.filter((event) => event.stream === name).map(({ revision }) => revision);
          expect(own).toEqual(own.map((_, i) => i));
        }
      }),
      { numRuns: 30 },
    );
  });
}

const collect = all<RecordedEvent>;

async function take(log: EventLog, model: Model, one: Step, start: Position): Promise<void> {
  if (one.does === 'read') {
    const name = model.streams[one.stream] ?? '';
    const read = await collect(log.readStream(name, { from: one.from, limit: one.limit }));
    return expect(ids(read)).toEqual(ids(model.of(name).slice(one.from, one.from + one.limit)));
  }
  if (one.does === 'append' || one.does === 'append wrongly') {
    const name = model.streams[one.stream] ?? '';
    const right = model.of(name).length - 1;
    const expected = one.does === 'append' ? right : Math.max(NO_STREAM, right + one.off);
    return await write(log, model, name, expected, events(one.count));
  }
  const earlier = model.written[one.pick % model.written.length];
  if (!earlier) return;
  if (one.does === 'read all') {
    const skipped = model.log.indexOf(earlier.events.at(-1) as StoredEvent) + 1;
    const read = await collect(log.readAll({ after: earlier.position, limit: one.limit }));
    expect(start).toBeLessThan(earlier.position);
    return expect(ids(read)).toEqual(ids(model.log.slice(skipped, skipped + one.limit)));
  }
  if (one.does === 'repeat') {
    const result = await log.append(earlier.stream, earlier.expected, earlier.events);
    const revision = earlier.expected + earlier.events.length;
    return expect(result).toEqual({ revision, position: earlier.position });
  }
  const kept = earlier.events.slice(0, one.cut % earlier.events.length);
  await write(log, model, earlier.stream, earlier.expected, [...kept, ...events(one.more)]);
}

async function write(
  log: EventLog,
  model: Model,
  stream: string,
  expected: number,
  some: StoredEvent[],
): Promise<void> {
  const actual = model.of(stream).length - 1;
  const appended = log.append(stream, expected, some);
  if (expected !== actual) return await expect(appended).rejects.toMatchObject({ stream, expected, actual });
  const { revision, position } = await appended;
  expect(revision).toBe(actual + some.length);
  model.add({ stream, expected, events: some, position });
}

function follow(log: EventLog, after: Position, wanted: () => number) {
  const stop = new AbortController();
  const got: RecordedEvent[] = [];
  let check = () => {};
  const running = (async () => {
    for await (const batch of log.subscribe({ after, signal: stop.signal })) {
      got.push(...batch.events);
      check();
    }
  })();
  return {
    async seen(): Promise<string[]> {
      await new Promise<void>((resolve) => {
        check = () => {
          if (got.length >= wanted()) resolve();
        };
        check();
      });
      stop.abort();
      await running;
      return ids(got);
    },
  };
}
