import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { verifyLog } from '../../backend/src/audit/verify.js';
import { currentData } from '../../backend/src/event-sourcing/codec.js';
import { withoutPersonal } from '../../backend/src/event-sourcing/decider.js';
import { fold } from '../../backend/src/projections/fold.js';
import { openEvents } from '../../backend/src/projections/recorded.js';
import { EVENT_SCHEMA } from '../../backend/src/server/event-schema.js';
import { PROJECTIONS } from '../../backend/src/server/projections.js';
import type { RecordedEvent } from '../../backend/src/stores/event-log/event-log.js';
import { memoryReadModels } from '../../backend/src/stores/read-models/sqlite-read-models.js';
import { DECIDERS } from '../support/deciders.js';
import { eventSamples, SAMPLE_KEY } from '../support/event-samples.js';
import { ROOT } from '../support/root.js';

const categoryOf = ({ stream }: RecordedEvent) => stream.slice(0, stream.indexOf('-'));
const nameOf = (category: string, type: string, version: number) => `${category} ${type} v${version}`;

/** Every version of every event in docs/events.md; another spec compares that page with the unions. */
function shippedEvents(): { category: string; names: string[] }[] {
  const [, ...pages] = readFileSync(join(ROOT, 'docs/events.md'), 'utf8').split(/^## /m);
  return pages.map((page) => {
    const category = page.slice(0, page.indexOf('-'));
    const events = [...page.matchAll(/^### (\w+)(?: \(version (\d+)\))?$/gm)];
    const names = events.flatMap(([, type = '', version = '1']) =>
      Array.from({ length: Number(version) }, (_, index) => nameOf(category, type, index + 1)),
    );
    return { category, names };
  });
}

describe('the samples of every event (test/samples/events)', () => {
  let samples: RecordedEvent[];
  beforeAll(async () => {
    samples = await eventSamples();
  });

  it('hold every shipped event type in every version, and no other', () => {
    const shipped = shippedEvents().flatMap(({ names }) => names);
    const sampled = samples.map((one) => nameOf(categoryOf(one), one.type, one.metadata.schemaVersion));
    expect(shipped.filter((name) => !sampled.includes(name))).toEqual([]);
    expect(sampled.filter((name) => !shipped.includes(name))).toEqual([]);
    expect(DECIDERS.map(({ category }) => category).sort()).toEqual(
      shippedEvents()
        .map((one) => one.category)
        .sort(),
    );
  });

  it('are events with ids of their own, which the log verifies', async () => {
    expect(new Set(samples.map(({ id }) => id)).size).toBe(samples.length);
    expect((await verifyLog(samples, EVENT_SCHEMA)).broken).toEqual([]);
  });

  it('are folded by their aggregates, one after the other', () => {
    const states = new Map(DECIDERS.map(({ category, initial }) => [category, initial]));
    for (const sample of samples) {
      const decider = DECIDERS.find(({ category }) => category === categoryOf(sample));
      const event = withoutPersonal({ type: sample.type, data: currentData(sample, EVENT_SCHEMA) });
      const state = decider?.evolve(states.get(categoryOf(sample)), event);
      expect([sample.type, typeof state]).toEqual([sample.type, 'object']);
      states.set(categoryOf(sample), state);
    }
  });

  it('are opened only by read models that are marked as personal', async () => {
    const keysToOpen = async (subjects: Iterable<string>) => new Map([...subjects].map((one) => [one, SAMPLE_KEY]));
    const events = await openEvents(samples, { keysToOpen }, EVENT_SCHEMA);
    const opening = new Set<string>();
    for (const projection of PROJECTIONS) {
      const models = memoryReadModels();
      await models.open([projection]);
      const received = events.map((event) => {
        const personal = () => {
          opening.add(projection.name);
          return event.personal();
        };
        return { ...event, personal };
      });
      await fold(models, projection, received);
      await models.close();
    }
    expect([...opening]).toEqual(PROJECTIONS.filter(({ isPersonal }) => isPersonal).map(({ name }) => name));
  });

  it('are of the rows that their streams are called by, where a read model says so', async () => {
    const events = await openEvents(samples, { keysToOpen: async () => new Map() }, EVENT_SCHEMA);
    const others = PROJECTIONS.flatMap(({ name, categories, own = categories, idsOf }) => {
      const named = events.filter(({ category }) => own.includes(category));
      return named.filter((event) => idsOf(event).some((id) => id !== event.id)).map(({ type }) => `${name} ${type}`);
    });
    expect(others).toEqual([]);
  });

  it.each(['open', 'erased'] as const)('are folded by every read model, the people in them %s', async (kind) => {
    const key = kind === 'open' ? SAMPLE_KEY : kind;
    const keysToOpen = async (subjects: Iterable<string>) => new Map([...subjects].map((one) => [one, key] as const));
    const events = await openEvents(samples, { keysToOpen }, EVENT_SCHEMA);
    const models = memoryReadModels();
    await models.open(PROJECTIONS);
    for (const projection of PROJECTIONS) {
      await fold(models, projection, events);
      expect([projection.name, await models.count(projection)]).not.toEqual([projection.name, 0]);
    }
  });
});
