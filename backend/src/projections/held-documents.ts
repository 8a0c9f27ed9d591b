import type { LRUCache } from 'lru-cache';
import type { Sealer } from '../event-sourcing/sealer.js';
import type { Streams } from '../event-sourcing/streams.js';
import { boundedCache } from '../stores/bounded-cache.js';
import type { Position } from '../stores/event-log/event-log.js';
import type { ConsistentReads } from './consistent-reads.js';
import type { LiveEvents } from './live-events.js';
import type { Projection } from './projection.js';
import type { Projector } from './projector.js';

interface Sources {
  latest: Pick<ConsistentReads, 'current'>;
  projector: Pick<Projector, 'position' | 'hasStopped'>;
  streams: Pick<Streams, 'seen'>;
  live: Pick<LiveEvents, 'onEvent'>;
  sealer: Pick<Sealer, 'onErased'>;
  clock: () => number;
}

interface Parts<D, T> {
  pick(document: D): T;
  /** whose words they are */
  subjectOf(value: T, id: string): string;
}

interface Held<T> {
  value: T;
  /** the log position up to which it knows every event of its stream */
  position: Position;
  /** ms UTC */
  until: number;
}

/** ms; a rebuild mends rows without an event */
const LIFE = 60_000;
/** documents that are held, and newest events that are remembered */
const MOST = 20_000;

/**
 * What a hot route needs of documents, decrypted in this process until the log says something new of their stream. Of the
 * projection's categories only `category` is read.
 */
export class HeldDocuments<D, T> {
  private readonly held: LRUCache<string, Held<T>>;
  /** what was read last, oldest first: a row that does not know it is not held */
  private readonly lastSeen = new Map<string, Position>();
  private forgotten: Position = 0;
  private erasures = 0;

  constructor(
    private readonly projection: Projection<D>,
    private readonly category: string,
    private readonly parts: Parts<D, T>,
    private readonly from: Sources,
    private readonly most = MOST,
  ) {
    this.held = boundedCache<Held<T>>(most);
    from.live.onEvent((event) => {
      if (event.category === category) this.hear(event.id, event.position);
    });
    from.sealer.onErased((subject) => this.drop(subject));
  }

  /** Never older than this process's own writes, and no promise where it is held. @throws Refused 'not-ready' */
  get(id: string, suffices: (value: T) => boolean): T | undefined | Promise<T | undefined> {
    const held = this.held.get(id);
    const { streams, clock } = this.from;
    const isFresh = held && held.until > clock() && streams.seen(this.category, id) <= held.position;
    if (isFresh && suffices(held.value) && !this.from.projector.hasStopped(this.projection)) return held.value;
    return this.read(id, suffices);
  }

  private async read(id: string, suffices: (value: T) => boolean): Promise<T | undefined> {
    const { latest, projector, streams, clock } = this.from;
    const { position } = projector;
    const [until, before] = [clock() + LIFE, this.erasures];
    const document = await latest.current(this.projection, id, (one) => suffices(this.parts.pick(one)));
    if (document === undefined) return undefined;
    const value = this.parts.pick(document);
    const news = Math.max(this.lastSeen.get(id) ?? this.forgotten, streams.seen(this.category, id));
    if (news <= position && before === this.erasures) this.held.set(id, { value, position, until });
    return value;
  }

  private drop(subject: string): void {
    this.erasures += 1;
    for (const [id, { value }] of [...this.held]) if (this.parts.subjectOf(value, id) === subject) this.held.delete(id);
  }

  private hear(id: string, position: Position): void {
    this.held.delete(id);
    this.lastSeen.delete(id);
    this.lastSeen.set(id, position);
    if (this.lastSeen.size <= this.most) return;
    for (const [oldest, at] of this.lastSeen) {
      this.lastSeen.delete(oldest);
      this.forgotten = at;
      return;
    }
  }
}
