import { AT } from '../../platform/given.fixture.js';
import type { EventLog } from '../../platform/log/event-log.js';
import { memoryReadModels } from '../../platform/read-models/memory-read-models.js';
import { Reads } from '../../platform/read-models/reads.js';
import { RunLength } from './run-length.js';
import { type RunDoc, runsProjection } from './runs.projection.js';

/** A log of so many events, and what runs were recorded. */
async function lengthOf(head: number, ...runs: Partial<RunDoc>[]): Promise<RunLength> {
  const models = memoryReadModels();
  await models.open([runsProjection]);
  const rows = runs.map((run, index) => {
    const document = { runId: `${index}`, kind: 'verify', startedAt: AT, outcome: 'passed', position: 100_000, ...run };
    return { id: `${index}`, position: 1, document };
  });
  await models.write(runsProjection, rows);
  return new RunLength(new Reads(models), logOf(head));
}

function logOf(head: number, events = head): EventLog {
  async function* readAll({ limit = events } = {}) {
    for (let count = 0; count < Math.min(limit, events); count += 1) yield {};
  }
  return { head: async () => head, readAll } as unknown as EventLog;
}

describe('a run is short', () => {
  it.each([
    [10_000, true],
    [10_001, false],
  ])('that was never made, of a log of %i events: %s', async (head, isShort) => {
    expect(await (await lengthOf(head)).isShort('verify')).toBe(isShort);
    expect(await (await lengthOf(head)).isShort()).toBe(isShort);
  });

  it.each([
    [100_000, 2_000, true],
    [100_001, 2_000, false],
    [50_000, 4_000, true],
    [200_000, 1_500, false],
  ])('of a log of %i events, where the last took %i ms for 100,000: %s', async (head, took, isShort) => {
    const length = await lengthOf(head, { finishedAt: AT + took });
    expect(await length.isShort('verify')).toBe(isShort);
  });

  it.each([
    [2_000, true],
    [2_001, false],
  ])('that was never made, of %i events whose positions count bytes: %s', async (events, isShort) => {
    const models = memoryReadModels();
    await models.open([runsProjection]);
    const length = new RunLength(new Reads(models), logOf(events * 700, events));
    expect([await length.isShort('verify'), await length.isShort()]).toEqual([isShort, isShort]);
  });

  it('by the latest of its kind that came to an end', async () => {
    const length = await lengthOf(
      100_000,
      { startedAt: AT - 3, finishedAt: AT + 60_000 },
      { startedAt: AT - 2, finishedAt: AT },
      { startedAt: AT - 1, finishedAt: AT + 60_000, outcome: 'stopped' },
      { startedAt: AT, finishedAt: AT + 60_000, kind: 'replay' },
    );
    expect(await length.isShort('verify')).toBe(true);
    expect(await length.isShort('replay')).toBe(false);
  });
});
