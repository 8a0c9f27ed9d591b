import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { account } from '../backend/src/accounts/account.js';
import { email } from '../backend/src/accounts/email.js';
import { invitation } from '../backend/src/accounts/invitation.js';
import { staff } from '../backend/src/accounts/staff.js';
import { verifyLog } from '../backend/src/audit/verify.js';
import { order } from '../backend/src/orders/order.js';
import { type Command, type Decider, type DomainEvent, withoutPersonal } from '../backend/src/platform/decider.js';
import { currentData } from '../backend/src/platform/log/codec.js';
import type { RecordedEvent } from '../backend/src/platform/log/event-log.js';
import { evolveInstallation, NO_INSTALLATION } from '../backend/src/platform/log/installation.js';
import { fold } from '../backend/src/platform/projections/fold.js';
import { openEvents } from '../backend/src/platform/projections/recorded.js';
import { memoryReadModels } from '../backend/src/platform/read-models/memory-read-models.js';
import { evolveWatermark, NO_MARK } from '../backend/src/platform/vault/watermark.js';
import { loss } from '../backend/src/privacy/loss.js';
import { product } from '../backend/src/products/product.js';
import { profile } from '../backend/src/profiles/profile.js';
import { promo } from '../backend/src/promos/promo.js';
import { EVENT_SCHEMA } from '../backend/src/start/event-schema.js';
import { PROJECTIONS } from '../backend/src/start/projections.js';
import { inbox } from '../backend/src/stripe/inbox.js';
import { eventSamples, SAMPLE_KEY } from './support/event-samples.js';
import { ROOT } from './support/root.js';

type Evolving = Pick<Decider<unknown, Command, DomainEvent>, 'category' | 'initial' | 'evolve'>;

const installation = { category: 'system', initial: NO_INSTALLATION, evolve: evolveInstallation };
const watermark = { category: 'vault', initial: NO_MARK, evolve: evolveWatermark };
/** One for every kind of stream in docs/events.md. */
const DECIDERS = [
  product,
  order,
  account,
  email,
  profile,
  promo,
  inbox,
  invitation,
  staff,
  loss,
  watermark,
  installation,
] as unknown as readonly Evolving[];

const categoryOf = ({ stream }: RecordedEvent) => stream.slice(0, stream.indexOf('-'));
const nameOf = (category: string, type: string, version: number) => `${category} ${type} v${version}`;

/** Every version of every event that docs/events.md tells of; another spec holds that page against the unions. */
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

describe('the samples of what was ever written (test/fixtures/events)', () => {
  let samples: RecordedEvent[];
  beforeAll(async () => {
    samples = await eventSamples();
  });

  it('hold every event type in every version that was shipped, and none that was not', () => {
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
