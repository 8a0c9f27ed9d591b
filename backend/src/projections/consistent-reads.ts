import { Refused } from '../event-sourcing/decider.js';
import type { Streams } from '../event-sourcing/streams.js';
import type { Position, RecordedEvent } from '../stores/event-log/event-log.js';
import type { Projection } from './projection.js';
import type { Projector } from './projector.js';
import type { BuildStores } from './rebuild.js';
import { openEvents, toRecorded } from './recorded.js';

/** ms a command waits for read models that are far behind */
const PATIENCE = 1_500;
const TAIL_MAX = 1_000;
const ID = /^[\w-]{1,100}$/;

/** Read models that lag cost time, never a wrong refusal: the log supplies what they lack. */
export class ConsistentReads {
  constructor(private readonly platform: BuildStores & { streams: Streams; projector: Projector }) {}

  /** For documents whose use never changes: any stored row is good. @throws Refused 'not-ready' */
  async find<D>(projection: Projection<D>, id: string): Promise<D | undefined> {
    return (await this.platform.models.get<D>(projection, id)) ?? this.logged(projection, id);
  }

  /** Never older than this process's own writes; reads the log where the row does not `suffice`. */
  current<D>(
    projection: Projection<D>,
    id: string,
    suffices: (document: D) => boolean = () => true,
  ): Promise<D | undefined> {
    const { streams, projector, models } = this.platform;
    if (projector.hasStopped(projection)) return this.logged(projection, id);
    const isBehind = ownOf(projection).some((category) => streams.seen(category, id) > projector.position);
    if (isBehind) return this.logged(projection, id);
    return models
      .get<D>(projection, id)
      .then((document) => (document && suffices(document) ? document : this.logged(projection, id)));
  }

  /** @throws Refused 'not-ready', 'projection-stopped' */
  async logged<D>(projection: Projection<D>, id: string): Promise<D | undefined> {
    if (!ID.test(id)) return undefined;
    const { log, checks } = this.platform;
    const own: RecordedEvent[] = [];
    for (const category of ownOf(projection)) {
      const stream = log.readStream(`${category}-${id}`);
      for await (const event of checks ? checks.intact(stream) : stream) own.push(event);
    }
    if (own.length > 0) return this.fold(projection, id, own);
    const isOfOneStream = projection.categories.length === 1 && ownOf(projection).length === 1;
    return isOfOneStream ? undefined : this.unfolded(projection, id);
  }

  private async unfolded<D>(projection: Projection<D>, id: string): Promise<D | undefined> {
    const { models, log, projector, schema, checks } = this.platform;
    const after = await this.foldedUpTo(projection);
    const folded = await models.get<D>(projection, id);
    if (folded) return folded;
    const tail: RecordedEvent[] = [];
    for await (const event of log.readAll({ after, limit: TAIL_MAX })) tail.push(event);
    const isOwn = (event: RecordedEvent) => {
      if (event.isForeign) return false;
      const read = toRecorded(event, schema, undefined);
      return projection.categories.includes(read.category) && projection.idsOf(read).includes(id);
    };
    let own = tail.filter(isOwn);
    if (own.length > 0 && checks) own = (await checks.folded(after, tail)).filter(isOwn);
    if (own.length > 0) return this.fold(projection, id, own);
    if (tail.length < TAIL_MAX) return undefined;
    const head = await log.head();
    await projector.passed(head, PATIENCE);
    if ((await this.foldedUpTo(projection)) >= head) return models.get<D>(projection, id);
    throw notReady();
  }

  /** Checkpoints of untouched projections lag; 0 means that the read model was dropped. */
  private async foldedUpTo<D>(projection: Projection<D>): Promise<Position> {
    const { models, projector } = this.platform;
    const stored = await models.checkpoint(projection);
    return stored === 0 || projector.hasStopped(projection) ? stored : Math.max(stored, projector.position);
  }

  private async fold<D>(projection: Projection<D>, id: string, events: RecordedEvent[]): Promise<D | undefined> {
    const { sealer, schema, projector } = this.platform;
    let document: D | null = null;
    try {
      for (const event of await openEvents(events, sealer, schema)) {
        if (projection.idsOf(event).includes(id)) document = projection.evolve(document, event, id);
      }
    } catch (error) {
      projector.assertFolded(projection);
      throw error;
    }
    return document ?? undefined;
  }
}

function ownOf({ own, categories }: Pick<Projection<unknown>, 'own' | 'categories'>): readonly string[] {
  return own ?? categories;
}

function notReady(): Refused {
  return new Refused('not-ready', 'unavailable', 'We are catching up. Try again in a moment.', 1);
}
