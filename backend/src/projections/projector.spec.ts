import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { events } from '@supreme-access/test/fixtures/event-log.js';
import { Sealer } from '../event-sourcing/sealer.js';
import { type EventLog, NO_STREAM, type RecordedEvent } from '../stores/event-log/event-log.js';
import { openLmdbEventLog } from '../stores/event-log/lmdb-event-log.js';
import { FORMAT, UnknownFormat } from '../stores/format.js';
import type { ReadModels } from '../stores/read-models/read-models.js';
import { memoryReadModels } from '../stores/read-models/sqlite-read-models.js';
import { openLmdbVault } from '../stores/vault/lmdb-vault.js';
import type { Vault } from '../stores/vault/vault.js';
import type { Projection } from './projection.js';
import { Projector } from './projector.js';
import type { AnyRecorded } from './recorded.js';

interface Tally {
  count: number;
}

/** Counts what happened to each thing; forgets it at 'gone', and cannot take 'poison'. */
const tallies: Projection<Tally> = {
  name: 'tallies',
  version: 1,
  indexes: [['count']],
  categories: ['thing'],
  idsOf: (event) => [event.id],
  evolve: (document, event) => {
    const { what } = event.data as { what?: string };
    if (what === 'poison') throw new Error('cannot take this');
    return what === 'gone' ? null : { count: (document?.count ?? 0) + 1 };
  },
};
const others: Projection<Tally> = { ...tallies, name: 'others', evolve: () => ({ count: 1 }) };

/** ms */
const PATIENCE = { lookAgain: 5, foldsWithin: 200, endsWithin: 100 };

describe('the projector', () => {
  let directory: string;
  let log: EventLog;
  let vault: Vault;
  const started: Projector[] = [];
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'projector-'));
    vault = await openLmdbVault(join(directory, 'vault'), randomBytes(32));
  });
  beforeEach(async () => {
    log = await openLmdbEventLog(await mkdtemp(join(directory, 'log-')));
  });
  afterEach(async () => {
    for (const projector of started.splice(0)) await projector.stop();
    await log.close();
  });
  afterAll(async () => {
    await vault.close();
    await rm(directory, { recursive: true });
  });

  async function start(
    models: ReadModels,
    projections: readonly Projection<unknown>[],
    folds?: boolean,
  ): Promise<Projector> {
    const fail = (error: unknown) => {
      throw error;
    };
    const projector = new Projector(log, models, new Sealer(vault), {}, projections, fail, folds, PATIENCE);
    started.push(projector);
    await projector.start();
    return projector;
  }
  async function project(models: ReadModels, projections: readonly Projection<unknown>[]): Promise<Projector> {
    const projector = await start(models, projections);
    expect(await projector.passed(await log.head(), 60_000)).toBe(true);
    return projector;
  }
  const happen = (thing: string, revision: number, what: string) =>
    log.append(`thing-${thing}`, revision, events(1, { what }));

  it('stops a projection at the event that it cannot take, names it, and lets the others go on', async () => {
    await happen('a', NO_STREAM, 'made');
    await happen('b', NO_STREAM, 'poison');
    const models = memoryReadModels();
    const projector = await project(models, [tallies, others]);
    await happen('a', 0, 'made');
    await projector.passed(3, 60_000);
    expect(projector.progress()).toMatchObject({
      position: 3,
      failures: [{ projection: 'tallies', cause: 'event', position: 2, message: 'cannot take this' }],
    });
    expect(await models.checkpoint(others)).toBe(3);
    expect(await models.checkpoint(tallies)).toBe(0);
  });

  it('passes over an event that it does not understand where nobody reads its kind, and stops who does', async () => {
    const [event] = events(1);
    if (!event) throw new Error('no event');
    const newer = { ...event, metadata: { ...event.metadata, schemaVersion: 9 } };
    await log.append('other-x', NO_STREAM, [newer]);
    await happen('a', NO_STREAM, 'made');
    const elsewhere = { ...tallies, name: 'elsewhere', categories: ['other'] };
    const models = memoryReadModels();
    const projector = await start(models, [tallies, elsewhere]);
    const received: string[] = [];
    projector.onBatch((batch) => received.push(...batch.map(({ stream }) => stream)));
    await projector.passed(2, 60_000);
    const message = 'ThingHappened at position 1 has schema version 9, newer than this program';
    expect(projector.progress()).toMatchObject({ stopped: null, failures: [{ projection: 'elsewhere', message }] });
    expect(await models.get(tallies, 'a')).toEqual({ count: 1 });
    expect(received).toEqual(['thing-a']);
  });

  it('stops who reads the personal data of somebody whose key the vault lacks, and no other', async () => {
    const [event] = events(1);
    if (!event) throw new Error('no event');
    const sealed = { ...event, data: { personal: 'sealed' }, metadata: { ...event.metadata, subject: 'guest-1' } };
    await log.append('thing-a', NO_STREAM, [sealed]);
    await happen('a', 0, 'made');
    const names = { ...tallies, name: 'names', evolve: (_: Tally | null, { personal }: AnyRecorded) => personal() };
    const models = memoryReadModels();
    const projector = await project(models, [tallies, names as Projection<unknown>]);
    const message = 'the vault knows nothing of subject-key guest-1: it is lost or older than the log';
    expect(projector.progress()).toMatchObject({
      stopped: null,
      failures: [{ projection: 'names', cause: 'event', eventId: event.id, message }],
    });
    expect(await models.get(tallies, 'a')).toEqual({ count: 2 });
  });

  it('counts an event once that is delivered again together with newer ones', async () => {
    for (let i = 0; i < 3; i += 1) await happen('a', i - 1, 'made');
    const events: RecordedEvent[] = [];
    for await (const event of log.readAll()) events.push(event);
    const batches = [events.slice(0, 2), events.slice(1), events];
    log.subscribe = async function* () {
      for (const batch of batches) yield { events: batch, caughtUp: true };
    };
    const models = memoryReadModels();
    await project(models, [tallies]);
    expect(await models.rows(tallies, ['a'])).toEqual(
      new Map([['a', { id: 'a', position: 3, document: { count: 3 } }]]),
    );
  });

  it('does nothing again that was folded, because another projection has stopped long before', async () => {
    await happen('a', NO_STREAM, 'poison');
    for (let i = 0; i < 3; i += 1) await happen('b', i - 1, 'made');
    const models = memoryReadModels();
    await (await project(models, [tallies, others])).stop();
    const touched: string[] = [];
    const { rows } = models;
    models.rows = (collection, ids) => {
      touched.push(`${collection.name}: ${ids}`);
      return rows.call(models, collection, ids) as never;
    };
    await happen('c', NO_STREAM, 'made');
    await project(models, [tallies, others]);
    expect(touched.filter((one) => one.startsWith('others'))).toEqual(['others: c']);
  });

  it('can be helped by a new start where a store has stopped every projection, but not where an event has', async () => {
    await happen('a', NO_STREAM, 'poison');
    const poisoned = await project(memoryReadModels(), [tallies]);
    expect([poisoned.hasStopped(tallies), poisoned.isHalted()]).toEqual([true, false]);
    const models = memoryReadModels();
    const broken = await project(models, [tallies, others]);
    expect(broken.isHalted()).toBe(false);
    models.write = async () => {
      throw new Error('not authorized');
    };
    await happen('b', NO_STREAM, 'made');
    expect(await broken.passed(2, 60_000)).toBe(true);
    expect(broken.isHalted()).toBe(true);
    expect(() => broken.assertFolded(others)).toThrow('This cannot be shown right now.');
    expect(broken.progress().failures).toMatchObject([
      { cause: 'event' },
      { cause: 'store', message: 'not authorized' },
    ]);
  });

  it('is stopped though a store elsewhere never answers what it was asked', async () => {
    const models = Object.assign(memoryReadModels(), { isElsewhere: true });
    const projector = await project(models, [tallies]);
    const pending = new Promise<void>((resolve) => {
      models.write = () => {
        resolve();
        return new Promise(() => {});
      };
    });
    await happen('a', NO_STREAM, 'made');
    await pending;
    await projector.stop();
  });

  it('stops, and says why, when a newer program raises the format of the log', async () => {
    await happen('a', NO_STREAM, 'made');
    const models = memoryReadModels();
    let tell: (error: unknown) => void = () => undefined;
    const logged = new Promise((resolve) => {
      tell = resolve;
    });
    const projector = new Projector(log, models, new Sealer(vault), {}, [tallies], tell);
    started.push(projector);
    await projector.start();
    expect(await projector.passed(1, 60_000)).toBe(true);
    const raised = events(1, { format: FORMAT + 1 }).map((event) => ({ ...event, type: 'LogFormatRaised' }));
    await log.append('system-installation', NO_STREAM, raised);
    expect(await logged).toBeInstanceOf(UnknownFormat);
    expect(projector.progress()).toMatchObject({
      position: 1,
      stopped: `The event log has format ${FORMAT + 1}; this program knows formats up to ${FORMAT}. Run a newer one.`,
    });
    expect(projector.isHalted()).toBe(false);
  });

  it('changes nothing when everything is delivered again', async () => {
    for (let i = 0; i < 5; i += 1) await happen('a', i - 1, 'made');
    const models = memoryReadModels();
    await (await project(models, [tallies])).stop();
    const [row] = (await models.rows<Tally>(tallies, ['a'])).values();
    models.checkpoint = async () => 0;
    await project(models, [tallies]);
    expect(await models.rows(tallies, ['a'])).toEqual(new Map([['a', row]]));
    expect(row).toEqual({ id: 'a', position: 5, document: { count: 5 } });
  });

  it('keeps nothing of what is gone, nor of what never was', async () => {
    await happen('a', NO_STREAM, 'made');
    await happen('a', 0, 'gone');
    await happen('b', NO_STREAM, 'gone');
    const models = memoryReadModels();
    await project(models, [tallies]);
    expect(await models.rows(tallies, ['a', 'b'])).toEqual(new Map());
  });

  it('keeps the id of the event that the log has where the batch ends, which may not be the last of it', async () => {
    await happen('a', NO_STREAM, 'made');
    await happen('b', NO_STREAM, 'made');
    const models = memoryReadModels();
    const [subscribe, head] = [log.subscribe.bind(log), await log.at(2)];
    log.subscribe = async function* (options) {
      for await (const { events, caughtUp } of subscribe(options)) {
        const again = events.slice(0, 1).map((event) => ({ ...event, position: 2 }));
        yield { events: [...events, ...again], caughtUp };
      }
    };
    await project(models, [tallies, others]);
    expect(await models.progress(tallies)).toEqual({ position: 2, event: head?.id });
  });

  describe('calls the read models whole', () => {
    it('once they hold all that happened', async () => {
      await happen('a', NO_STREAM, 'made');
      const projector = await project(memoryReadModels(), [tallies]);
      await happen('a', 0, 'made');
      expect(await projector.isWhole()).toBe(true);
    });

    it('but not when one has failed', async () => {
      await happen('a', NO_STREAM, 'poison');
      expect(await (await project(memoryReadModels(), [tallies, others])).isWhole()).toBe(false);
    });

    it('but not when one was dropped', async () => {
      await happen('a', NO_STREAM, 'made');
      const models = memoryReadModels();
      const projector = await project(models, [tallies, others]);
      await models.drop(tallies);
      await models.open([tallies]);
      expect(await projector.isWhole()).toBe(false);
    });

    it('but not where only others fold', async () => {
      await happen('a', NO_STREAM, 'made');
      const models = memoryReadModels();
      await project(models, [tallies]);
      const follower = await start(models, [tallies], false);
      expect(await follower.passed(1, 60_000)).toBe(true);
      expect(await follower.isWhole()).toBe(false);
    });
  });

  it('that follows goes on without a projection that has stopped where it is folded', async () => {
    await happen('a', NO_STREAM, 'poison');
    const models = memoryReadModels();
    await project(models, [tallies, others]);
    const follower = await start(models, [tallies, others], false);
    expect(await follower.passed(1, 60_000)).toBe(true);
    expect(follower.progress()).toMatchObject({ caughtUp: true, behind: [{ projection: 'tallies', position: 0 }] });
    expect([follower.hasStopped(tallies), follower.hasStopped(others)]).toEqual([true, false]);
  });

  it('that follows says when nobody folds, and goes on once somebody does', async () => {
    const models = memoryReadModels();
    const follower = await start(models, [tallies], false);
    await happen('a', NO_STREAM, 'made');
    while (follower.progress().waitsFor !== 'the read models are behind, and this process does not fold them')
      await follower.passed(1, 50);
    await project(models, [tallies]);
    expect(await follower.passed(1, 60_000)).toBe(true);
    expect(follower.progress().waitsFor).toBeNull();
  });
});
