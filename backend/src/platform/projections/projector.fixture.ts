import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { events } from '../log/event-log.fixture.js';
import { NO_STREAM } from '../log/event-log.js';
import { openLmdbEventLog } from '../log/lmdb-event-log.js';
import type { ReadModels } from '../read-models/read-models.js';
import type { Sealer } from '../vault/sealer.js';
import { type Projection, projection } from './projection.js';
import { Projector } from './projector.js';

export interface Tally {
  count: number;
  last: number;
}

/** Counts what happened to each thing; a thing whose number ends in 9 is forgotten by each event. */
export const TALLY = projection<Tally, { type: 'ThingHappened'; data: { size: string } }>({
  name: 'tally',
  version: 1,
  indexes: [['count']],
  categories: ['thing'],
  idsOf: ({ id }) => [id],
  evolve: (tally, { position }, id) => (id.endsWith('9') ? null : { count: (tally?.count ?? 0) + 1, last: position }),
}) as Projection<unknown>;

const sealer = { keysToOpen: async () => new Map() } as unknown as Sealer;

export async function openWorkshop(models: ReadModels, projections = [TALLY]) {
  const directory = await mkdtemp(join(tmpdir(), 'workshop-'));
  const log = await openLmdbEventLog(directory);
  const projector = new Projector(log, models, sealer, {}, projections, () => {});
  await projector.start();
  const happen = async (things: number, revision = NO_STREAM) => {
    for (let i = 0; i < things; i += 1) await log.append(`thing-${i}`, revision, events(1));
  };
  const settled = async () => projector.passed(await log.head(), 20_000);
  const close = async () => {
    await projector.stop();
    await log.close();
    await rm(directory, { recursive: true });
  };
  return { log, models, sealer, schema: {}, projector, happen, settled, close };
}
