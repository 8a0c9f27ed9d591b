import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EventStoreEmulator, startEventStore } from '@supreme-access/test/emulators/eventstore/server.js';
import { writerOf } from '@supreme-access/test/fixtures/written-log.js';
import { ACCEPTANCES, Acceptances } from '../event-sourcing/acceptances.js';
import { makeInstallation } from '../event-sourcing/installation.js';
import { all } from '../event-sourcing/reading.js';
import type { EventLog, RecordedEvent } from '../stores/event-log/event-log.js';
import { openEventStoreLog } from '../stores/event-log/eventstore-opening.js';
import { openLmdbEventLog } from '../stores/event-log/lmdb-event-log.js';
import type { ReadModels } from '../stores/read-models/read-models.js';
import { memoryReadModels } from '../stores/read-models/sqlite-read-models.js';
import type { Vault } from '../stores/vault/vault.js';
import { fitToLog } from './fit-to-log.js';
import { StreamFilter } from './stream-filter.js';

describe('what of the log is folded', () => {
  let [directory, log, models]: [string, EventLog, ReadModels] = ['', {} as EventLog, {} as ReadModels];
  let write: ReturnType<typeof writerOf>;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'filter-'));
    log = await openLmdbEventLog(directory);
    models = memoryReadModels();
    write = writerOf(log);
  });
  afterEach(async () => {
    await log.close();
    await rm(directory, { recursive: true });
  });

  const accept = (stream: string, revision: number) => write.ours(ACCEPTANCES, 'DamageAccepted', { stream, revision });
  const begun = async (after = 0) => {
    const filter = new StreamFilter({ log, models }, new Acceptances(log));
    await filter.startAt(after);
    return filter;
  };
  const rest = async (after = 0) => all(log.readAll({ after }));
  const folded = (events: readonly RecordedEvent[]) =>
    events.flatMap(({ isForeign, stream, revision, position }) =>
      isForeign ? [] : [`${stream}@${revision} ${position}`],
    );

  it('leaves out streams that are not ours, counts and names them, and goes on', async () => {
    await write.ours('order-1');
    for (const stream of ['foo-1', 'foo-2', 'foo-1']) await write.foreign(stream);
    await write.ours('bar-1');
    await write.ours('order-1');
    const filter = await begun();
    const passed = await filter.pass(await rest());
    expect(folded(passed)).toEqual(['order-1@0 1', 'order-1@1 6']);
    expect(passed).toHaveLength(6);
    const foreign = { events: 4, streams: ['foo-1', 'foo-2', 'bar-1'], hasMore: false };
    expect(filter.passedOver).toEqual({ foreign, locks: [] });
    // Read once more, from the beginning: counted once.
    const again = await begun();
    await again.pass(await rest());
    expect(again.passedOver.foreign).toEqual(foreign);
  });

  it.each(['foreign', 'altered'] as const)('locks a stream of ours at a %s event, and only that', async (kind) => {
    await write.ours('order-1');
    await write[kind]('order-1');
    await write.ours('order-1');
    await write.ours('order-2');
    const filter = await begun();
    expect(folded(await filter.pass(await rest()))).toEqual(['order-1@0 1', 'order-2@0 4']);
    expect(filter.passedOver.locks).toMatchObject([{ stream: 'order-1', revision: 1, passed: 2, lockedAt: 2 }]);
  });

  it('knows after a restart, wherever that begins, which streams were locked there', async () => {
    await write.ours('order-1');
    await write.foreign('order-1');
    await write.ours('order-1');
    await write.ours('order-2');
    await (await begun()).pass(await rest());
    for (const [after, expected] of [
      [0, ['order-1@0 1', 'order-2@0 4']],
      [1, ['order-2@0 4']],
      [2, ['order-2@0 4']],
    ] as const) {
      const filter = await begun(after);
      expect(folded(await filter.pass(await rest(after)))).toEqual(expected);
      expect(filter.passedOver.locks).toMatchObject([{ stream: 'order-1', revision: 1, passed: 2 }]);
    }
  });

  it('reads what an event must follow where it does not remember it', async () => {
    for (let i = 0; i < 3; i += 1) await write.ours('order-1');
    await write.ours('order-2', 'ThingHappened', {}, 'another hash');
    await write.ours('order-1', 'ThingHappened', {}, 'another hash');
    const filter = await begun(2);
    expect(folded(await filter.pass(await rest(2)))).toEqual(['order-1@2 3']);
    expect(filter.passedOver.locks.map(({ reason, revision }) => [reason, revision])).toEqual([
      ['hash', 0],
      ['hash', 3],
    ]);
  });

  it('forgets no stream of the events that it is given, however many streams begin among them', async () => {
    await write.ours('order-1');
    for (const stream of ['order-2', 'order-3', 'order-4', 'order-1']) await write.ours(stream);
    const filter = new StreamFilter({ log, models }, new Acceptances(log), 3);
    await filter.startAt(0);
    const [first, second, third, ...others] = await rest();
    for (const one of [first, second, third]) if (one) await filter.pass([one]);
    expect(folded(await filter.pass(others))).toEqual(['order-4@0 4', 'order-1@1 5']);
    expect(filter.passedOver.locks).toEqual([]);
  });

  it('folds what follows an accepted event in the place of its acceptance, once, wherever it begins', async () => {
    const { metadata } = await write.ours('order-1');
    await write.foreign('order-1');
    await write.ours('order-1', 'ThingHappened', {}, metadata.hash);
    await write.foreign('order-1');
    await accept('order-1', 1);
    await accept('order-1', 3);
    await write.ours(
      'order-1',
      'ThingHappened',
      {},
      (await all(log.readStream('order-1', { from: 2 })))[0]?.metadata.hash,
    );
    const whole = ['order-1@0 1', 'damage-accepted@0 5', 'order-1@2 5', 'damage-accepted@1 6', 'order-1@4 7'];
    const filter = await begun();
    expect(folded(await filter.pass(await rest()))).toEqual(whole);
    expect(filter.passedOver.locks).toEqual([]);
    const singly = await begun();
    const passed: RecordedEvent[] = [];
    for (const event of await rest()) passed.push(...(await singly.pass([event])));
    expect(folded(passed)).toEqual(whole);
    for (const after of [1, 2, 3, 4, 5, 6]) {
      const from = await begun(after);
      expect(folded(await from.pass(await rest(after)))).toEqual(
        whole.filter((one) => Number(one.split(' ')[1]) > after),
      );
      expect(from.passedOver.locks).toEqual([]);
    }
  });

  it('names no more than 20 streams that are not ours', async () => {
    for (let i = 0; i < 21; i += 1) await write.foreign(`foo-${i}`);
    const filter = await begun();
    await filter.pass(await rest());
    expect(filter.passedOver.foreign).toMatchObject({ events: 21, hasMore: true });
    expect(filter.passedOver.foreign.streams).toHaveLength(20);
  });
});

describe('what is folded of a stream that was cut in the store', () => {
  let server: EventStoreEmulator;
  let log: EventLog;
  beforeAll(async () => {
    server = await startEventStore();
    log = await openEventStoreLog(server.url);
  });
  afterAll(async () => {
    await log.close();
    await server.stop();
  });

  it('is nothing to who does not remember it, until the cut is taken back and all is folded anew', async () => {
    const models = memoryReadModels();
    const vault = { get: async () => undefined } as unknown as Vault;
    const write = writerOf(log);
    await makeInstallation(log, 'ours', {});
    await write.ours('order-1');
    const { position } = await write.ours('order-1');
    await write.ours('order-1');
    const started = async (after: number) => {
      const fitting = { log, vault, projections: [], installation: 'ours', folds: true, say: () => undefined };
      await fitToLog(models, { ...fitting, lookAgain: async () => undefined });
      const isKept = (await models.list()).length > 0;
      const filter = new StreamFilter({ log, models }, new Acceptances(log));
      await filter.startAt(isKept ? after : 0);
      const passed = await filter.pass(await all(log.readAll({ after: isKept ? after : 0 })));
      const folded = passed.flatMap(({ isForeign, stream, revision }) =>
        isForeign || stream !== 'order-1' ? [] : revision,
      );
      return [folded, filter.passedOver.locks.map(({ reason, revision }) => `${reason} ${revision}`)];
    };

    server.store.setMetadata('order-1', { $tb: 2 });
    expect(await started(position)).toEqual([[], ['beginning 2']]);
    expect(await started(position)).toEqual([[], ['beginning 2']]);
    server.store.setMetadata('order-1', {});
    expect(await started(position)).toEqual([[0, 1, 2], []]);
  });
});
