import { Inject, Injectable } from '@nestjs/common';
import {
  type AuditPromise,
  type AuditRun,
  PROMISES,
  type PromiseCheck,
  type PromiseName,
  type PromiseState,
  type RunKind,
} from '@supreme-access/contract/shapes/audit.js';
import { InjectClock, InjectEventLog } from '../../config/tokens.js';
import { Reads } from '../../projections/reads.js';
import type { EventLog } from '../../stores/event-log/event-log.js';
import { STREAM_DAMAGED } from '../../stores/event-log/stream-integrity.js';
import { iso } from '../events/event-pages.js';
import { AuditRuns } from '../runs/audit-runs.js';
import { runView } from '../runs/run-view.js';
import { foundOf } from '../runs/runner.js';
import { type RunDoc, runsProjection } from '../runs/runs.projection.js';
import type { Seal } from '../seals/seal.js';
import { SealClock } from '../seals/seal-clock.js';
import { Seals } from '../seals/seals.js';
import { AfterChecks } from './after-checks.js';
import { isWhole, uncleared } from './uncleared.js';

interface Wanted {
  kind: RunKind;
  /** kinds of findings that break the promise; absent: all of that run */
  finds?: readonly string[];
}

const CHECKS: Record<PromiseName, readonly Wanted[]> = {
  'never-oversold': [{ kind: 'replay', finds: ['oversold', 'second-slot', STREAM_DAMAGED] }],
  'charged-on-evidence': [
    {
      kind: 'replay',
      finds: [
        'fee-without-evidence',
        'charged-wrongly',
        'not-attempted-once',
        'not-ended-in-time',
        'token-misused',
        STREAM_DAMAGED,
      ],
    },
    { kind: 'reconcile' },
  ],
  'nothing-changed': [{ kind: 'seal' }, { kind: 'verify' }, { kind: 'replay', finds: ['row-differs', STREAM_DAMAGED] }],
};
const LISTED = 5;
const JUDGED = ['passed', 'failed'];

/** What the last runs say of the product's promises, and what happened since. It judges nothing itself. */
@Injectable()
export class Promises {
  private readonly after: AfterChecks;

  constructor(
    @Inject(Reads) private readonly reads: Pick<Reads, 'find'>,
    @Inject(Seals) private readonly seals: Pick<Seals, 'last'>,
    @Inject(AuditRuns) private readonly runs: Pick<AuditRuns, 'current'>,
    @Inject(SealClock) private readonly sealing: Pick<SealClock, 'condition'>,
    @InjectEventLog() log: Pick<EventLog, 'readAll'>,
    @InjectClock() private readonly clock: () => number,
  ) {
    this.after = new AfterChecks(log);
  }

  async all(): Promise<AuditPromise[]> {
    const promises: AuditPromise[] = [];
    for (const promise of PROMISES) {
      const checks: PromiseCheck[] = [];
      for (const wanted of CHECKS[promise]) {
        checks.push(await (wanted.kind === 'seal' ? this.seal(wanted) : this.run(wanted)));
      }
      promises.push({ promise, state: worst(checks), checks });
    }
    return promises;
  }

  private async run(wanted: Wanted): Promise<PromiseCheck> {
    const [judged, newest] = await Promise.all([this.decisive(wanted), this.last(wanted.kind)]);
    return {
      ...verdictOn(wanted, judged),
      since: judged ? await this.after.of(wanted.kind, judged.position) : null,
      later: await this.later(judged, newest),
    };
  }

  /** The log is sealed each hour too, without a run; one that is overdue may be refused because the log changed. */
  private async seal(wanted: Wanted): Promise<PromiseCheck> {
    const [seal, judged, newest] = await Promise.all([
      this.seals.last(),
      this.last(wanted.kind, JUDGED),
      this.last(wanted.kind),
    ]);
    const state: PromiseState = this.sealing.condition().state === 'late' ? 'unchecked' : 'kept';
    const isRefused = judged?.outcome === 'failed' && (judged.finishedAt ?? 0) > (seal?.at ?? 0);
    return {
      ...verdictOn(wanted, isRefused || seal === null ? judged : null),
      ...(seal && !isRefused ? { ...sealed(seal, judged), state } : {}),
      since: seal ? await this.after.of(wanted.kind, seal.position) : null,
      later: await this.later(judged, newest),
    };
  }

  /** A reconciliation of a narrower range clears nothing that a wider one found, however many nights ago. */
  private async decisive(wanted: Wanted): Promise<RunDoc | null> {
    const { kind } = wanted;
    if (kind !== 'reconcile') return this.last(kind, JUDGED);
    const where = { kind, outcome: { in: JUDGED } };
    const runs = uncleared(await this.reads.find(runsProjection, { where, sort: [['startedAt', 'desc']] }));
    return runs.find((run) => verdictOn(wanted, run).state === 'broken') ?? runs.find(isWhole) ?? null;
  }

  private async last(kind: RunKind, outcomes?: readonly string[]): Promise<RunDoc | null> {
    const where = { kind, ...(outcomes ? { outcome: { in: outcomes } } : {}) };
    const [doc] = await this.reads.find(runsProjection, { where, sort: [['startedAt', 'desc']], limit: 1 });
    return doc ?? null;
  }

  private async later(judged: RunDoc | null, newest: RunDoc | null): Promise<AuditRun | null> {
    if (!newest || newest.runId === judged?.runId || JUDGED.includes(newest.outcome ?? '')) return null;
    return runView(newest, await this.runs.current(), this.clock());
  }
}

type Judged = Omit<PromiseCheck, 'since' | 'later'>;

function verdictOn({ kind, finds }: Wanted, run: RunDoc | null): Judged {
  if (!run) return { kind, state: 'unchecked', runId: null, at: null, figures: {}, found: 0, findings: [] };
  const { runId, finishedAt, figures, healed } = run;
  const open = run.findings.filter(({ id, what }) => !healed.includes(id) && (finds?.includes(what) ?? true));
  const all = Number(figures.findings ?? run.findings.length) - healed.length;
  const isCounted = Object.keys(figures).some((name) => name.startsWith(foundOf('')));
  // An older run has no count of each kind: its listed findings are counted, and what was not listed may be of any kind.
  const isUnsure = finds !== undefined && !isCounted && Number(figures.findings ?? 0) > run.findings.length;
  const counted = finds?.reduce((sum, what) => sum + Number(figures[foundOf(what)] ?? 0), 0) ?? all;
  const found = Math.max(counted, open.length);
  const at = finishedAt === null ? null : iso(finishedAt);
  const kept = isUnsure ? 'unchecked' : 'kept';
  return { kind, state: found > 0 ? 'broken' : kept, runId, at, figures, found, findings: open.slice(0, LISTED) };
}

function sealed({ number, position, size, at }: Seal, run: RunDoc | null): Pick<Judged, 'runId' | 'at' | 'figures'> {
  const isOfRun = run?.figures.seal === number;
  return { runId: isOfRun ? run.runId : null, at: iso(at), figures: { seal: number, position, size } };
}

function worst(checks: readonly PromiseCheck[]): PromiseState {
  const states = checks.map(({ state }) => state);
  if (states.includes('broken')) return 'broken';
  return states.includes('unchecked') ? 'unchecked' : 'kept';
}
