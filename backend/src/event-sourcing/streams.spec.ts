import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { jest } from '@jest/globals';
import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { CommandBus, CqrsModule } from '@nestjs/cqrs';
import { busTo } from '@supreme-access/test/fixtures/commands.js';
import { FaultyLog } from '@supreme-access/test/fixtures/faulty-log.js';
import { type EventLog, WrongExpectedRevision } from '../stores/event-log/event-log.js';
import { chainHash, GENESIS } from '../stores/event-log/hash-chain.js';
import { openLmdbEventLog } from '../stores/event-log/lmdb-event-log.js';
import { openLmdbVault } from '../stores/vault/lmdb-vault.js';
import { Commands, commandHandlers } from './commands.js';
import { Command, type CommandMetadata, type Decider, type Handled, Refused } from './decider.js';
import { Sealer } from './sealer.js';
import { Streams } from './streams.js';

afterAll(() => void jest.restoreAllMocks());

/** The smallest thing that can be oversold: a jar with two cookies. */
type JarEvent = { type: 'CookieTaken'; data: { by: string; personal: { mood: string } }; subject: string };
class TakeCookie extends Command<{ by: string }> {
  readonly type = 'TakeCookie';
}
interface Jar {
  taken: string[];
}
const jar: Decider<Jar, TakeCookie, JarEvent> = {
  category: 'jar',
  commands: { TakeCookie },
  initial: { taken: [] },
  decide: ({ data: { by } }, { taken }) => {
    if (taken.includes(by)) return [];
    if (taken.length >= 2) throw new Refused('sold-out', 'conflict');
    return [{ type: 'CookieTaken', data: { by, personal: { mood: 'hungry' } }, subject: `account-${by}` }];
  },
  evolve: (state, event) => {
    if (Object.hasOwn(event.data, 'personal')) throw new Error('evolve saw personal data');
    return { taken: [...state.taken, event.data.by] };
  },
};

const REAL = ['Date', 'hrtime', 'nextTick', 'queueMicrotask', 'setImmediate', 'clearImmediate', 'setTimeout'] as const;

const streamsWith = () => new Streams(log, sealer, { schema: {}, clock: () => 1_000 });
let count = 0;
function metadata(commandId = `command-${++count}`, requestHash = 'same'): CommandMetadata {
  return { actor: { kind: 'shopper', id: 'anna' }, commandId, requestHash, correlationId: 'story' };
}
const take = (by: string, from = metadata()) => new TakeCookie('kitchen', { by }, from);

let directory: string;
let real: EventLog;
let log: FaultyLog;
let sealer: Sealer;
let streams: Streams;
const anotherProcess = () => new Streams(real, sealer, { schema: {}, clock: () => 1_000 });

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'streams-'));
  real = await openLmdbEventLog(join(directory, 'log'));
  log = new FaultyLog(real);
  sealer = new Sealer(await openLmdbVault(join(directory, 'vault'), Buffer.alloc(32, 7)));
  streams = streamsWith();
});
afterEach(async () => {
  await real.close();
  await rm(directory, { recursive: true });
});

async function stored() {
  const events = [];
  for await (const event of real.readStream('jar-kitchen')) events.push(event);
  return events;
}
/** What a patient caller does: the same question again, under the same key. */
async function handleWithRetries(by: string, key: string): Promise<Handled<Jar, JarEvent>> {
  for (;;) {
    const handled = await streams.handle(jar, take(by, metadata(key))).catch((error: unknown) => error);
    if (!(handled instanceof Refused && handled.code === 'outcome-unknown')) return handled as Handled<Jar, JarEvent>;
  }
}
const outcomes = (settled: PromiseSettledResult<unknown>[]) =>
  settled.map((one) => (one.status === 'fulfilled' ? 'ok' : (one.reason as Refused).code));

describe('a stream decides what waits as one batch', () => {
  it('gives exactly what there is to many who ask at once, in one append', async () => {
    const settled = await Promise.allSettled(Array.from({ length: 50 }, (_, i) => streams.handle(jar, take(`p${i}`))));
    expect(outcomes(settled).filter((code) => code === 'ok')).toHaveLength(2);
    expect(outcomes(settled).filter((code) => code === 'sold-out')).toHaveLength(48);
    expect(log.calls).toHaveLength(1);
    expect(await stored()).toHaveLength(2);
  });

  it('chains the hashes of the events over the sealed data', async () => {
    await Promise.all([streams.handle(jar, take('anna')), streams.handle(jar, take('ben'))]);
    const [first, second] = await stored();
    expect(first && chainHash(GENESIS, 'jar-kitchen', 0, first)).toBe(first?.metadata.hash);
    expect(second && chainHash(first?.metadata.hash ?? '', 'jar-kitchen', 1, second)).toBe(second?.metadata.hash);
    expect(JSON.stringify(first)).not.toContain('hungry');
  });

  it('answers a duplicate command that it was done and refuses its id for another request', async () => {
    const first = await streams.handle(jar, take('anna', metadata('once')));
    const again = await streams.handle(jar, take('anna', metadata('once')));
    expect([first.events.length, again.events.length]).toEqual([1, 0]);
    await expect(streams.handle(jar, take('ben', metadata('once', 'other')))).rejects.toMatchObject({
      code: 'idempotency-mismatch',
    });
  });

  it('knows command ids from the log, not from memory', async () => {
    await streams.handle(jar, take('anna', metadata('once')));
    const again = await anotherProcess().handle(jar, take('anna', metadata('once')));
    expect(again.events).toEqual([]);
    expect(await stored()).toHaveLength(1);
  });
});

describe('an append whose answer is lost', () => {
  it('is repeated with the same ids and bytes, and happens once', async () => {
    log.fail('answer-lost', 'answer-lost');
    await streams.handle(jar, take('anna'));
    expect(log.calls).toHaveLength(3);
    expect(log.calls[1]).toEqual(log.calls[0]);
    expect(log.calls[2]).toEqual(log.calls[0]);
    expect(await stored()).toHaveLength(1);
  });

  it('answers callers who waited too long that the outcome is unknown, and finishes all the same', async () => {
    // the clock of deadlines alone stands, until the append is on its way
    jest.useFakeTimers({ doNotFake: [...REAL] });
    streams = streamsWith();
    log.fail(...Array.from({ length: 6 }, () => 'never-arrived' as const));
    const pending = streams.handle(jar, take('anna', metadata('once'))).catch((error: unknown) => error);
    while (log.calls.length === 0) await nextTurn();
    jest.advanceTimersByTime(11_000);
    jest.useRealTimers();
    expect(await pending).toMatchObject({ code: 'outcome-unknown' });
    const later = await handleWithRetries('anna', 'once');
    expect(later.state.taken).toEqual(['anna']);
    expect(await stored()).toHaveLength(1);
  });
});

describe('two processes on one stream', () => {
  it('decides again on what the other one wrote, and never oversells', async () => {
    await streams.handle(jar, take('anna'));
    log.fail({ rival: () => anotherProcess().handle(jar, take('rival')) });
    await expect(streams.handle(jar, take('ben'))).rejects.toMatchObject({ code: 'sold-out' });
    expect((await stored()).map(({ data }) => data.by)).toEqual(['anna', 'rival']);
  });

  it('counts its appends, and those that the other one was faster than', async () => {
    log.fail({ rival: () => anotherProcess().handle(jar, take('ben')) });
    await streams.handle(jar, take('anna'));
    expect(streams.counts).toEqual({ appends: 2, conflicts: 1 });
  });

  it('gives up after fifty in a row that were faster, and of two commands counts each by itself', async () => {
    const overtaken = { rival: () => Promise.reject(new WrongExpectedRevision('jar-kitchen', -1, 0)) };
    for (const by of ['anna', 'ben']) {
      log.fail(...Array.from({ length: 50 }, () => overtaken));
      await streams.handle(jar, take(by));
    }
    log.fail(...Array.from({ length: 51 }, () => overtaken));
    await expect(streams.handle({ ...jar, category: 'tin' }, take('carl'))).rejects.toMatchObject({ code: 'busy' });
  });

  it('drops from the batch what another process has stored under the same command id', async () => {
    log.fail({ rival: () => anotherProcess().handle(jar, take('anna', metadata('once'))) });
    const handled = await streams.handle(jar, take('anna', metadata('once')));
    expect(handled.state.taken).toEqual(['anna']);
    expect(await stored()).toHaveLength(1);
  });

  it('refuses only on what is true now: a stale no is decided again', async () => {
    await streams.handle(jar, take('anna'));
    await anotherProcess().handle(jar, take('ben'));
    await expect(streams.handle(jar, take('carl'))).rejects.toMatchObject({ code: 'sold-out' });
    expect((await streams.read(jar, 'kitchen')).state.taken).toEqual(['anna', 'ben']);
  });
});

describe('one person among many', () => {
  it('whose key was erased is refused alone', async () => {
    await sealer.keysToSeal(new Set(['account-gone']));
    await sealer.erase('account-gone');
    const settled = await Promise.allSettled(['gone', 'anna'].map((by) => streams.handle(jar, take(by))));
    expect(outcomes(settled)).toEqual(['erased', 'ok']);
  });
});

describe('a queue that is full', () => {
  it('sends the rest away instead of growing', async () => {
    const small = new Streams(real, sealer, { schema: {}, clock: () => 1_000, maxWaiting: 3 });
    const settled = await Promise.allSettled(Array.from({ length: 5 }, () => small.handle(jar, take('anna'))));
    expect(outcomes(settled)).toEqual(['ok', 'ok', 'ok', 'busy', 'busy']);
  });
});

describe('streams that are idle', () => {
  const ids = ['one', 'two', 'three', 'four'];
  async function kept(some: Streams): Promise<string[]> {
    await nextTurn();
    return ids.filter((id) => some.seen('jar', id) > 0);
  }
  const smallerThan = (idleBytes: number) => new Streams(real, sealer, { schema: {}, clock: () => 1_000, idleBytes });

  it('are kept up to a number of bytes in all, however many they are: the least recently used go first', async () => {
    // a cookie taken is some 1,600 bytes
    const small = smallerThan(5_000);
    for (const id of ids) await small.handle(jar, new TakeCookie(id, { by: 'anna' }, metadata()));
    expect(await kept(small)).toEqual(['two', 'three', 'four']);
    await small.handle(jar, new TakeCookie('four', { by: 'ben' }, metadata()));
    expect(await kept(small)).toEqual(['three', 'four']);
  });

  it('are weighed too when they were only read', async () => {
    for (const id of ids) await streams.handle(jar, new TakeCookie(id, { by: 'anna' }, metadata()));
    const small = smallerThan(5_000);
    for (const id of ids) await small.read(jar, id);
    expect(await kept(small)).toEqual(['two', 'three', 'four']);
  });

  it('stay, be they as large as they like, while no other is used', async () => {
    const small = smallerThan(1_100);
    await small.handle(jar, new TakeCookie('one', { by: 'anna' }, metadata()));
    await small.read(jar, 'one');
    expect(await kept(small)).toEqual(['one']);
  });
});

describe('a command', () => {
  const contexts: INestApplicationContext[] = [];
  afterEach(() => Promise.all(contexts.splice(0).map((context) => context.close())));
  const nest = async () => {
    const providers = [{ provide: Streams, useValue: streams }, ...commandHandlers(jar)];
    const module = { module: class {}, imports: [CqrsModule.forRoot()], providers };
    const context = await NestFactory.createApplicationContext(module, { logger: false });
    contexts.push(context);
    await context.init();
    return context.get(CommandBus);
  };
  const commandsOf = (bus = busTo(streams, jar)) => new Commands(bus, streams);

  it('reports where its effect lies', async () => {
    const settled: number[] = [];
    const handled = await commandsOf().execute(jar, take('anna', { ...metadata(), settled: (at) => settled.push(at) }));
    expect(handled.state).toEqual({ taken: ['anna'] });
    expect(settled).toEqual([handled.position]);
    expect(await stored()).toHaveLength(1);
  });

  it('is found by Nest under its own name, on the bus of its own process, where whoever listens receives it', async () => {
    const bus = await nest();
    const received: unknown[] = [];
    bus.subscribe((command) => received.push(command));
    const [anna, ben] = [take('anna'), take('ben')];
    await Promise.all([commandsOf(bus).execute(jar, anna), commandsOf(await nest()).execute(jar, ben)]);
    expect(received).toEqual([anna]);
    expect((await streams.read(jar, 'kitchen')).state.taken.sort()).toEqual(['anna', 'ben']);
  });

  it('that no aggregate lists is refused by its name', async () => {
    class BakeCookie extends Command<{ by: string }> {
      readonly type = 'TakeCookie';
    }
    const baked = commandsOf(await nest()).execute(jar, new BakeCookie('kitchen', { by: 'anna' }, metadata()));
    await expect(baked).rejects.toThrow('BakeCookie');
  });

  it('is refused as its decider refuses it', async () => {
    const commands = commandsOf();
    for (const by of ['anna', 'ben']) await commands.execute(jar, take(by));
    await expect(commands.execute(jar, take('cleo'))).rejects.toMatchObject({ code: 'sold-out' });
  });
});

describe('what a process knows of a stream need not be read again', () => {
  let reads: jest.SpiedFunction<EventLog['readStream']>;
  beforeEach(() => {
    reads = jest.spyOn(log, 'readStream');
  });
  const cached = () => streams.cached(jar, 'kitchen');

  it('until it receives a newer event', async () => {
    await anotherProcess().handle(jar, take('anna'));
    expect(await cached()).toEqual({ taken: ['anna'] });
    reads.mockClear();
    expect(await cached()).toEqual({ taken: ['anna'] });
    streams.hear({ category: 'jar', id: 'kitchen', revision: 0 });
    expect(await cached()).toEqual({ taken: ['anna'] });
    expect(reads).not.toHaveBeenCalled();
    await anotherProcess().handle(jar, take('ben'));
    streams.hear({ category: 'jar', id: 'kitchen', revision: 1 });
    expect(await cached()).toEqual({ taken: ['anna', 'ben'] });
    expect(reads).toHaveBeenCalledTimes(1);
  });

  it('nor is one that a command is most likely the first of; a duplicate changes nothing', async () => {
    class FirstCookie extends TakeCookie {
      override readonly isFirst = true;
    }
    const first = new FirstCookie('kitchen', { by: 'anna' }, metadata('once'));
    expect((await streams.handle(jar, first)).events).toHaveLength(1);
    expect(reads).not.toHaveBeenCalled();
    for (const duplicate of [first, new FirstCookie('kitchen', { by: 'anna' }, metadata('later'))]) {
      const others = new Streams(log, sealer, { schema: {}, clock: () => 1_000 });
      expect((await others.handle(jar, duplicate)).events).toEqual([]);
    }
    expect(await stored()).toHaveLength(1);
  });
});
