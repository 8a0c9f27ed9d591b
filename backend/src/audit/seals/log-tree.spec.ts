import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rootOver, SealedLog } from '@supreme-access/test/fixtures/sealed-log.js';
import { HASHING } from '../../../../verifiers/page/hashing.mjs';
import { rootByInclusion } from '../../../../verifiers/proofs.mjs';
import type { RecordedEvent } from '../../stores/event-log/event-log.js';
import { blockFile, LogChanged, LogTree } from './log-tree.js';

const COUNT = 1_100;
const whole = new SealedLog();
for (let at = 0; at < COUNT; at += 1) whole.add(`order-${at}`, 'OrderPlaced', { at });
const { events } = whole;

/** As much of the log as there is at the moment, and how many events were read of it. */
class Growing {
  read = 0;
  constructor(public there: readonly RecordedEvent[]) {}

  async *readAll({ after = 0, limit = Number.POSITIVE_INFINITY } = {}) {
    const wanted = this.there.filter(({ position }) => position > after).slice(0, limit);
    for (const event of wanted) {
      this.read += 1;
      yield event;
    }
  }
}

describe('the tree over the log', () => {
  let directory = '';
  let file = '';
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'tree-'));
    file = join(directory, 'seals', 'blocks');
  });
  afterEach(() => rm(directory, { recursive: true }));

  async function grown(source: Growing): Promise<LogTree> {
    const tree = new LogTree(source, blockFile(file));
    await tree.reachEnd();
    return tree;
  }

  it('has the root of the log at every size, however it grew', async () => {
    const source = new Growing(events.slice(0, 5));
    const tree = await grown(source);
    source.there = events.slice(0, 700);
    await tree.reachEnd();
    source.there = events;
    await tree.reachEnd();
    expect([tree.size, tree.position]).toEqual([COUNT, events.at(-1)?.position]);
    for (const size of [1, 5, 255, 256, 257, 512, 700, 1_024, COUNT]) {
      expect([size, await tree.root(size)]).toEqual([size, rootOver(events.slice(0, size))]);
    }
  });

  it('reads after a start only what its file does not hold', async () => {
    await grown(new Growing(events.slice(0, 800)));
    const source = new Growing(events);
    const tree = await grown(source);
    expect(await tree.root(COUNT)).toBe(rootOver(events));
    expect(source.read).toBeLessThan(COUNT);
  });

  it('keeps in its file what it had read before the log could not be read on', async () => {
    const source = new Growing(events.slice(0, 300));
    const tree = await grown(source);
    source.there = events;
    const reading = source.readAll.bind(source);
    source.readAll = async function* (range) {
      for await (const event of reading(range)) {
        if (source.read > 600) throw new Error('the store is away');
        yield event;
      }
    };
    await expect(tree.reachEnd()).rejects.toThrow('the store is away');
    source.readAll = reading;
    await tree.reachEnd();
    const after = await grown(new Growing(events));
    expect([after.size, await after.root(COUNT)]).toEqual([COUNT, rootOver(events)]);
  });

  it('has each block once in a file that several processes write', async () => {
    const source = new Growing(events.slice(0, 300));
    const trees = [await grown(source), await grown(source)];
    source.there = events;
    await Promise.all(trees.map((tree) => tree.reachEnd()));
    const after = await grown(source);
    expect([after.size, await after.root(COUNT)]).toEqual([COUNT, rootOver(events)]);
    expect(await after.indexOf(events[700]?.position ?? 0)).toBe(700);
  });

  it.each<[string, () => Promise<unknown>]>([
    ['half written', () => appendFile(file, 'half')],
    ['lost', () => rm(file)],
  ])('is whole again where its file is %s', async (_what, harm) => {
    await grown(new Growing(events.slice(0, 800)));
    await harm();
    const tree = await grown(new Growing(events));
    expect(await tree.root(COUNT)).toBe(rootOver(events));
    expect((await readFile(file)).length % 40).toBe(0);
  });

  it('does not take the file of another log for its own', async () => {
    await grown(new Growing(events));
    const others = new SealedLog();
    for (let at = 0; at < 600; at += 1) others.add('product-hoodie', 'ProductEdited', { at });
    const tree = await grown(new Growing(others.events));
    expect([tree.size, await tree.root(600)]).toEqual([600, rootOver(others.events)]);
  });

  it('notices that an event is not the one that was read before', async () => {
    const source = new Growing(events);
    const tree = await grown(source);
    source.there = events.map((event, at) =>
      at === 300 ? { ...event, metadata: { ...event.metadata, hash: 'A'.repeat(43) } } : event,
    );
    await expect(tree.inclusion(310, COUNT)).rejects.toThrow(LogChanged);
  });

  it('shows where an event is, and that it is in there', async () => {
    const source = new Growing(events);
    const tree = await grown(source);
    for (const [index, size] of [
      [0, 1],
      [3, 700],
      [256, 257],
      [699, 700],
      [1_099, COUNT],
    ] as const) {
      const event = events[index] as RecordedEvent;
      source.read = 0;
      expect(await tree.indexOf(event.position)).toBe(index);
      const path = await tree.inclusion(index, size);
      expect(source.read).toBeLessThanOrEqual(3 * 256);
      expect(rootByInclusion(HASHING, event.metadata.hash, { index, size, path })).toBe(
        rootOver(events.slice(0, size)),
      );
      expect(rootByInclusion(HASHING, 'B'.repeat(43), { index, size, path })).not.toBe(rootOver(events.slice(0, size)));
    }
    expect(await tree.indexOf(2)).toBeUndefined();
    await expect(tree.root(COUNT + 1)).rejects.toThrow(RangeError);
  });
});
