import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { jest } from '@jest/globals';
import { FaultyLog } from '@supreme-access/test/fixtures/faulty-log.js';
import type { EventLog } from '../stores/event-log/event-log.js';
import { openLmdbEventLog } from '../stores/event-log/lmdb-event-log.js';
import { openLmdbVault } from '../stores/vault/lmdb-vault.js';
import type { Vault } from '../stores/vault/vault.js';
import { inRequest, RequestContext } from '../telemetry/request-context.js';
import { StoreUnavailable } from '../telemetry/store-unavailable.js';
import { Command, type CommandMetadata, type Decider, Refused } from './decider.js';
import { Sealer } from './sealer.js';
import { Streams } from './streams.js';

/** A board with room for two notes, on which the same text may be written twice: nothing but the command id tells them apart. */
type Noted = { type: 'NoteWritten'; data: { text: unknown; personal?: object }; subject?: string };
type Wiped = { type: 'NoteWiped'; data: { text: unknown } };
class WriteNote extends Command<{ text: unknown; by?: string; room?: number }> {
  readonly type = 'WriteNote';
}
class WipeNote extends Command<{ text: unknown }> {
  readonly type = 'WipeNote';
}
const board: Decider<{ notes: unknown[] }, WriteNote | WipeNote, Noted | Wiped> = {
  category: 'board',
  commands: { WriteNote, WipeNote },
  initial: { notes: [] },
  decide: ({ type, data }, { notes }) => {
    const { text } = data;
    if (type === 'WipeNote') return notes.includes(text) ? [{ type: 'NoteWiped', data: { text } }] : [];
    if (text === 'a bug that decides') throw new Error('decided wrongly');
    if (notes.length >= (data.room ?? 2)) throw new Refused('full', 'conflict');
    if (text === 'a bug that folds') return [noted('half of it'), noted(text)];
    return [data.by === undefined ? noted(text) : { ...noted(text, {}), subject: `account-${data.by}` }];
  },
  evolve: ({ notes }, { type, data: { text } }) => {
    if (text === 'a bug that folds') throw new Error('folded wrongly');
    return { notes: type === 'NoteWritten' ? [...notes, text] : notes.filter((note) => note !== text) };
  },
};
const noted = (text: unknown, personal?: object): Noted => {
  return { type: 'NoteWritten', data: { text, ...(personal ? { personal } : {}) } };
};

let count = 0;
function metadata(commandId = `command-${++count}`, requestHash = 'same'): CommandMetadata {
  return { actor: { kind: 'shopper', id: 'anna' }, commandId, requestHash, correlationId: 'story' };
}
const write = (text: unknown, from = metadata(), more: { by?: string; room?: number } = {}) =>
  new WriteNote('hall', { text, ...more }, from);

/** Something to wait for until it is opened. */
function gate() {
  let open: (value?: unknown) => void = () => undefined;
  const opened = new Promise((resolve) => {
    open = resolve;
  });
  return { opened, open };
}
const code = (error: unknown) => (error instanceof Refused ? error.code : String(error));
const outcomes = async (...args: Promise<unknown>[]) =>
  (await Promise.allSettled(args)).map((one) => (one.status === 'fulfilled' ? 'ok' : code(one.reason)));

/** what lmdb needs goes on; the clock of deadlines stands, and moves when it is told to */
const REAL = ['Date', 'hrtime', 'nextTick', 'queueMicrotask', 'setImmediate', 'clearImmediate', 'setTimeout'] as const;

/** Callers have waited for longer than they do, once things stand as they should. */
async function patienceEndsOnce(standsSo: () => boolean): Promise<void> {
  while (!standsSo()) await nextTurn();
  jest.advanceTimersByTime(11_000);
}

describe('a stream in trouble', () => {
  let directory: string;
  let real: EventLog;
  let log: FaultyLog;
  let vault: Vault;
  let streams: Streams;
  const streamsOn = (on: EventLog, options: { maxWaiting?: number } = {}, keys = vault) =>
    new Streams(on, new Sealer(keys), { schema: {}, clock: () => 1_000, ...options });
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'streams-'));
    real = await openLmdbEventLog(join(directory, 'log'));
    log = new FaultyLog(real);
    vault = await openLmdbVault(join(directory, 'vault'), Buffer.alloc(32, 7));
    streams = streamsOn(log);
    jest.useFakeTimers({ doNotFake: [...REAL] });
  });
  afterEach(async () => {
    jest.useRealTimers();
    await real.close();
    await vault.close();
    await rm(directory, { recursive: true });
  });

  const ask = (command: WriteNote | WipeNote, of = streams) => of.handle(board, command);
  const elsewhere = (command: WriteNote | WipeNote) => streamsOn(real).handle(board, command);
  async function stored(): Promise<unknown[]> {
    const texts = [];
    for await (const { type, data } of real.readStream('board-hall')) texts.push(`${type} ${String(data.text)}`);
    return texts;
  }

  describe('an append that does not end', () => {
    const isSent = () => log.calls.length === 1;

    it('is not known to those whose events it carries, and has not happened for the others', async () => {
      const disk = gate();
      log.fail({ waitsFor: disk.opened });
      const carried = [write('one', metadata('twice')), write('two'), write('three')].map((command) => ask(command));
      while (!isSent()) await nextTurn();
      const behind = [write('four'), write('one', metadata('twice'))].map((command) => ask(command));
      await patienceEndsOnce(isSent);
      expect(await outcomes(...carried)).toEqual(['outcome-unknown', 'outcome-unknown', 'unavailable']);
      expect(await outcomes(...behind)).toEqual(['unavailable', 'outcome-unknown']);
      expect(log.calls).toHaveLength(1);
      disk.open();
      expect((await ask(write('one', metadata('twice')))).events).toEqual([]);
      expect(await stored()).toEqual(['NoteWritten one', 'NoteWritten two']);
    });

    it('is waited for as long as each request has time, and nothing is begun for one that has none', async () => {
      const disk = gate();
      log.fail({ waitsFor: disk.opened });
      const within = (ms: number, text: string) => inRequest(new RequestContext(ms), () => ask(write(text)));
      const carried = [within(4_000, 'one'), ask(write('two'))];
      while (!isSent()) await nextTurn();
      const behind = within(3_000, 'three');
      jest.advanceTimersByTime(4_500);
      expect(await outcomes(...carried.slice(0, 1), behind)).toEqual(['outcome-unknown', 'unavailable']);
      expect(await outcomes(within(0, 'four'))).toEqual(['unavailable']);
      disk.open();
      expect(await outcomes(...carried.slice(1))).toEqual(['ok']);
      expect(await stored()).toEqual(['NoteWritten one', 'NoteWritten two']);
    });

    it('is waited for before anything else is decided, however long', async () => {
      const disk = gate();
      log.fail({ waitsFor: disk.opened });
      const first = ask(write('one', metadata(), { room: 1 }));
      await patienceEndsOnce(isSent);
      expect(await outcomes(first)).toEqual(['outcome-unknown']);
      const second = ask(write('two', metadata(), { room: 1 }));
      await nextTurn();
      expect(log.calls).toHaveLength(1);
      disk.open();
      expect(await outcomes(second)).toEqual(['full']);
      expect(await stored()).toEqual(['NoteWritten one']);
    });

    it('that another one has overtaken is not decided again for who has gone', async () => {
      const disk = gate();
      const rival = () => disk.opened.then(() => elsewhere(write('rival')));
      log.fail({ rival });
      const overtaken = ask(write('one'));
      await patienceEndsOnce(isSent);
      expect(await outcomes(overtaken)).toEqual(['outcome-unknown']);
      disk.open();
      expect((await ask(write('two'))).state.notes).toEqual(['rival', 'two']);
      expect(await stored()).toEqual(['NoteWritten rival', 'NoteWritten two']);
    });

    it('stays unknown when the log will not even hear its repeat', async () => {
      const refused = () => Promise.reject(new StoreUnavailable('too many calls are under way'));
      log.fail('answer-lost', { rival: refused });
      expect(await outcomes(ask(write('one', metadata('twice'))))).toEqual(['outcome-unknown']);
      expect((await ask(write('one', metadata('twice')))).events).toEqual([]);
      expect(await stored()).toEqual(['NoteWritten one']);
    });

    it('lets no more wait than there is room for', async () => {
      const disk = gate();
      const small = streamsOn(log, { maxWaiting: 2 });
      log.fail({ waitsFor: disk.opened });
      const first = ask(write('one'), small);
      while (!isSent()) await nextTurn();
      const behind = ['two', 'three', 'four'].map((text) => ask(write(text), small));
      await patienceEndsOnce(isSent);
      expect(await outcomes(first, ...behind)).toEqual(['outcome-unknown', 'unavailable', 'unavailable', 'busy']);
      disk.open();
      expect((await ask(write('five'), small)).state.notes).toEqual(['one', 'five']);
    });
  });

  describe('a read or a vault that does not answer', () => {
    it('leaves nothing behind that happens later', async () => {
      const disk = gate();
      log.readsWaitFor = disk.opened;
      const pending = [ask(write('one')), ask(write('two'))];
      await patienceEndsOnce(() => log.readings === 1);
      expect(await outcomes(...pending)).toEqual(['unavailable', 'unavailable']);
      disk.open();
      expect((await ask(write('three'))).state.notes).toEqual(['three']);
      expect(await stored()).toEqual(['NoteWritten three']);
    });

    it('is waited for by a request no longer than it has time, and by the others all the same', async () => {
      await elsewhere(write('one'));
      const disk = gate();
      log.readsWaitFor = disk.opened;
      const hurried = inRequest(new RequestContext(3_000), () => streams.read(board, 'hall'));
      const other = streams.read(board, 'hall');
      jest.advanceTimersByTime(3_100);
      expect(await outcomes(hurried)).toEqual(['Error: no answer from the event log']);
      disk.open();
      expect((await other).revision).toBe(0);
    });

    it('holds a refusal that is not sure, and no longer than anybody waits', async () => {
      for (const text of ['one', 'two']) await ask(write(text));
      const [disk, before] = [gate(), log.readings];
      log.readsWaitFor = disk.opened;
      const refused = ask(write('three'));
      await patienceEndsOnce(() => log.readings > before);
      expect(await outcomes(refused)).toEqual(['unavailable']);
      disk.open();
      expect(await outcomes(ask(write('four')))).toEqual(['full']);
    });

    it('fails those who need it and those beside them, and nobody is decided on what they would have done', async () => {
      const keys = gate();
      let puts = 0;
      const put: Vault['put'] = async (...args) => {
        puts += 1;
        await keys.opened;
        return vault.put(...args);
      };
      streams = streamsOn(log, {}, { put, getMany: vault.getMany.bind(vault) } as Vault);
      const pending = [ask(write('one', metadata(), { by: 'anna' })), ask(write('two'))];
      await patienceEndsOnce(() => puts === 1);
      expect(await outcomes(...pending)).toEqual(['unavailable', 'unavailable']);
      const later = ask(write('three', metadata(), { room: 1 }));
      keys.open();
      expect((await later).state.notes).toEqual(['three']);
      expect(await stored()).toEqual(['NoteWritten three']);
    });
  });

  describe('one command among many', () => {
    it.each([
      ['is decided wrongly', 'a bug that decides', 'Error: decided wrongly'],
      ['is folded wrongly', 'a bug that folds', 'Error: folded wrongly'],
      ['holds what no log keeps', Number.NaN, 'Error: NoteWritten.text does not survive JSON: NaN'],
      ['is larger than an append', 'x'.repeat(2 ** 20), expect.stringContaining('larger than 1 MiB')],
    ])('that %s fails alone', async (_, text, expected) => {
      const all = ['one', text, 'two'].map((one) => ask(write(one)));
      expect(await outcomes(...all)).toEqual(['ok', expected, 'ok']);
      expect(await stored()).toEqual(['NoteWritten one', 'NoteWritten two']);
    });

    it('of more than 900 kB is appended by itself', async () => {
      const texts = ['a', 'b'.repeat(950_000), 'c', 'd'.repeat(500_000), 'e'.repeat(500_000)];
      const all = texts.map((text) => ask(write(text, metadata(), { room: 5 })));
      expect(await outcomes(...all)).toEqual(texts.map(() => 'ok'));
      const sizes = log.calls.map(({ events }) => events.map(({ data }) => String(data.text).slice(0, 1)).join(''));
      expect(sizes).toEqual(['a', 'b', 'cd', 'e']);
    });

    it('counts in bytes, whatever its letters', async () => {
      const texts = [1, 2, 3].map((n) => `${n}${'鞋'.repeat(140_000)}`);
      const all = texts.map((text) => ask(write(text, metadata(), { room: 3 })));
      expect(await outcomes(...all)).toEqual(['ok', 'ok', 'ok']);
      expect(log.calls.map(({ events }) => events.length)).toEqual([2, 1]);
    });
  });

  describe('a command id', () => {
    it('that comes twice in one batch is done once, and refused for another request', async () => {
      const [first, again, other] = await Promise.allSettled([
        ask(write('one', metadata('once'))),
        ask(write('one', metadata('once'))),
        ask(write('other', metadata('once', 'of another request'))),
      ]);
      expect(first).toMatchObject({ value: { events: [{ data: { text: 'one' } }] } });
      expect(again).toMatchObject({ value: { events: [], state: { notes: ['one'] } } });
      expect(other).toMatchObject({ reason: { code: 'idempotency-mismatch' } });
      expect(await stored()).toEqual(['NoteWritten one']);
    });

    it('is known from the log after a restart', async () => {
      await ask(write('one', metadata('once')));
      const restarted = streamsOn(log);
      expect((await ask(write('one', metadata('once')), restarted)).events).toEqual([]);
      const other = ask(write('other', metadata('once', 'of another request')), restarted);
      expect(await outcomes(other)).toEqual(['idempotency-mismatch']);
      const { state } = await streamsOn(log).read(board, 'hall', metadata('once'));
      expect(state.notes).toEqual(['one']);
      const read = streamsOn(log).read(board, 'hall', metadata('once', 'of another request'));
      expect(await outcomes(read)).toEqual(['idempotency-mismatch']);
      expect(await stored()).toEqual(['NoteWritten one']);
    });
  });

  it('refuses nobody for what is no longer so', async () => {
    for (const text of ['one', 'two']) await ask(write(text));
    await elsewhere(new WipeNote('hall', { text: 'one' }, metadata()));
    expect((await ask(write('three'))).state.notes).toEqual(['two', 'three']);
  });

  it('says that nothing is to be done only when that is so', async () => {
    await ask(write('one'));
    await elsewhere(write('two'));
    expect((await ask(new WipeNote('hall', { text: 'two' }, metadata()))).events).toHaveLength(1);
  });

  describe('read by many at once', () => {
    it('is folded once', async () => {
      for (let i = 0; i < 20; i += 1) await elsewhere(write(i, metadata(), { room: 20 }));
      const cold = await Promise.all(Array.from({ length: 50 }, () => streams.read(board, 'hall')));
      expect(new Set(cold.map(({ revision }) => revision))).toEqual(new Set([19]));
      expect(log.eventsRead).toBe(20);
    });

    it('shows each what had happened when it was asked, though a fold was under way', async () => {
      await elsewhere(write('one'));
      const disk = gate();
      log.readsEndWith = disk.opened;
      const early = streams.read(board, 'hall');
      await elsewhere(write('two'));
      const late = streams.read(board, 'hall');
      log.readsEndWith = undefined;
      disk.open();
      expect([(await early).revision, (await late).revision]).toEqual([0, 1]);
    });
  });
});
