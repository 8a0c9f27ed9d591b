import { Refused } from '../event-sourcing/decider.js';
import type { Streams } from '../event-sourcing/streams.js';
import type { Position, RecordedEvent } from '../stores/event-log/event-log.js';
import type { Projection } from './projection.js';
import type { Projector } from './projector.js';
import type { BuildStores } from './rebuild.js';
import { openEvents, toRecorded } from './recorded.js';

/** ms a command waits for read models that are far behind */
const PATIENCE = 1_500;
/** events beyond the read models that are looked through at once */
const TAIL_MAX = 1_000;
/** what a stranger sends is not bounded, the names of streams are */
const ID = /^[\w-]{1,100}$/;

/**
 * Documents as commands need them: read models that lag behind the log cost time, never a wrong no. What they lack is folded
 * from the log by the projection itself.
 */
export class Latest {
  constructor(private readonly platform: BuildStores & { streams: Streams; projector: Projector }) {}

  /** Of a document whose use never changes: whatever row there is, or else what the log says. @throws Refused 'not-ready' */
  async find<D>(projection: Projection<D>, id: string): Promise<D | undefined> {
    return (await this.platform.models.get<D>(projection, id)) ?? this.logged(projection, id);
  }

  /**
   * Of a document that is its stream's fold: never older than what this process knows of the stream, and where it does not
   * `suffice`, what the log says. A row that does costs nothing more than reading it.
   */
  current<D>(
    projection: Projection<D>,
    id: string,
    suffices: (document: D) => boolean = () => true,
  ): Promise<D | undefined> {
    const { streams, projector, models } = this.platform;
    if (projector.hasStopped(projection)) return this.logged(projection, id);
    const isBehind = projection.categories.some((category) => streams.seen(category, id) > projector.position);
    if (isBehind) return this.logged(projection, id);
    return models
      .get<D>(projection, id)
      .then((document) => (document && suffices(document) ? document : this.logged(projection, id)));
  }

  /** The document as the log has it now, whatever the read models say. @throws Refused 'not-ready', 'projection-stopped' */
  async logged<D>(projection: Projection<D>, id: string): Promise<D | undefined> {
    if (!ID.test(id)) return undefined;
    const { log, checks } = this.platform;
    const own: RecordedEvent[] = [];
    for (const category of projection.categories) {
      const stream = log.readStream(`${category}-${id}`);
      for await (const event of checks ? checks.intact(stream) : stream) own.push(event);
    }
    if (own.length > 0) return this.fold(projection, id, own);
    return projection.categories.length > 1 ? this.unfolded(projection, id) : undefined;
  }

  /** What another stream's event begins can only be found beyond the end of the read models; what is passed over there begins nothing. */
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

  /** The checkpoint of what nothing touches comes after; one that is not there was dropped. */
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
      // It may be the very event that has stopped the projection.
      projector.assertFolded(projection);
      throw error;
    }
    return document ?? undefined;
  }
}

function notReady(): Refused {
  return new Refused('not-ready', 'unavailable', 'We are catching up. Try again in a moment.', 1);
}
