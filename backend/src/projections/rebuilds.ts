import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { RebuildState } from '@supreme-access/contract/shapes/system.js';
import type { Logger } from 'pino';
import { noSuch, Refused } from '../event-sourcing/decider.js';
import type { Position } from '../stores/event-log/event-log.js';
import { keyOf, type ReadModels, type Row } from '../stores/read-models/read-models.js';
import type { SharedCalls } from '../stores/thread-port.js';
import { NotFolded } from './fold.js';
import type { Projection } from './projection.js';
import type { Projector } from './projector.js';
import { KEPT_FOR, LAST_REBUILD, REBUILDS } from './prune.js';
import { type BuildStores, catchUp, type RebuildReport, rebuildBeside } from './rebuild.js';

export interface Rebuild {
  id: string;
  projection: string;
  version: number;
  state: RebuildState;
  stored: string;
  builder: string;
  /** ms UTC; renewed while it builds */
  seenAt: number;
  begunAt: number;
  endedAt: number | null;
  position: Position;
  head: Position;
  report: RebuildReport | null;
  problem: string | null;
}

/** `replacing` is recorded before the rename, so that what was renamed is known from what was dropped. */
type Stored = Omit<Rebuild, 'state'> & { state: RebuildState | 'replacing' };
type Stores = BuildStores & { projector: Pick<Projector, 'between' | 'hasMoved'> };
type Held = Row<Stored> & { document: Rebuild };

const ENDED: ReadonlySet<string> = new Set(['replaced', 'failed']);
/** ms between two heartbeats, and of silence until the builder counts as gone */
const TELLS_EVERY = 1_000;
const SILENT_FOR = 30_000;
/** ms between two batches at most: requests come first */
const LONGEST_REST = 50;
const UNCONFIRMED = 'Nobody confirmed the rebuild within a day. Start it again.';
const DROPPED = 'The rebuilt read model was dropped before it was confirmed. Start the rebuild again.';
const ERASED = 'A person was erased before the rebuild was confirmed. Start it again.';
const GONE = 'The process that built it has ended. Nothing was changed. Start the rebuild again.';

/** The thread that folds also rebuilds. */
export const SHARED_REBUILDS: SharedCalls<Rebuilds> = {
  name: 'rebuilds',
  calls: ['last', 'begin', 'replace', 'discard'],
};

/** One rebuild at a time across processes. A crash changes nothing or all: the swap is one rename. */
export class Rebuilds {
  private readonly builder = randomBytes(8).toString('hex');
  private readonly stopping = new AbortController();
  private building: Promise<void> = Promise.resolve();
  private discarding = new AbortController();
  private telling: Promise<unknown> = Promise.resolve();
  private replacing: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly stores: Stores,
    private readonly projections: readonly Projection<unknown>[],
    private readonly clock: () => number,
    private readonly logger: Pick<Logger, 'info' | 'warn'>,
  ) {}

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.building;
  }

  async last(): Promise<Rebuild | null> {
    return (await this.held())?.document ?? null;
  }

  assertExists(name: string): void {
    this.projectionOf(name);
  }

  /** @throws Refused 'not-found', 'rebuild-running' */
  async begin(name: string): Promise<Rebuild> {
    const projection = this.projectionOf(name);
    const before = await this.held();
    if (before?.document.state === 'building') throw running(before.document);
    const now = this.clock();
    const id = randomBytes(4).toString('hex');
    const rebuild: Rebuild = {
      id,
      stored: `${name}-${id}`,
      projection: name,
      version: projection.version,
      state: 'building',
      builder: this.builder,
      seenAt: now,
      begunAt: now,
      endedAt: null,
      position: 0,
      head: await this.stores.log.head(),
      report: null,
      problem: null,
    };
    if (!(await putIfUnchanged(this.stores.models, before, rebuild))) throw running(rebuild);
    if (before) await this.dropBuilt(before.document);
    this.discarding = new AbortController();
    this.building = this.build(projection, rebuild, AbortSignal.any([this.stopping.signal, this.discarding.signal]));
    return rebuild;
  }

  /** Idempotent; other processes notice at their next write. @throws Refused 'not-found', 'rebuild-not-ready' */
  replace(name: string, id: string): Promise<Rebuild> {
    return this.inTurn(() => this.replaceNow(name, id));
  }

  /** For an erased key: what was built before may hold the person's words, and what is built later cannot. */
  async discard(): Promise<void> {
    const last = await this.last();
    if (!last || !this.isPersonal(last)) return;
    this.discarding.abort();
    await this.inTurn(async () => {
      await this.building;
      await this.discardNow();
    });
  }

  private isPersonal({ projection }: Rebuild): boolean {
    const found = this.projections.find(({ name }) => name === projection);
    return !found || found.isPersonal === true;
  }

  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.replacing.catch(() => undefined).then(work);
    this.replacing = done;
    return done;
  }

  private async discardNow(): Promise<void> {
    const held = await this.held();
    if (!held || held.document.state === 'replaced') return;
    await this.put({ ...held.document, state: 'failed', problem: ERASED });
    await this.dropBuilt(held.document);
  }

  private async replaceNow(name: string, id: string): Promise<Rebuild> {
    const projection = this.projectionOf(name);
    const held = await this.held();
    if (!held || held.document.id !== id || held.document.projection !== name) throw noSuch('rebuild');
    const { document: rebuild } = held;
    if (rebuild.state === 'replaced') return rebuild;
    if (rebuild.state !== 'compared') throw notReady(rebuild);
    const { models, projector } = this.stores;
    const beside = { ...projection, name: rebuild.stored };
    const { signal } = this.stopping;
    if (!(await this.put({ ...rebuild, state: 'replacing' }))) throw notReady((await this.last()) ?? rebuild);
    await models.open([beside]);
    // Catch up first, so that the pause of all projections stays short.
    await catchUp(this.stores, beside, { signal });
    await projector.between(async () => {
      await catchUp(this.stores, beside, { signal });
      await models.replace(beside, projection);
      // Another process may have written to the replaced collection meanwhile.
      projector.hasMoved(projection, await catchUp(this.stores, projection, { signal }));
    });
    this.logger.info({ projection: name }, 'a read model was replaced');
    const replaced: Rebuild = { ...rebuild, state: 'replaced' };
    if (!(await this.put(replaced))) throw notReady((await this.last()) ?? rebuild);
    return replaced;
  }

  sweep(): Promise<void> {
    return this.inTurn(async () => {
      const last = await this.last();
      if (!last) return;
      const isLate = last.state === 'compared' && this.clock() - last.seenAt >= KEPT_FOR;
      const ended: Rebuild = isLate ? { ...last, state: 'failed', problem: UNCONFIRMED } : last;
      if (ENDED.has(ended.state) && (await this.put(ended))) await this.dropBuilt(ended);
    });
  }

  private async build(projection: Projection<unknown>, begun: Rebuild, signal: AbortSignal): Promise<void> {
    let position = 0;
    const say = () => this.put({ ...begun, position, seenAt: this.clock() }).catch(() => undefined);
    const telling = setInterval(() => void say(), TELLS_EVERY);
    const onProgress = (at: Position) => {
      position = at;
    };
    const rest = (took: number) => wait(Math.min(took, LONGEST_REST), undefined, { signal });
    let ended: Partial<Rebuild>;
    try {
      const options = { beside: begun.stored, onProgress, signal, rest };
      const report = await rebuildBeside(this.stores, projection, options);
      ended = { state: 'compared', report };
    } catch (error) {
      if (!signal.aborted) this.logger.warn({ err: error, projection: projection.name }, 'a rebuild failed');
      ended = { state: 'failed', problem: this.problemOf(error) };
    } finally {
      clearInterval(telling);
    }
    if (ended.state === 'failed') await this.dropBuilt(begun).catch(() => undefined);
    const now = this.clock();
    const isPut = await this.put({ ...begun, ...ended, position, seenAt: now, endedAt: now }).catch(() => true);
    // Another process has discarded it meanwhile.
    if (!isPut) await this.dropBuilt(begun).catch(() => undefined);
  }

  /** An error's message may hold personal data, so it is never shown. */
  private problemOf(error: unknown): string {
    if (this.stopping.signal.aborted) return GONE;
    if (this.discarding.signal.aborted) return ERASED;
    if (error instanceof NotFolded) {
      return `It cannot process event ${error.event.eventId} at position ${error.event.position}. The process log says why.`;
    }
    return `The rebuild failed with an error (${error instanceof Error ? error.name : 'unknown'}). The process log says why.`;
  }

  /** False where another rebuild was begun or this one has ended. */
  private put(rebuild: Stored): Promise<boolean> {
    const written = this.telling.then(() => this.putNow(rebuild));
    this.telling = written.catch(() => undefined);
    return written;
  }

  private async putNow(rebuild: Stored): Promise<boolean> {
    const row = await this.row();
    if (row?.document?.id !== rebuild.id || ENDED.has(row.document.state)) return false;
    return (await putIfUnchanged(this.stores.models, row, rebuild)) || (await this.putNow(rebuild));
  }

  private async held(): Promise<Held | undefined> {
    const row = await this.row();
    if (!row?.document) return undefined;
    return { ...row, document: await this.current(row.document) };
  }

  private async row(): Promise<Row<Stored> | undefined> {
    const { models } = this.stores;
    await models.open([REBUILDS]);
    return (await models.rows<Stored>(REBUILDS, [LAST_REBUILD])).get(LAST_REBUILD);
  }

  /** The stored state may be outdated: a killed process cannot update it. */
  private async current({ state, ...rebuild }: Stored): Promise<Rebuild> {
    const { models } = this.stores;
    const { builder, seenAt } = rebuild;
    const isElsewhere = models.isElsewhere === true && this.clock() - seenAt < SILENT_FOR;
    if (state === 'building' && builder !== this.builder && !isElsewhere) {
      return { ...rebuild, state: 'failed', problem: GONE };
    }
    if (state !== 'compared' && state !== 'replacing') return { ...rebuild, state };
    const built = keyOf({ name: rebuild.stored, version: rebuild.version });
    const isThere = (await models.list()).some((one) => keyOf(one) === built);
    if (isThere) return { ...rebuild, state: 'compared' };
    return state === 'replacing'
      ? { ...rebuild, state: 'replaced' }
      : { ...rebuild, state: 'failed', problem: DROPPED };
  }

  private async dropBuilt({ stored: name, version }: Rebuild): Promise<void> {
    await this.stores.models.drop({ name, version });
  }

  private projectionOf(name: string): Projection<unknown> {
    const projection = this.projections.find((one) => one.name === name);
    if (!projection) throw noSuch('read model');
    return projection;
  }
}

/** A compare-and-set: of several processes one succeeds. `position` counts the writes. */
async function putIfUnchanged(
  models: ReadModels,
  before: Row<unknown> | undefined,
  document: Stored,
): Promise<boolean> {
  const position = (before?.position ?? 0) + 1;
  await models.write(REBUILDS, [{ id: LAST_REBUILD, position, document }]);
  const now = (await models.rows<Stored>(REBUILDS, [LAST_REBUILD])).get(LAST_REBUILD);
  return now?.position === position && isDeepStrictEqual(now.document, document);
}

function running({ projection }: Rebuild): Refused {
  return new Refused('rebuild-running', 'conflict', `${projection} is being rebuilt. Only one rebuild runs at a time.`);
}

function notReady({ state, problem }: Rebuild): Refused {
  const text =
    state === 'building'
      ? 'The new read model is still being built.'
      : (problem ?? 'The new read model cannot be used. Start the rebuild again.');
  return new Refused('rebuild-not-ready', 'conflict', text);
}
