import { ACCEPTANCES } from '../event-sourcing/acceptances.js';
import { encode } from '../event-sourcing/codec.js';
import { workerMetadata } from '../event-sourcing/command-metadata.js';
import type { Commands } from '../event-sourcing/commands.js';
import { Refused } from '../event-sourcing/decider.js';
import type { RecordedEvent } from '../stores/event-log/event-log.js';
import { GENESIS } from '../stores/event-log/hash-chain.js';
import { StreamDamaged } from '../stores/event-log/stream-integrity.js';
import { memoryReadModels } from '../stores/read-models/sqlite-read-models.js';
import { JobRows } from './job-rows.js';
import type { JobRunner } from './job-runner.js';
import { type Job, jobsProjection, PARKED, rowKey } from './jobs.projection.js';
import type { ResumeWork } from './parked-jobs.js';
import { Parking } from './parking.js';

const PARKED_AT = 1_000_000;

describe('what locked streams have parked', () => {
  const due = jobsProjection([]);
  const models = memoryReadModels();
  let resumed: string[];
  const failing = new Map<string, Error>();
  const commands = {
    isDone: async () => false,
    state: async () => ({ isParked: true }),
    execute: async (_: unknown, { id }: ResumeWork) => {
      const error = failing.get(id);
      if (error) throw error;
      resumed.push(id);
    },
  };
  const queues = ['charge', 'mail'].map((kind) => ({ worker: { kind } }));
  const parking = new Parking(
    commands as unknown as Commands,
    { queues, rows: new JobRows(models, due) } as unknown as JobRunner,
    {
      readStream: async function* () {
        yield* accepted;
      },
    },
  );
  let accepted: RecordedEvent[];
  const acceptedAt = (now: number): RecordedEvent => {
    const [stream, revision] = [ACCEPTANCES, 0];
    const event = { type: 'DamageAccepted', data: { stream: 'order-1', revision: 3 } };
    const at = { stream, revision, previousHash: GENESIS, eventId: 'a', now };
    return { ...encode(event, workerMetadata('spec'), at, {}).stored, stream, revision, position: 1 };
  };
  const parkedRow = (kind: string, id: string, reason: string, at = PARKED_AT) => {
    const document: Job = {
      kind,
      id,
      dueAt: PARKED,
      attempt: 0,
      cause: 'e-1',
      parked: { attempts: 1, reason, at, dueAt: 1 },
    };
    return { id: rowKey({ kind, id }), position: 1, document };
  };

  beforeAll(async () => {
    await models.open([due]);
    const others = Array.from({ length: 1_000 }, (_, n) => parkedRow('charge', `a-${n}`, 'refund-open'));
    const locked = ['z-1', 'z-2', 'z-3'].map((id, n) => parkedRow('charge', id, 'stream-damaged', PARKED_AT + n));
    await models.write(due, [...others, ...locked, parkedRow('mail', 'm-1', 'stream-damaged')]);
  });
  beforeEach(() => {
    [resumed, accepted] = [[], []];
    failing.clear();
  });

  it('is resumed, however much is parked for other reasons', async () => {
    failing.set('charge:z-1', new Refused('not-parked', 'conflict'));
    await parking.resumeDamaged('acceptance');
    expect(resumed).toEqual(['charge:z-2', 'charge:z-3', 'mail:m-1']);
  });

  it('is resumed also where the stream of one row is locked itself, and that is told', async () => {
    const damaged = new StreamDamaged({ stream: 'work-charge:z-1', revision: 1, reason: 'hash' });
    failing.set('charge:z-1', damaged);
    await expect(parking.resumeDamaged('acceptance')).rejects.toBe(damaged);
    expect(resumed).toEqual(['charge:z-2', 'charge:z-3', 'mail:m-1']);
  });

  it('is left at a start where nothing was accepted since it was parked', async () => {
    await parking.resumeDamaged('start');
    accepted = [acceptedAt(PARKED_AT - 60_001)];
    await parking.resumeDamaged('start');
    expect(resumed).toEqual([]);
  });

  it('is resumed at a start where it was parked before the newest acceptance, or at about that time', async () => {
    accepted = [acceptedAt(PARKED_AT - 59_999)];
    await parking.resumeDamaged('start');
    expect(resumed).toEqual(['charge:z-1', 'charge:z-2', 'mail:m-1']);
    resumed = [];
    accepted = [acceptedAt(PARKED_AT + 3_600_000)];
    await parking.resumeDamaged('start');
    expect(resumed).toEqual(['charge:z-1', 'charge:z-2', 'charge:z-3', 'mail:m-1']);
  });
});
