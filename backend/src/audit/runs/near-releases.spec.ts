import { AT } from '@supreme-access/test/fixtures/decider-test-kit.js';
import type { Config } from '../../config/config.js';
import { Reads } from '../../projections/reads.js';
import type { EventLog } from '../../stores/event-log/event-log.js';
import { memoryReadModels } from '../../stores/read-models/sqlite-read-models.js';
import { NearReleases } from './near-releases.js';
import { type RunDoc, runsProjection } from './runs.projection.js';

const FAR = { eventstoreUrl: 'esdb://far', mongodbUrl: 'mongodb://far', answerMs: 1 };
const HOODIE = { title: 'Hoodie', at: AT, until: AT + 1, hasBegun: false };

/** Whether a release is in the way of runs over a log of so many events, after those that are recorded. */
async function inTheWay(events: number, ...runs: Partial<RunDoc>[]) {
  const near = await nearReleases({ head: async () => events } as unknown as EventLog, null, ...runs);
  return async (kind?: 'verify' | 'replay') => (await near.inTheWayOf(kind, [HOODIE])).length > 0;
}

async function nearReleases(log: EventLog, engines: Config['engines'], ...runs: Partial<RunDoc>[]) {
  const models = memoryReadModels();
  await models.open([runsProjection]);
  const rows = runs.map((run, index) => {
    const document = { runId: `${index}`, kind: 'verify', startedAt: AT, outcome: 'passed', position: 100_000, ...run };
    return { id: `${index}`, position: 1, document };
  });
  await models.write(runsProjection, rows);
  return new NearReleases(new Reads(models), log, () => AT, { engines });
}

describe('a release that is near', () => {
  it.each([
    [10_000, false],
    [10_001, true],
  ])('is in the way of a run that was never made, of a log of %i events: %s', async (events, isInTheWay) => {
    const isRefused = await inTheWay(events);
    expect([await isRefused('verify'), await isRefused()]).toEqual([isInTheWay, isInTheWay]);
  });

  it.each([
    [100_000, 2_000, false],
    [100_001, 2_000, true],
    [50_000, 4_000, false],
    [200_000, 1_500, true],
  ])('of a log of %i events, where the last took %i ms for 100,000: %s', async (events, took, isInTheWay) => {
    const isRefused = await inTheWay(events, { finishedAt: AT + took });
    expect(await isRefused('verify')).toBe(isInTheWay);
  });

  it('by the latest of its kind that came to an end', async () => {
    const isRefused = await inTheWay(
      100_000,
      { startedAt: AT - 3, finishedAt: AT + 60_000 },
      { startedAt: AT - 2, finishedAt: AT },
      { startedAt: AT - 1, finishedAt: AT + 60_000, outcome: 'stopped' },
      { startedAt: AT, finishedAt: AT + 60_000, kind: 'replay' },
    );
    expect([await isRefused('verify'), await isRefused('replay')]).toEqual([false, true]);
  });

  it('is in the way of runs over more than 2,000 events of another server, which are read once', async () => {
    let [events, read] = [1_990, 0];
    async function* readAll({ after = 0, limit = events }) {
      for (let position = after + 1; position <= Math.min(after + limit, events); position += 1) {
        read += 1;
        yield { position };
      }
    }
    const near = await nearReleases({ readAll } as unknown as EventLog, FAR);
    const isRefused = async () => (await near.inTheWayOf('verify', [HOODIE])).length > 0;
    expect(await Promise.all([isRefused(), isRefused(), isRefused()])).toEqual([false, false, false]);
    expect(read).toBe(1_990);
    events = 50_000;
    expect([await isRefused(), await isRefused()]).toEqual([true, true]);
    expect(read).toBe(2_001);
  });
});
