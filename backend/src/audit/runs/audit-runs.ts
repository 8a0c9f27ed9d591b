import { setImmediate as nextTurn } from 'node:timers/promises';
import { type BeforeApplicationShutdown, Inject, Injectable } from '@nestjs/common';
import { type OfferedRun, RUN_KINDS, type RunKind } from '@supreme-access/contract/shapes/audit.js';
import type { Logger } from 'pino';
import { InjectClock, LOGGER } from '../../config/tokens.js';
import { Commands } from '../../event-sourcing/commands.js';
import { type CommandMetadata, Refused } from '../../event-sourcing/decider.js';
import { Discovered } from '../../event-sourcing/discovered.js';
import { randomId } from '../../event-sourcing/ids.js';
import { withTimeout } from '../../stores/with-timeout.js';
import { outsideRequests } from '../../telemetry/request-context.js';
import { iso } from '../events/event-pages.js';
import {
  auditRuns,
  ContinueAuditRun,
  FinishAuditRun,
  inTheWay,
  type NearRelease,
  type Requester,
  RUNS,
  type RunRange,
  releaseNear,
  runInProgress,
  StartAuditRun,
  stopped,
} from './audit-run.js';
import { NearReleases } from './near-releases.js';
import { type AuditRunner, AuditRunners, type RunProgress, RunStopped } from './runner.js';

/** ms after which a silent run counts as stopped */
const LEASE = 120_000;
/** ms between two renewals of the lease */
const RENEWED = 30_000;
/** ms that shutdown waits for a run to stop */
const PATIENCE = 2_000;

export interface CurrentRun {
  runId: string;
  phase: string;
  done: number;
  total: number | null;
}

export interface WantedRun {
  kind: RunKind;
  range: RunRange;
  askedBy: Requester;
}

@Injectable()
export class AuditRuns implements BeforeApplicationShutdown {
  private step: CurrentRun | null = null;
  private running: Promise<void> = Promise.resolve();
  private readonly ending = new AbortController();

  constructor(
    private readonly commands: Commands,
    private readonly discovered: Discovered,
    private readonly near: NearReleases,
    @InjectClock() private readonly clock: () => number,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async offered(): Promise<OfferedRun[]> {
    const { running } = await this.commands.state(auditRuns, RUNS);
    const now = this.clock();
    const kinds = RUN_KINDS.filter((kind) => this.runnerOf(kind));
    if (running && now < running.leaseUntil) {
      const under = { what: 'run', kind: running.kind, since: iso(running.startedAt) } as const;
      return kinds.map((kind) => ({ kind, reason: runInProgress(running.kind).message, inTheWay: under }));
    }
    const releases = await this.near.now();
    return await Promise.all(
      kinds.map(async (kind) => {
        const near = inTheWay(await this.near.inTheWayOf(kind, releases), now);
        return { kind, reason: near ? releaseNear(near).message : null, inTheWay: near ? releaseOf(near) : null };
      }),
    );
  }

  /** Resolves once the start is recorded. @throws Refused 'run-in-progress' | 'release-near' | 'run-unknown' */
  async start({ kind, range, askedBy }: WantedRun, metadata: CommandMetadata): Promise<{ runId: string }> {
    const runner = this.runnerOf(kind);
    if (!runner) throw new Refused('run-unknown', 'invalid', `There is no run of the kind ${kind}.`);
    const runId = metadata.commandId;
    const requested = {
      runId,
      kind,
      askedBy,
      range,
      leaseUntil: this.clock() + LEASE,
      releases: await this.near.inTheWayOf(kind),
    };
    const recorded = { ...metadata, actor: { kind: 'system', id: 'audit' } } as const;
    const { events } = await this.commands.execute(auditRuns, new StartAuditRun(RUNS, requested, recorded));
    if (events.length > 0)
      this.running = outsideRequests(() => this.carryOut(runner, runId, range, recorded.correlationId));
    return { runId };
  }

  /** of the run under way */
  async current(): Promise<CurrentRun | null> {
    return this.step;
  }

  /** ms UTC; undefined if the kind never ran */
  async lastStart(kind: RunKind): Promise<number | undefined> {
    return (await this.commands.state(auditRuns, RUNS)).started[kind];
  }

  ended(): Promise<void> {
    return this.running;
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.ending.abort(new RunStopped('the server was stopped'));
    await withTimeout(PATIENCE, this.running, () => new Error('a run did not stop in time')).catch(() => undefined);
  }

  private runnerOf(kind: RunKind): AuditRunner | undefined {
    return this.discovered.of(AuditRunners).find((one) => one.kind === kind);
  }

  private async carryOut(runner: AuditRunner, runId: string, range: RunRange, correlationId: string): Promise<void> {
    try {
      const { figures, findings } = await runner.run(this.progressOf(runId, range, correlationId));
      const outcome = findings.count === 0 ? 'passed' : 'failed';
      const all = { ...figures, findings: findings.count };
      const result = { runId, outcome, figures: all, firstFindings: findings.first, reason: null } as const;
      await this.record(new FinishAuditRun(RUNS, result, this.metadata(correlationId)));
    } catch (error) {
      await this.stop(runId, error, correlationId);
    } finally {
      this.step = null;
    }
  }

  /** If this event cannot be appended either, the lease ends the run. */
  private async stop(runId: string, error: unknown, correlationId: string): Promise<void> {
    if (!isExpected(error)) this.logger.error({ err: error, runId }, 'an audit run broke off');
    const reason = isExpected(error) ? error.message : 'The run failed. The server log says why.';
    await this.record(new FinishAuditRun(RUNS, stopped(runId, reason), this.metadata(correlationId))).catch(
      (failure: unknown) => this.logger.error({ err: failure, runId }, 'the end of an audit run was not recorded'),
    );
  }

  private progressOf(runId: string, range: RunRange, correlationId: string): RunProgress {
    const { signal } = this.ending;
    let renewedAt = this.clock();
    const step = async (phase: string, done: number, total: number | null) => {
      signal.throwIfAborted();
      this.step = { runId, phase, done, total };
      await nextTurn();
      const now = this.clock();
      if (now - renewedAt < RENEWED) return;
      renewedAt = now;
      const near = inTheWay(await this.near.now(), now);
      if (near) throw releaseNear(near);
      const going = { ...this.step, leaseUntil: now + LEASE };
      await this.record(new ContinueAuditRun(RUNS, going, this.metadata(correlationId)));
    };
    return { runId, range, signal, step };
  }

  private async record(command: ContinueAuditRun | FinishAuditRun): Promise<void> {
    await this.commands.execute(auditRuns, command);
  }

  private metadata(correlationId: string): CommandMetadata {
    return { actor: { kind: 'system', id: 'audit' }, commandId: randomId(), requestHash: '', correlationId };
  }
}

function releaseOf({ title, at, until, hasBegun }: NearRelease): OfferedRun['inTheWay'] {
  return { what: 'release', title, at: iso(at), until: iso(until), hasBegun };
}

function isExpected(error: unknown): error is Error {
  return error instanceof RunStopped || error instanceof Refused;
}
