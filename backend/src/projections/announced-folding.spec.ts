import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { events } from '@supreme-access/test/fixtures/event-log.js';
import { Sealer } from '../event-sourcing/sealer.js';
import { NO_STREAM } from '../stores/event-log/event-log.js';
import { openLmdbEventLog } from '../stores/event-log/lmdb-event-log.js';
import { memoryReadModels } from '../stores/read-models/sqlite-read-models.js';
import { openLmdbVault } from '../stores/vault/lmdb-vault.js';
import { AnnouncedFolding, announceFolding, type Progress, type ProjectorFailure } from './announced-folding.js';
import { PATIENCE } from './folded-elsewhere.js';
import type { Projection } from './projection.js';
import { Projector } from './projector.js';

const FAILURE: ProjectorFailure = { projection: 'orders', cause: 'event', eventId: 'e', position: 7, message: 'no' };
const at = (position: number, more: Partial<Progress> = {}): Progress => ({
  ...{ position, caughtUp: true, failures: [], behind: [], stopped: null, waitsFor: null },
  ...more,
});

describe('the folding that another thread announces', () => {
  it('is waited for until a position is passed', async () => {
    const folding = new AnnouncedFolding();
    const { signal } = new AbortController();
    let reached = 0;
    const waiting = [3, 5].map((position) =>
      folding.reached(position, signal).then(() => {
        reached = position;
      }),
    );
    folding.hear(at(2));
    await Promise.resolve();
    expect(reached).toBe(0);
    folding.hear(at(4));
    await waiting[0];
    expect(reached).toBe(3);
    folding.hear(at(5, { failures: [FAILURE] }));
    await Promise.all(waiting);
    await folding.reached(4, signal);
    expect(folding.progress).toMatchObject({ position: 5, failures: [FAILURE] });
  });

  it('is waited for no longer once that is aborted', async () => {
    const stopping = new AbortController();
    const waiting = new AnnouncedFolding().reached(3, stopping.signal);
    stopping.abort();
    await expect(waiting).rejects.toThrow('aborted');
    await expect(new AnnouncedFolding().reached(3, stopping.signal)).rejects.toThrow('aborted');
  });
});

describe('who folds', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('announces the beginning, each batch, and what changes without one', () => {
    const listeners = new Set<() => void>();
    const said: Progress[] = [];
    let now = at(0, { caughtUp: false });
    const projector = {
      progress: () => now,
      onBatch: (listener: () => void) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    };
    const end = announceFolding(projector, (progress) => said.push(progress));
    now = at(3);
    for (const listener of listeners) listener();
    jest.advanceTimersByTime(2_000);
    now = at(3, { waitsFor: 'the read models do not answer' });
    jest.advanceTimersByTime(2_000);
    end();
    now = at(4);
    jest.advanceTimersByTime(2_000);
    expect(said).toEqual([at(0, { caughtUp: false }), at(3), at(3, { waitsFor: 'the read models do not answer' })]);
    expect(listeners.size).toBe(0);
  });
});

describe('a projector that follows announcements', () => {
  const things: Projection<{ count: number }> = {
    name: 'things',
    version: 1,
    indexes: [],
    categories: ['thing'],
    idsOf: (event) => [event.id],
    evolve: (document, event) => {
      if ((event.data as { what?: string }).what === 'poison') throw new Error('cannot take this');
      return { count: (document?.count ?? 0) + 1 };
    },
  };

  it('passes what the other one has folded, and knows what that one cannot fold', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'announced-'));
    const [log, vault] = [
      await openLmdbEventLog(join(directory, 'log')),
      await openLmdbVault(join(directory, 'vault'), randomBytes(32)),
    ];
    const [models, folding] = [memoryReadModels(), new AnnouncedFolding()];
    const made = (folds: boolean, announced?: AnnouncedFolding) => {
      const sealer = new Sealer(vault);
      return new Projector(log, models, sealer, {}, [things], () => undefined, folds, PATIENCE, announced);
    };
    const [folder, follower] = [made(true), made(false, folding)];
    await models.open([things]);
    await follower.start();
    await log.append('thing-1', NO_STREAM, events(1));
    expect(await follower.passed(1, 50)).toBe(false);
    await folder.start();
    const end = announceFolding(folder, (progress) => folding.hear(progress));
    expect(await follower.passed(1, 5_000)).toBe(true);
    expect(await models.get(things, '1')).toEqual({ count: 1 });
    await log.append('thing-2', NO_STREAM, events(1, { what: 'poison' }));
    expect(await follower.passed(2, 5_000)).toBe(true);
    expect(() => follower.assertFolded(things)).toThrow('cannot be shown');
    expect(follower.progress().failures).toMatchObject([{ projection: 'things', cause: 'event', position: 2 }]);
    end();
    const late = made(false, folding);
    folding.hear(at(2, { stopped: 'the log is of a newer format' }));
    await expect(late.reachEnd()).rejects.toThrow('newer format');
    await Promise.all([folder.stop(), follower.stop()]);
    await Promise.all([models.close(), log.close(), vault.close()]);
    await rm(directory, { recursive: true });
  });
});
