import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { eventLogContract } from '@supreme-access/test/contracts/event-log.contract.js';
import { Children } from '@supreme-access/test/fixtures/child-process.js';
import { all, events } from '@supreme-access/test/fixtures/event-log.js';
import { openedIn } from '@supreme-access/test/fixtures/opened-in.js';
import { AppendOutcomeUnknown, type EventLog, NO_STREAM } from './event-log.js';
import { openLmdbEventLog } from './lmdb-event-log.js';

eventLogContract('LMDB', async () => {
  const { now, reopen, close } = await openedIn((directory) => openLmdbEventLog(directory));
  return { log: now, reopen, close };
});

describe('the log in LMDB', () => {
  let children: Children;
  beforeAll(async () => {
    children = await Children.compile(['stores', 'stores/event-log', 'telemetry']);
  });
  afterAll(() => children.close());

  it('hands a reader over from the disk to live events without a gap, also one that falls behind', async () => {
    const log = await openLmdbEventLog(await mkdtemp(join(children.directory, 'log-')));
    const append = (i: number) => log.append('thing-1', i * 500 - 1, events(500));
    for (let i = 0; i < 20; i += 1) await append(i);
    const starts = [0, 1, 9_999, 10_000];
    const followers = starts.map((after) => positions(log, after, 25_000));
    const slow = positions(log, 0, 25_000, () => log.readStream('thing-1')[Symbol.asyncIterator]().next());
    for (let i = 20; i < 50; i += 1) await append(i);
    const seen = await Promise.all(followers);
    for (const [i, after] of starts.entries()) expect(seen[i]).toEqual(range(after + 1, 25_000));
    expect(await slow).toEqual(range(1, 25_000));
    await log.close();
  });

  it('takes thousands of appends at once', async () => {
    const log = await openLmdbEventLog(await mkdtemp(join(children.directory, 'log-')));
    const appends = range(1, 5_000).map((i) => log.append(`thing-${i}`, NO_STREAM, events(1)));
    expect((await Promise.all(appends)).map(({ position }) => position)).toEqual(range(1, 5_000));
    const streams = (await all(log.readAll())).map(({ stream }) => stream);
    expect(streams).toEqual(range(1, 5_000).map((i) => `thing-${i}`));
    await log.close();
  });

  it('reads a batch once for all of its events that are asked for by themselves', async () => {
    const log = await openLmdbEventLog(await mkdtemp(join(children.directory, 'log-')));
    await log.append('thing-1', NO_STREAM, events(500));
    await log.append('thing-1', 499, events(1));
    const parse = jest.spyOn(JSON, 'parse');
    const found = await Promise.all(range(1, 501).map((position) => log.at(position)));
    expect(parse).toHaveBeenCalledTimes(2);
    parse.mockRestore();
    expect(found).toEqual(await all(log.readAll()));
    await log.close();
  });

  it('keeps every acknowledged event of a process that is killed', async () => {
    const directory = await mkdtemp(join(children.directory, 'log-'));
    let acknowledged = 0;
    for (let round = 0; round < 3; round += 1) {
      const child = children.start(APPENDING, [directory, String(round)]);
      await child.printed(100 + round * 50);
      await child.kill();
      const log = await openLmdbEventLog(directory);
      const held = await all(log.readAll());
      const heads = new Map(held.map(({ stream, revision }) => [stream, revision]));
      for (const line of child.lines) {
        const [stream = '', revision] = line.split(' ');
        expect(heads.get(stream)).toBeGreaterThanOrEqual(Number(revision));
      }
      expect(held.map(({ position }) => position)).toEqual(range(1, held.length));
      expect(held.length).toBeGreaterThanOrEqual(acknowledged + child.lines.length);
      acknowledged = held.length;
      await log.close();
    }
  });

  it('refuses appends that do not fit on the disk, keeps what it had, and goes on', async () => {
    const directory = await mkdtemp(join(children.directory, 'log-'));
    const child = children.start(FILLING, [directory], 2_048);
    await child.ended;
    expect(child.errors).not.toContain('Unhandled');
    const { acknowledged, error, head, small } = JSON.parse(child.lines.at(-1) ?? '');
    expect(error).toContain('the store could not write');
    expect(acknowledged).toBeGreaterThan(0);
    expect(head).toBe(acknowledged);
    const log = await openLmdbEventLog(directory);
    const held = await all(log.readAll());
    expect(held).toHaveLength(acknowledged + small);
    await log.close();
  });

  it('notices another writer and then answers nothing that could be wrong', async () => {
    const directory = await mkdtemp(join(children.directory, 'log-'));
    const [one, other] = [await openLmdbEventLog(directory), await openLmdbEventLog(directory)];
    await one.append('thing-1', NO_STREAM, events(1));
    await expect(other.append('thing-2', NO_STREAM, events(1))).rejects.toThrow(AppendOutcomeUnknown);
    await expect(other.append('thing-3', NO_STREAM, events(1))).rejects.toThrow('another process');
    await one.append('thing-1', 0, events(1));
    expect(await all(one.readAll())).toMatchObject([{ stream: 'thing-1' }, { stream: 'thing-1' }]);
    await one.close();
    await other.close();
  });

  it('finishes what is under way when it is closed, and refuses what comes later', async () => {
    const directory = await mkdtemp(join(children.directory, 'log-'));
    const log = await openLmdbEventLog(directory);
    const subscription = log.subscribe({ after: 0, signal: new AbortController().signal })[Symbol.asyncIterator]();
    await subscription.next();
    const appends = [0, 1, 2].map((i) => log.append(`thing-${i}`, NO_STREAM, events(1)));
    await Promise.all([log.close(), ...appends]);
    await expect(log.append('thing-9', NO_STREAM, events(1))).rejects.toThrow('closed');
    await expect(all(log.readAll())).rejects.toThrow('closed');
    await expect(all(log.readStream('thing-1'))).rejects.toThrow('closed');
    const again = await openLmdbEventLog(directory);
    expect(await all(again.readAll())).toHaveLength(3);
    await again.close();
  });
});

const CHILD = `
  import { randomUUID } from 'node:crypto';
  import { openLmdbEventLog } from './stores/event-log/lmdb-event-log.js';
  const [directory, round] = process.argv.slice(1);
  const log = await openLmdbEventLog(directory);
  const event = (size) => ({ id: randomUUID(), type: 'ThingHappened', data: { text: 'x'.repeat(size) }, metadata: {} });
`;

/** Appends to eight streams at once, for ever, and prints what was acknowledged. */
const APPENDING = `${CHILD}
  await Promise.all(Array.from({ length: 8 }, async (_, k) => {
    for (let revision = -1; ; ) {
      ({ revision } = await log.append('thing-' + round + '-' + k, revision, [event(300), event(300)]));
      process.stdout.write('thing-' + round + '-' + k + ' ' + revision + '\\n');
    }
  }));
`;

/** Appends until the file may not grow, then once more, little. */
const FILLING = `${CHILD}
  let [acknowledged, error, head, small] = [0, '', 0, 0];
  while (!error) {
    try {
      await log.append('thing-1', acknowledged - 1, [event(50_000)]);
      acknowledged += 1;
    } catch (failure) {
      error = String(failure);
      head = await log.head();
    }
  }
  try {
    await log.append('thing-1', acknowledged - 1, [event(10)]);
    small = 1;
  } catch {}
  console.log(JSON.stringify({ acknowledged, error, head, small }));
  process.exit(0);
`;

async function positions(log: EventLog, after: number, until: number, pause?: () => Promise<unknown>) {
  const stop = new AbortController();
  const seen: number[] = [];
  for await (const batch of log.subscribe({ after, signal: stop.signal })) {
    for (const { position } of batch.events) seen.push(position);
    if (seen.at(-1) === until) stop.abort();
    await pause?.();
  }
  return seen;
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, i) => from + i);
}
