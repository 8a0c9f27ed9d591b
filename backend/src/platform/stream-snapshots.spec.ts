import { mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Map as IMap, Set as ISet } from 'immutable';
import { Command, type Decider, type Origin } from './decider.js';
import type { EventLog, RecordedEvent } from './log/event-log.js';
import { openLmdbEventLog } from './log/lmdb-event-log.js';
import { StreamSnapshots } from './stream-snapshots.js';
import { Streams } from './streams.js';
import { openLmdbVault } from './vault/lmdb-vault.js';
import { Sealer } from './vault/sealer.js';

/** A pile that grows by as many coins as are put on it, and knows whose they are. */
type PileEvent = {
  type: 'CoinPut';
  data: { number: number; by: string; personal: { thought: string } };
  subject: string;
};
class PutCoins extends Command<{ count: number }> {
  readonly type = 'PutCoins';
}
interface Pile {
  height: number;
  coins: IMap<string, { by: string }>;
  owners: ISet<string>;
}
const pile: Decider<Pile, PutCoins, PileEvent> = {
  category: 'pile',
  commands: { PutCoins },
  initial: { height: 0, coins: IMap(), owners: ISet() },
  decide: ({ data: { count } }, { height }) =>
    Array.from({ length: count }, (_, index) => {
      const number = height + index;
      const data = { number, by: `owner-${number % 7}`, personal: { thought: 'a secret wish' } };
      return { type: 'CoinPut', data, subject: 'account-anna' };
    }),
  evolve: ({ coins, owners, height }, { data: { number, by } }) => ({
    height: height + 1,
    coins: coins.set(`coin-${number}`, { by }),
    owners: owners.add(by),
  }),
};

let directory: string;
let log: EventLog;
let sealer: Sealer;
let reads: { from: number; isFold: boolean }[];
let troubles: string[];
let count = 0;
const opened: StreamSnapshots[] = [];

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'snapshots-'));
  log = await openLmdbEventLog(join(directory, 'log'));
  sealer = new Sealer(await openLmdbVault(join(directory, 'vault'), Buffer.alloc(32, 7)));
  [reads, troubles] = [[], []];
});
afterEach(async () => {
  for (const one of opened.splice(0)) await one.flush();
  await log.close();
  await rm(directory, { recursive: true });
});

const files = () => join(directory, 'snapshots');
async function started({
  version = 'one',
  secret = 'ours',
  on = log,
  room = 2 ** 20,
  every = 1_000,
} = {}): Promise<Streams> {
  const onTrouble = (error: unknown) => troubles.push(String(error));
  const snapshots = await StreamSnapshots.open({
    directory: files(),
    version,
    secret,
    onTrouble,
    linger: 3_600_000,
    room,
    every,
  });
  opened.push(snapshots);
  const counted: EventLog = { ...bound(on), readStream: (stream, options) => counting(on, stream, options) };
  return new Streams(counted, sealer, { schema: {}, clock: () => 1_000, snapshots });
}
function bound(on: EventLog): EventLog {
  return {
    append: on.append.bind(on),
    readStream: on.readStream.bind(on),
    wasCut: on.wasCut.bind(on),
    readAll: on.readAll.bind(on),
    at: on.at.bind(on),
    lookBack: on.lookBack.bind(on),
    subscribe: on.subscribe.bind(on),
    head: on.head.bind(on),
    close: on.close.bind(on),
  };
}
function counting(on: EventLog, stream: string, options: { from?: number; limit?: number } = {}) {
  reads.push({ from: options.from ?? 0, isFold: options.limit === undefined });
  return on.readStream(stream, options);
}
function put(many: number, id = 'gold', commandId = `command-${++count}`): PutCoins {
  const origin: Origin = { actor: { kind: 'shopper', id: 'anna' }, commandId, requestHash: 'same', correlationId: 'x' };
  return new PutCoins(id, { count: many }, origin);
}
/** Puts coins until there are so many, 500 at a time. */
async function grow(streams: Streams, height: number, id = 'gold'): Promise<void> {
  for (;;) {
    const { state } = await streams.read(pile, id);
    if (state.height >= height) return;
    await streams.handle(pile, put(Math.min(500, height - state.height), id));
  }
}
/** A stream of 1,200 events that was written at its stop. */
async function stoppedAt1200(options = {}): Promise<void> {
  const streams = await started(options);
  await grow(streams, 1_200);
  await streams.close();
  reads = [];
}
async function heightAfterStart(options = {}): Promise<number> {
  return (await (await started(options)).read(pile, 'gold')).state.height;
}
const theFile = async () => join(files(), (await readdir(files()))[0] ?? 'none');

describe('a large stream after a start', () => {
  it('goes on from its snapshot: one event is read to prove it, and what came after', async () => {
    await stoppedAt1200();
    const streams = await started();
    const { state, revision } = await streams.read(pile, 'gold');
    expect([state.height, revision, state.coins.size, state.owners.size]).toEqual([1_200, 1_199, 1_200, 7]);
    expect(reads.map(({ from }) => from)).toEqual([0, 1_199, 1_200]);
    await streams.handle(pile, put(1));
    expect((await streams.read(pile, 'gold')).state.height).toBe(1_201);
  });

  it('still knows the commands that made it', async () => {
    const streams = await started();
    await streams.handle(pile, put(500, 'gold', 'once'));
    await grow(streams, 1_200);
    await streams.close();
    const again = await (await started()).handle(pile, put(500, 'gold', 'once'));
    expect(again.events).toEqual([]);
  });

  it('is written in the background, once it has grown by enough events, and later by a tenth', async () => {
    const streams = await started({ every: 10 });
    const writtenAt = async (height: number): Promise<number> => {
      await grow(streams, height);
      await streams.close();
      return (await stat(await theFile())).size;
    };
    await grow(streams, 9);
    await streams.close();
    expect(await readdir(directory)).not.toContain('snapshots');
    const small = await writtenAt(1_000);
    expect(await writtenAt(1_099)).toBe(small);
    expect(await writtenAt(1_100)).toBeGreaterThan(small);
  });

  it('is not written again for having been read', async () => {
    await stoppedAt1200();
    const { ino } = await stat(await theFile());
    const streams = await started();
    await streams.read(pile, 'gold');
    await streams.close();
    expect((await stat(await theFile())).ino).toBe(ino);
  });
});

describe('a snapshot is thrown away, and the stream folded from its first event, when', () => {
  async function expectFoldedAnew(options = {}): Promise<void> {
    reads = [];
    expect(await heightAfterStart(options)).toBe(1_200);
    expect(reads.filter(({ from, isFold }) => from === 0 && isFold)).toHaveLength(1);
    expect(await readdir(files())).toEqual([]);
  }

  it('another version of the program folded it', async () => {
    await stoppedAt1200();
    await expectFoldedAnew({ version: 'two' });
  });

  it('another installation wrote it', async () => {
    await stoppedAt1200({ secret: 'theirs' });
    await expectFoldedAnew();
    expect(troubles).toEqual(['Error: the file is damaged']);
  });

  it.each([
    [
      'a byte of it was changed',
      async (file: string) => {
        const text = await readFile(file, 'utf8');
        await writeFile(file, text.replace('owner-3', 'owner-4'));
      },
    ],
    ['it was cut short', (file: string) => truncate(file, 20_000)],
    ['it is empty, as after a power cut', (file: string) => truncate(file, 0)],
  ])('%s', async (_, damage) => {
    await stoppedAt1200();
    await damage(await theFile());
    await expectFoldedAnew();
    expect(troubles).toEqual(['Error: the file is damaged']);
  });

  it('the log is another one', async () => {
    await stoppedAt1200();
    const other = await openLmdbEventLog(join(directory, 'other-log'));
    await grow(new Streams(other, sealer, { schema: {}, clock: () => 2_000 }), 1_200);
    await expectFoldedAnew({ on: other });
    await other.close();
  });

  it('the log is an older copy that has not come so far', async () => {
    await stoppedAt1200();
    const older = await openLmdbEventLog(join(directory, 'older-log'));
    const events: RecordedEvent[] = [];
    for await (const event of log.readStream('pile-gold', { limit: 600 })) events.push(event);
    await older.append('pile-gold', -1, events);
    expect(await heightAfterStart({ on: older })).toBe(600);
    expect(await readdir(files())).toEqual([]);
    await older.close();
  });
});

describe('the files of snapshots', () => {
  it('are for their owner alone and hold nothing that events seal', async () => {
    await stoppedAt1200();
    expect((await stat(await theFile())).mode & 0o777).toBe(0o600);
    expect((await stat(files())).mode & 0o777).toBe(0o700);
    expect(await readFile(await theFile(), 'utf8')).not.toContain('wish');
  });

  it('may be deleted at any time', async () => {
    await stoppedAt1200();
    const streams = await started();
    await rm(files(), { recursive: true });
    expect((await streams.read(pile, 'gold')).state.height).toBe(1_200);
    await grow(streams, 3_000);
    await streams.close();
    expect(await heightAfterStart()).toBe(3_000);
  });

  it('take no more than their room: the one written longest ago goes first', async () => {
    const streams = await started({ room: 80_000 });
    for (const id of ['gold', 'silver', 'copper']) {
      await grow(streams, 1_000, id);
      await streams.close();
    }
    reads = [];
    const again = await started({ room: 80_000 });
    for (const id of ['gold', 'silver', 'copper']) await again.read(pile, id);
    expect(reads.map(({ from }) => from)).toEqual([0, 0, 999, 1_000, 0, 999, 1_000]);
  });

  it('cannot be written: nobody waits for them, and nothing is left', async () => {
    await writeFile(files(), 'no directory');
    const streams = await started();
    await grow(streams, 1_200);
    await streams.close();
    expect(troubles).toEqual([expect.stringMatching(/ENOTDIR|EEXIST/), expect.stringMatching(/ENOTDIR|EEXIST/)]);
    expect((await streams.read(pile, 'gold')).state.height).toBe(1_200);
  });
});
