import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { verifyLog } from '../backend/src/audit/verify.js';
import type { RecordedEvent } from '../backend/src/platform/log/event-log.js';
import { openLmdbEventLog } from '../backend/src/platform/log/lmdb-event-log.js';
import { fold } from '../backend/src/platform/projections/fold.js';
import { type AnyRecorded, openEvents } from '../backend/src/platform/projections/recorded.js';
import { memoryReadModels } from '../backend/src/platform/read-models/memory-read-models.js';
import { loadMasterKey, openLmdbVault } from '../backend/src/platform/vault/lmdb-vault.js';
import { Sealer } from '../backend/src/platform/vault/sealer.js';
import type { Vault } from '../backend/src/platform/vault/vault.js';
import { EVENT_SCHEMA } from '../backend/src/start/event-schema.js';
import { PROJECTIONS } from '../backend/src/start/projections.js';
import { KeptInstallation, type RecordedRow } from './support/installation.js';
import { differences, isMeant, type MeantChange } from './support/kept-rows.js';
import { ROOT } from './support/root.js';

const NAME = 'installation-format-1';
/** noted down with `npm run audit -- verify` of the program that wrote it */
const FINGERPRINT = {
  events: 545,
  digest: '2970f889e11494a2573f3ed4c8ed6f0b517aa90ff2336b163a39f61854a32550',
} as const;

describe('a log and vault written before formats had numbers', () => {
  const kept = new KeptInstallation(NAME);
  let directory: string;
  let vault: Vault;
  let stored: RecordedEvent[];
  let opened: AnyRecorded[];
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'kept-'));
    await kept.restore(directory);
    const log = await openLmdbEventLog(join(directory, 'log'));
    vault = await openLmdbVault(join(directory, 'vault'), await loadMasterKey(join(directory, 'master.key')));
    stored = [];
    for await (const event of log.readAll()) stored.push(event);
    await log.close();
    opened = await openEvents(stored, new Sealer(vault), EVENT_SCHEMA);
  });
  afterAll(async () => {
    await vault.close();
    await rm(directory, { recursive: true, force: true });
  });

  it('holds every hash chain, and exactly the events that were noted', async () => {
    const { broken, isNotedThere, streams } = await verifyLog(stored, EVENT_SCHEMA, { noted: FINGERPRINT });
    expect({ broken, isNotedThere, streams }).toEqual({ broken: [], isNotedThere: true, streams: 180 });
  });

  it('opens what is sealed of every person but the two who were erased', () => {
    const sealed = opened.filter((_, index) => 'personal' in (stored[index]?.data ?? {}));
    const closed = sealed.filter((event) => event.personal() === null).map(({ subject }) => subject);
    const living = sealed.filter((event) => event.personal() !== null).map(({ subject }) => subject);
    const kinds = (subjects: readonly (string | undefined)[]) =>
      [...new Set(subjects)].map((subject) => subject?.split('-')[0]).sort();
    expect(kinds(closed)).toEqual(['account', 'guest']);
    expect(kinds(living)).toEqual([...Array(13).fill('account'), ...Array(3).fill('guest')]);
    expect(closed.filter((subject) => living.includes(subject))).toEqual([]);
  });

  async function rowsOf(events: readonly AnyRecorded[]): Promise<RecordedRow[]> {
    const models = memoryReadModels();
    await models.open(PROJECTIONS);
    const rows: RecordedRow[] = [];
    for (const projection of PROJECTIONS) {
      await fold(models, projection, events);
      const about = events.filter(({ category }) => projection.categories.includes(category));
      const ids = new Set(about.flatMap((event) => [...projection.idsOf(event)]));
      for (const [id, { document }] of await models.rows<Record<string, unknown>>(projection, [...ids])) {
        if (document !== null) rows.push({ projection: projection.name, id, document });
      }
    }
    return rows;
  }

  /** See test/fixtures/README.md: who means to change a row of an existing log says so there, with the reason. */
  it('folds to the rows of its day: each of them, each field with its value; fields may have been added', async () => {
    const text = await readFile(join(ROOT, 'test/fixtures', NAME, 'meant-changes.json'), 'utf8');
    const meant = JSON.parse(text) as MeantChange[];
    const recorded = await kept.rows();
    const names = new Set(recorded.map(({ projection }) => projection));
    const now = (await rowsOf(opened)).filter(({ projection }) => names.has(projection));
    const found = differences(recorded, now);
    expect(found.filter((difference) => !meant.some((change) => isMeant(difference, change)))).toEqual([]);
    expect(meant.filter((change) => !found.some((difference) => isMeant(difference, change)))).toEqual([]);
    expect(recorded).toHaveLength(92);
  });
});
