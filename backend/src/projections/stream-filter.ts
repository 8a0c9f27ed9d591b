import type { LRUCache } from 'lru-cache';
import { ACCEPTANCES, type Acceptances } from '../event-sourcing/acceptances.js';
import { linkAt } from '../event-sourcing/reading.js';
import { boundedCache } from '../stores/bounded-cache.js';
import type { EventLog, Position, RecordedEvent } from '../stores/event-log/event-log.js';
import {
  damageOf,
  isOurStream,
  type Link,
  linkAfter,
  placeOf,
  unlessDamaged,
} from '../stores/event-log/stream-integrity.js';
import type { ReadModels, Row } from '../stores/read-models/read-models.js';
import { retryWhileUnavailable } from '../stores/retry-while-unavailable.js';
import {
  FOREIGN,
  type Foreign,
  type Lock,
  NOTHING_FOREIGN,
  PASSED_OVER,
  type PassedOver,
  withForeign,
} from './locked-streams.js';

/** streams whose last event is cached, 200 bytes each */
const REMEMBERED = 50_000;
const AT_ONCE = 32;

interface FilteredLog {
  log: Pick<EventLog, 'readStream'>;
  models: Pick<ReadModels, 'open' | 'find' | 'rows' | 'write'>;
  signal?: AbortSignal | undefined;
}

/** Skipped events come out as `isForeign`. The result depends on the log alone, wherever the read starts. */
export class StreamFilter {
  private readonly links: LRUCache<string, Link>;
  private readonly locked = new Map<string, Pick<Lock, 'revision' | 'previous'>>();
  private readonly accepted = new Set<string>();
  private rows = new Map<string, Row<Lock>>();
  private foreign: Row<Foreign> | undefined;
  private readonly changed = new Map<string, Row<Lock>>();
  private changedForeign: Row<Foreign> | undefined;
  private at: Position | undefined;

  constructor(
    private readonly stores: FilteredLog,
    private readonly acceptances: Pick<Acceptances, 'by' | 'upTo'>,
    remembered = REMEMBERED,
  ) {
    this.links = boundedCache(remembered);
  }

  get position(): Position | undefined {
    return this.at;
  }

  get passedOver(): PassedOver {
    const locks = [...this.rows.values()].flatMap(({ document }) => document ?? []);
    const isLocked = ({ stream, revision }: Lock) => this.locked.get(stream)?.revision === revision;
    return { foreign: this.foreign?.document ?? NOTHING_FOREIGN, locks: locks.filter(isLocked) };
  }

  async startAt(after: Position): Promise<void> {
    const { models } = this.stores;
    await this.patiently(() => models.open([PASSED_OVER]));
    this.rows = new Map();
    this.foreign = undefined;
    this.locked.clear();
    this.accepted.clear();
    const kept = await this.patiently(() => models.find<Lock | Foreign>(PASSED_OVER));
    const ids = kept.flatMap((one) => ('revision' in one ? [placeOf(one)] : [FOREIGN]));
    for (const [id, row] of await this.patiently(() => models.rows<Lock | Foreign>(PASSED_OVER, ids))) {
      if (id === FOREIGN) this.foreign = row as Row<Foreign>;
      else this.rows.set(id, row as Row<Lock>);
    }
    for (const { document: lock } of this.rows.values()) {
      if (lock && lock.lockedAt <= after && (lock.acceptedAt ?? after + 1) > after) this.locked.set(lock.stream, lock);
    }
    if (after > 0)
      for (const place of await this.patiently(() => this.acceptances.upTo(after))) this.accepted.add(place);
    if (after !== this.at) this.links.clear();
    this.at = after;
  }

  async pass(events: readonly RecordedEvent[]): Promise<RecordedEvent[]> {
    await this.readLinks(events);
    const passed: RecordedEvent[] = [];
    for (const event of events) {
      const judged = this.judge(event);
      passed.push(judged);
      const place = judged.isForeign ? undefined : this.acceptances.by(judged);
      if (!place) continue;
      this.accepted.add(placeOf(place));
      passed.push(...(await this.unlock(place, event.position)));
    }
    await this.keep();
    this.at = events.at(-1)?.position ?? this.at;
    return passed;
  }

  private judge(event: RecordedEvent): RecordedEvent {
    const { stream } = event;
    if (!isOurStream(stream)) return this.passOver(event);
    const lock = this.locked.get(stream);
    if (lock) return this.passOverLocked(event, lock.revision);
    const previous = this.links.get(stream);
    const damage = damageOf(previous, event, this.accepted);
    if (!damage) {
      this.links.set(stream, linkAfter(previous, event));
      return this.accepted.has(placeOf(event)) ? { ...event, isForeign: true } : event;
    }
    if (stream === ACCEPTANCES) {
      // Other acceptances must still apply, or an operator could not accept this one.
      this.links.set(stream, linkAfter(previous, event));
      return { ...event, isForeign: true };
    }
    this.locked.set(stream, { revision: damage.revision, previous: previous ?? null });
    const { position: lockedAt } = event;
    this.put({ ...damage, previous: previous ?? null, lockedAt, acceptedAt: null, passed: 1 }, lockedAt);
    return { ...event, isForeign: true };
  }

  private async unlock(place: { stream: string; revision: number }, position: Position): Promise<RecordedEvent[]> {
    const { stream, revision } = place;
    const lock = this.locked.get(stream);
    if (lock?.revision !== revision) return [];
    const kept = await this.patiently(() => this.readFrom(stream, revision, position));
    if (kept === undefined) return [];
    this.locked.delete(stream);
    if (lock.previous) this.links.set(stream, lock.previous);
    else this.links.delete(stream);
    this.change(placeOf(place), position, (one) => ({ ...one, acceptedAt: position }));
    return kept.map((event) => this.judge({ ...event, position }));
  }

  private async readFrom(stream: string, from: number, before: Position): Promise<RecordedEvent[] | undefined> {
    const events: RecordedEvent[] = [];
    try {
      for await (const event of this.stores.log.readStream(stream, { from })) {
        if (event.position >= before) break;
        events.push(event);
      }
    } catch (error) {
      return unlessDamaged(error);
    }
    return events;
  }

  private passOver(event: RecordedEvent): RecordedEvent {
    const { position, stream } = event;
    if (position > (this.foreign?.position ?? 0)) {
      const before = this.changedForeign?.document ?? this.foreign?.document ?? NOTHING_FOREIGN;
      this.changedForeign = { id: FOREIGN, position, document: withForeign(before, stream) };
    }
    return { ...event, isForeign: true };
  }

  private passOverLocked(event: RecordedEvent, revision: number): RecordedEvent {
    const id = placeOf({ stream: event.stream, revision });
    this.change(id, event.position, (lock) => ({ ...lock, passed: lock.passed + 1 }));
    return { ...event, isForeign: true };
  }

  private put(lock: Lock, position: Position): void {
    const id = placeOf(lock);
    if (position > (this.rows.get(id)?.position ?? 0)) this.changed.set(id, { id, position, document: lock });
  }

  private change(id: string, position: Position, change: (lock: Lock) => Lock): void {
    const stored = this.rows.get(id);
    const { document } = this.changed.get(id) ?? stored ?? {};
    if (!document || position <= (stored?.position ?? 0)) return;
    this.changed.set(id, { id, position, document: change(document) });
  }

  private async keep(): Promise<void> {
    const rows: Row<unknown>[] = [...this.changed.values()];
    if (this.changedForeign) rows.push(this.changedForeign);
    if (rows.length === 0) return;
    await this.patiently(() => this.stores.models.write(PASSED_OVER, rows));
    for (const [id, row] of this.changed) this.rows.set(id, row);
    this.foreign = this.changedForeign ?? this.foreign;
    this.changed.clear();
    this.changedForeign = undefined;
  }

  private async readLinks(events: readonly RecordedEvent[]): Promise<void> {
    const unknown = new Map<string, number>();
    const begun = new Set<string>();
    for (const { stream, revision } of events) {
      // `get` refreshes the entry; after `has`, these events could evict it before its own event is checked.
      if (begun.has(stream) || this.links.get(stream)) continue;
      begun.add(stream);
      if (revision > 0 && isOurStream(stream) && !this.locked.has(stream)) unknown.set(stream, revision - 1);
    }
    const unread = [...unknown];
    for (let from = 0; from < unread.length; from += AT_ONCE) {
      const some = unread.slice(from, from + AT_ONCE);
      await Promise.all(some.map(([stream, revision]) => this.patiently(() => this.readLink(stream, revision))));
    }
  }

  private async readLink(stream: string, revision: number): Promise<void> {
    const link = await linkAt(this.stores.log, stream, revision).catch(unlessDamaged);
    if (link) this.links.set(stream, link);
  }

  private patiently<T>(step: () => Promise<T>): Promise<T> {
    return retryWhileUnavailable(step, this.stores.signal);
  }
}
