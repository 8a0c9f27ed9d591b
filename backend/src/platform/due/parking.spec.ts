import type { Commands } from '../commands.js';
import { Refused } from '../decider.js';
import { StreamDamaged } from '../log/stream-integrity.js';
import { memoryReadModels } from '../read-models/memory-read-models.js';
import { type DueRow, dueProjection, PARKED, rowKey } from './due.projection.js';
import { DueRows } from './due-rows.js';
import type { DueWork } from './due-work.js';
import type { ResumeWork } from './parked-work.js';
import { Parking } from './parking.js';

describe('what locked streams have parked', () => {
  const due = dueProjection([]);
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
  const lines = ['charge', 'mail'].map((kind) => ({ worker: { kind } }));
  const parking = new Parking(
    commands as unknown as Commands,
    { lines, rows: new DueRows(models, due) } as unknown as DueWork,
  );
  const parkedRow = (kind: string, id: string, reason: string) => {
    const document: DueRow = { kind, id, dueAt: PARKED, attempt: 0, parked: { attempts: 1, reason, at: 1, dueAt: 1 } };
    return { id: rowKey({ kind, id }), position: 1, document };
  };

  beforeAll(async () => {
    await models.open([due]);
    const others = Array.from({ length: 1_000 }, (_, n) => parkedRow('charge', `a-${n}`, 'refund-open'));
    const locked = ['z-1', 'z-2', 'z-3'].map((id) => parkedRow('charge', id, 'stream-damaged'));
    await models.write(due, [...others, ...locked, parkedRow('mail', 'm-1', 'stream-damaged')]);
  });
  beforeEach(() => {
    resumed = [];
    failing.clear();
  });

  it('is resumed, however much is parked for other reasons', async () => {
    failing.set('charge:z-1', new Refused('not-parked', 'conflict'));
    await parking.resumeDamaged();
    expect(resumed).toEqual(['charge:z-2', 'charge:z-3', 'mail:m-1']);
  });

  it('is resumed also where the stream of one row is locked itself, and that is told', async () => {
    const damaged = new StreamDamaged({ stream: 'work-charge:z-1', revision: 1, reason: 'hash' });
    failing.set('charge:z-1', damaged);
    await expect(parking.resumeDamaged()).rejects.toBe(damaged);
    expect(resumed).toEqual(['charge:z-2', 'charge:z-3', 'mail:m-1']);
  });
});
