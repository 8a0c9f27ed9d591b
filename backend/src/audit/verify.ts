import { createHash } from 'node:crypto';
import { type Acceptance, isAcceptance } from '../platform/log/acceptances.js';
import { chainHash, GENESIS, type Schema } from '../platform/log/codec.js';
import type { RecordedEvent } from '../platform/log/event-log.js';
import type { UnreadableEvents } from '../platform/log/lmdb-log-store.js';
import { damageOf, isOurStream, linkAfter, placeOf } from '../platform/log/stream-integrity.js';
import { type Foreign, NOTHING_FOREIGN, withForeign } from '../platform/projections/locked-streams.js';
import { StreamBeginnings } from './stream-beginnings.js';

export interface Break {
  position: number;
  stream: string;
  revision: number;
  problem: string;
  /** the first of the revisions that are missing before it */
  missing?: number;
}

/** The first `events` of a log in one digest (hex), the same on every engine: it tells when a whole stream has gone. */
export interface Fingerprint {
  events: number;
  digest: string;
}

export interface Verification {
  /** of this program, in its streams */
  events: number;
  streams: number;
  broken: Break[];
  /** damaged events that an operator has accepted: they are not among the broken ones */
  accepted: Break[];
  /** what lies in streams that are not ours */
  foreign: Foreign;
  fingerprint: Fingerprint;
  /** whether the log still begins with what was noted; null when nothing was */
  isNotedThere: boolean | null;
}

interface Link {
  revision: number;
  /** null: it cannot be read, and nothing tells whether the next event follows it */
  hash: string | null;
}

const BEFORE: Link = { revision: -1, hash: GENESIS };
/** missing revisions before one event that are looked for among the accepted ones */
const MOST_MISSING = 100;

type Events = AsyncIterable<RecordedEvent | UnreadableEvents> | Iterable<RecordedEvent | UnreadableEvents>;

export interface VerifyOptions {
  /** of this log, at an earlier time */
  noted?: Fingerprint | undefined;
  /** The first event of a stream as it is read by its name, where the source can tell; undefined: it reads empty. */
  first?: ((stream: string) => Promise<RecordedEvent | undefined>) | undefined;
}

/**
 * Walks every hash chain: growing positions, gapless revisions, each hash from the one before; and reads the beginning of each stream by
 * its name, as whoever decides on it does. Goes on after a break, and after what cannot be read.
 * In memory it keeps the last link of each stream: 200 bytes (measured), 200 MB of a log of a million streams.
 */
export async function verifyLog(events: Events, schema: Schema, options: VerifyOptions = {}): Promise<Verification> {
  return new LogWalk(schema, options).through(events);
}

class LogWalk {
  private readonly links = new Map<string, Link>();
  private readonly found: Break[] = [];
  /** places that were accepted */
  private readonly passedOver = new Set<string>();
  private readonly told = createHash('sha256');
  private readonly beginnings: StreamBeginnings | undefined;
  private foreign = NOTHING_FOREIGN;
  private isNotedThere: boolean | null;
  private count = 0;
  private position = 0;

  constructor(
    private readonly schema: Schema,
    private readonly options: VerifyOptions,
  ) {
    const { noted, first } = options;
    this.isNotedThere = noted ? noted.events === 0 && noted.digest === this.digest() : null;
    this.beginnings = first && new StreamBeginnings(first);
  }

  async through(events: Events): Promise<Verification> {
    for await (const event of events) {
      if (!isOurStream(event.stream) && !('unreadable' in event))
        this.foreign = withForeign(this.foreign, event.stream);
      else await this.walk(event);
    }
    this.found.push(...((await this.beginnings?.rest()) ?? []));
    const broken = this.found.filter((one) => !this.isAccepted(one));
    const accepted = this.found.filter((one) => this.isAccepted(one));
    const { links, foreign, count, isNotedThere } = this;
    const fingerprint = { events: count, digest: this.digest() };
    return { events: count, streams: links.size, broken, accepted, foreign, fingerprint, isNotedThere };
  }

  private async walk(event: RecordedEvent | UnreadableEvents): Promise<void> {
    const { stream, revision, position } = event;
    const before = this.links.get(stream) ?? BEFORE;
    if ('unreadable' in event) {
      this.found.push({ position, stream, revision, problem: event.unreadable });
      this.links.set(stream, { revision: revision + event.count - 1, hash: null });
      this.position = Math.max(this.position, position + event.count - 1);
      return;
    }
    if (before === BEFORE && this.beginnings) this.found.push(...(await this.beginnings.look(event)));
    const problem = problemOf(event, before, this.position, this.schema);
    this.position = Math.max(this.position, position);
    // It was told as the stream's beginning was read, where that could be.
    if (problem === DELETED && this.beginnings) return;
    const missing = revision > before.revision + 1 ? { missing: before.revision + 1 } : {};
    if (problem) this.found.push({ position, stream, revision, problem, ...missing });
    if (problem === DELETED) return;
    const link = before.hash === null || before === BEFORE ? undefined : { revision, hash: before.hash };
    this.links.set(stream, linkAfter(link, event));
    if (event.isForeign) return;
    // A damaged event accepts nothing, not even itself.
    if (!problem) this.accept(event);
    this.count += 1;
    this.told.update(`${stream} ${revision} ${event.metadata.hash}\n`);
    const { noted } = this.options;
    if (this.count === noted?.events) this.isNotedThere = noted.digest === this.digest();
  }

  private accept(event: RecordedEvent): void {
    if (isAcceptance(event)) this.passedOver.add(placeOf(event.data as unknown as Acceptance));
  }

  private isAccepted({ stream, revision, missing }: Break): boolean {
    if (this.passedOver.has(placeOf({ stream, revision }))) return true;
    if (missing === undefined || revision - missing > MOST_MISSING) return false;
    for (let lacking = missing; lacking < revision; lacking += 1) {
      if (!this.passedOver.has(placeOf({ stream, revision: lacking }))) return false;
    }
    return true;
  }

  private digest(): string {
    return this.told.copy().digest('hex');
  }
}

/** What stands where a stream was deleted for ever. */
const DELETED = 'the stream was deleted in the store, for ever';

function problemOf(event: RecordedEvent, before: Link, position: number, schema: Schema): string | undefined {
  const { stream, revision, type, metadata } = event;
  if (event.position <= position) return `position ${event.position} does not follow ${position}`;
  if (damageOf(undefined, event)?.reason === 'deleted') return DELETED;
  if (revision !== before.revision + 1) return `revision ${revision} does not follow ${before.revision}`;
  if (event.isForeign) return 'this program did not write the event';
  if (before.hash !== null && chainHash(before.hash, stream, revision, event) !== metadata.hash)
    return 'the hash does not fit the event';
  const newest = (schema[type]?.length ?? 0) + 1;
  const isKnown = Number.isInteger(metadata.schemaVersion) && metadata.schemaVersion >= 1;
  if (!isKnown || metadata.schemaVersion > newest) {
    return `schema version ${metadata.schemaVersion} of ${type} is not known to this program`;
  }
  return undefined;
}
