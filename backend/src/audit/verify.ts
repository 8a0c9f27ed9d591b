import { createHash } from 'node:crypto';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Inject, Injectable } from '@nestjs/common';
import type { RunFinding } from '@supreme-access/contract/shapes/audit.js';
import type * as Verifier from '../../../verifiers/verify.mjs';
import { BACKEND } from '../config/config.js';
import { InjectEventLog, InjectSchema } from '../config/tokens.js';
import type { Schema } from '../event-sourcing/codec.js';
import { atMost } from '../event-sourcing/reading.js';
import { type Foreign, foreignInWords, NOTHING_FOREIGN, withForeign } from '../projections/locked-streams.js';
import type { EventLog, RecordedEvent } from '../stores/event-log/event-log.js';
import type { UnreadableEvents } from '../stores/event-log/lmdb-log-store.js';
import { damageOf, isOurStream, StreamDamaged, unlessDamaged } from '../stores/event-log/stream-integrity.js';
import { type AuditRunner, AuditRunners, Findings, type RunProgress, type RunResult } from './runs/runner.js';
import { leafOf } from './seals/log-tree.js';
import { GrowingRoot } from './seals/merkle.js';
import { SEALS, type Seal } from './seals/seal.js';
import { SealKeys } from './seals/seal-keys.js';
import { Seals } from './seals/seals.js';

/** The build moves this file, so the path to the auditors' verifier starts at the package. */
const VERIFIER = pathToFileURL(join(dirname(BACKEND), 'verifiers/verify.mjs'));
const { ChainWalk } = (await import(VERIFIER.href)) as typeof Verifier;

export type Break = Verifier.Break;

/** A hex digest of the first `events`, equal on every engine; it reveals a missing stream. */
export interface Fingerprint {
  events: number;
  digest: string;
}

export interface Verification {
  events: number;
  streams: number;
  broken: Break[];
  accepted: Break[];
  foreign: Foreign;
  fingerprint: Fingerprint;
  /** whether the log still starts with the noted events; null without a note */
  isNotedThere: boolean | null;
  /** whether the log still starts with the sealed events; null without a seal */
  isSealedThere: boolean | null;
}

type Events = AsyncIterable<RecordedEvent | UnreadableEvents> | Iterable<RecordedEvent | UnreadableEvents>;

export interface VerifyOptions {
  noted?: Fingerprint | undefined;
  sealed?: Pick<Seal, 'size' | 'root'> | undefined;
  log?: Pick<EventLog, 'readStream'> | undefined;
}

/** Verifies all chains. It reads each stream's start by name: deleted streams stay in $all until a scavenge. */
export async function verifyLog(
  events: Events,
  schema: Schema,
  { noted, sealed, log }: VerifyOptions = {},
): Promise<Verification> {
  const walk = new ChainWalk();
  const beginnings = log && new Beginnings(log, walk);
  const hash = createHash('sha256');
  const beginning = sealed && new SealedBeginning(sealed);
  const digest = () => hash.copy().digest('hex');
  let [count, foreign] = [0, NOTHING_FOREIGN];
  let isNotedThere = noted ? noted.events === 0 && noted.digest === digest() : null;
  for await (const event of events) {
    const { stream, revision } = event;
    if ('unreadable' in event) {
      walk.skip(event, event.unreadable);
      continue;
    }
    if (!isOurStream(stream)) {
      foreign = withForeign(foreign, stream);
      continue;
    }
    if (!walk.hasStream(stream)) await beginnings?.look(event);
    if (damageOf(undefined, event)?.reason === 'deleted') {
      if (!log) noteOf(walk, event, DELETED);
      continue;
    }
    const newest = (schema[event.type]?.length ?? 0) + 1;
    const { schemaVersion: version } = event.metadata;
    const isSupported = Number.isInteger(version) && version >= 1 && version <= newest;
    if (walk.take(event) && !isSupported) {
      noteOf(walk, event, `schema version ${version} of ${event.type} is not known to this program`);
    }
    if (event.isForeign) continue;
    count += 1;
    hash.update(`${stream} ${revision} ${event.metadata.hash}\n`);
    if (count === noted?.events) isNotedThere = noted.digest === digest();
    beginning?.take(event);
  }
  await beginnings?.rest();
  const { broken, accepted } = walk.end();
  const fingerprint = { events: count, digest: digest() };
  const found = { broken, accepted, foreign, isNotedThere, isSealedThere: beginning?.isThere ?? null };
  return { events: count, streams: walk.streams, fingerprint, ...found };
}

const LOG_CHANGED = 'log-changed';
const DELETED = 'the stream was deleted in the store, for ever';
const AT_ONCE = 32;

function noteOf(walk: Verifier.ChainWalk, { position, stream, revision }: Place, problem: string): void {
  walk.note({ word: 'CHANGED', position, stream, revision, problem });
}

type Place = Pick<RecordedEvent, 'stream' | 'revision' | 'position'>;

/** Compares the events up to a seal's size with its root: a chain made anew fits itself, but not the seal. */
class SealedBeginning {
  isThere = false;
  private count = 0;
  private readonly root = new GrowingRoot();

  constructor(private readonly sealed: Pick<Seal, 'size' | 'root'>) {}

  take(event: RecordedEvent): void {
    if (this.count === this.sealed.size) return;
    this.root.add(leafOf(event));
    this.count += 1;
    if (this.count === this.sealed.size) this.isThere = this.root.text() === this.sealed.root;
  }
}

class Beginnings {
  private waiting: Place[] = [];

  constructor(
    private readonly log: Pick<EventLog, 'readStream'>,
    private readonly walk: Verifier.ChainWalk,
  ) {}

  async look({ stream, position }: Place): Promise<void> {
    this.waiting.push({ stream, position, revision: 0 });
    if (this.waiting.length >= AT_ONCE) await this.rest();
  }

  async rest(): Promise<void> {
    const places = this.waiting.splice(0);
    const problems = await Promise.all(places.map(({ stream }) => this.problemOf(stream)));
    places.forEach((place, index) => {
      const problem = problems[index];
      if (problem !== undefined) noteOf(this.walk, place, problem);
    });
  }

  private async problemOf(stream: string): Promise<string | undefined> {
    try {
      const [event] = await atMost(this.log.readStream(stream, { limit: 1 }), 1);
      if (event?.revision === 0) return undefined;
      if (event === undefined) return 'the stream was deleted in the store: it reads empty';
      return `the beginning of the stream was cut off in the store: it reads from revision ${event.revision} on`;
    } catch (error) {
      if (error instanceof StreamDamaged) return DELETED;
      throw error;
    }
  }
}

function logChanged(detail: string): RunFinding {
  return { id: LOG_CHANGED, what: LOG_CHANGED, about: `log-${SEALS}`, detail };
}

/** events between two pauses: some milliseconds of hashing */
const PIECE = 200;

@AuditRunners()
@Injectable()
export class VerifyLog implements AuditRunner {
  readonly kind = 'verify';

  constructor(
    @InjectEventLog() private readonly log: EventLog,
    @InjectSchema() private readonly schema: Schema,
    @Inject(Seals) private readonly seals: Pick<Seals, 'last'>,
    @Inject(SealKeys) private readonly keys: Pick<SealKeys, 'didSign'>,
  ) {}

  async run(progress: RunProgress): Promise<RunResult> {
    const head = await this.log.head();
    // Where the stream of the seals is damaged, its broken chain is what is found.
    const sealed = (await this.seals.last().catch(unlessDamaged)) ?? undefined;
    const { broken, accepted, foreign, ...verified } = await verifyLog(this.events(progress, head), this.schema, {
      log: this.log,
      sealed,
    });
    const findings = new Findings();
    for (const { position, stream, revision, problem } of broken) {
      const id = `chain-broken:${stream}:${revision}`;
      const orderId = stream.startsWith('order-') ? stream.slice('order-'.length) : undefined;
      const detail = `position ${position}, revision ${revision}: ${problem}`;
      findings.add({ id, what: 'chain-broken', about: stream, ...(orderId === undefined ? {} : { orderId }), detail });
    }
    if (sealed && !verified.isSealedThere)
      findings.add(logChanged(`The log no longer begins with the ${sealed.size} events of seal ${sealed.number}.`));
    else if (sealed && !(await this.keys.didSign(sealed)))
      findings.add(logChanged(`Seal ${sealed.number} is not signed with a key of this installation.`));
    const passedOver = {
      ...(foreign.events === 0 ? {} : { foreign: foreignInWords(foreign) }),
      ...(accepted.length === 0 ? {} : { accepted: accepted.length }),
    };
    const { events, streams, fingerprint } = verified;
    const noted = `${fingerprint.events}:${fingerprint.digest}`;
    return { figures: { events, streams, fingerprint: noted, ...passedOver }, findings };
  }

  private async *events({ step }: RunProgress, head: number): AsyncGenerator<RecordedEvent> {
    let count = 0;
    for await (const event of this.log.readAll()) {
      yield event;
      count += 1;
      if (count % PIECE === 0) await step('chains', Math.min(event.position, head), head);
    }
  }
}
