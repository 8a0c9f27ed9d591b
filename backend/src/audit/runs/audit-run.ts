import type { RunFigures, RunFinding, RunKind, RunOutcome } from '@supreme-access/contract/shapes/audit.js';
import { Command, type CommandOf, type Decider, Refused, unreachable } from '../../event-sourcing/decider.js';

/** All runs share one stream, so that of two simultaneous starts one is refused. */

export const RUNS = 'runs';

export interface Requester {
  kind: 'admin' | 'auditor' | 'system';
  id: string;
}
/** ms UTC; null: open */
export interface RunRange {
  from: number | null;
  to: number | null;
}
export interface NearRelease {
  title: string;
  /** ms UTC */
  at: number;
  /** ms UTC; the run may start after this */
  until: number;
  hasBegun: boolean;
}

export type AuditRunEvent =
  | {
      type: 'AuditRunStarted';
      /** after `leaseUntil` it counts as stopped */
      data: {
        runId: string;
        kind: RunKind;
        askedBy: Requester;
        range: RunRange;
        startedAt: number;
        leaseUntil: number;
      };
    }
  /** `total` null: unknown */
  | {
      type: 'AuditRunContinued';
      data: { runId: string; phase: string; done: number; total: number | null; leaseUntil: number };
    }
  | {
      type: 'AuditRunFinished';
      /** `firstFindings` holds at most 100; `reason`: why it was stopped */
      data: {
        runId: string;
        outcome: RunOutcome;
        figures: RunFigures;
        firstFindings: RunFinding[];
        reason: string | null;
      };
    }
  | { type: 'FindingHealed'; data: { runId: string; findingId: string; orderId: string; healedBy: string } };

/** `releases`: near releases; empty for a run short enough to ignore them */
export class StartAuditRun extends Command<{
  runId: string;
  kind: RunKind;
  askedBy: Requester;
  range: RunRange;
  leaseUntil: number;
  releases: readonly NearRelease[];
}> {
  readonly type = 'StartAuditRun';
}
export class ContinueAuditRun extends Command<{
  runId: string;
  phase: string;
  done: number;
  total: number | null;
  leaseUntil: number;
}> {
  readonly type = 'ContinueAuditRun';
}
export class FinishAuditRun extends Command<{
  runId: string;
  outcome: RunOutcome;
  figures: RunFigures;
  firstFindings: RunFinding[];
  reason: string | null;
}> {
  readonly type = 'FinishAuditRun';
}
export class RecordHealing extends Command<{ runId: string; findingId: string; orderId: string; healedBy: string }> {
  readonly type = 'RecordHealing';
}
export const auditRunCommands = { StartAuditRun, ContinueAuditRun, FinishAuditRun, RecordHealing };
export type AuditRunCommand = CommandOf<typeof auditRunCommands>;

export interface AuditRunsState {
  running: { runId: string; kind: RunKind; startedAt: number; leaseUntil: number } | null;
  /** ms UTC of the last start of each kind */
  started: Partial<Record<RunKind, number>>;
  reconciled: { runId: string; findings: readonly string[]; healed: readonly string[] } | null;
}

/** ms before a release in which no run may start */
export const BEFORE = 30 * 60_000;
/** ms after a release in which its drop may block runs */
export const LONGEST_DROP = 2 * 3_600_000;
export const LEASE_OVER = 'lease-over';

/** ms; the usual range of a reconciliation covers every deadline of a drop */
const USUALLY = 35 * 24 * 3_600_000;

/** Returns from when on a reconciliation compares, ms UTC. */
export function fromOf({ from, to }: RunRange, startedAt: number): number {
  return from ?? (to ?? startedAt) - USUALLY;
}

const initial: AuditRunsState = { running: null, started: {}, reconciled: null };

function decide(command: AuditRunCommand, state: AuditRunsState, now: number): AuditRunEvent[] {
  switch (command.type) {
    case 'StartAuditRun':
      return start(command, state, now);
    case 'ContinueAuditRun':
      if (state.running?.runId !== command.data.runId) throw runOver();
      return [{ type: 'AuditRunContinued', data: command.data }];
    case 'FinishAuditRun':
      return state.running?.runId === command.data.runId ? [{ type: 'AuditRunFinished', data: command.data }] : [];
    case 'RecordHealing': {
      const { runId, findingId } = command.data;
      if (state.reconciled?.runId !== runId || !state.reconciled.findings.includes(findingId)) throw runOver();
      return state.reconciled.healed.includes(findingId) ? [] : [{ type: 'FindingHealed', data: command.data }];
    }
    default:
      return unreachable(command);
  }
}

function start({ data }: StartAuditRun, { running }: AuditRunsState, now: number): AuditRunEvent[] {
  const { releases, ...requested } = data;
  if (running?.runId === requested.runId) return [];
  if (running && now < running.leaseUntil) {
    throw runInProgress(running.kind);
  }
  const near = inTheWay(releases, now);
  if (near) throw releaseNear(near);
  const lost: AuditRunEvent[] = running
    ? [{ type: 'AuditRunFinished', data: { ...stopped(running.runId, LEASE_OVER) } }]
    : [];
  return [...lost, { type: 'AuditRunStarted', data: { ...requested, startedAt: now } }];
}

export function stopped(runId: string, reason: string) {
  return { runId, outcome: 'stopped' as const, figures: {}, firstFindings: [], reason };
}

export function inTheWay(releases: readonly NearRelease[], now: number): NearRelease | undefined {
  const near = releases.filter(({ at, until }) => at - BEFORE <= now && now < until);
  return near.sort((a, b) => b.until - a.until)[0];
}

export function whyNotNow({ title, at, until, hasBegun }: NearRelease, them = 'Runs'): string {
  const time = minute(at);
  const what = hasBegun ? `The drop of ${title} has been running since ${time}` : `${title} is released at ${time}`;
  return `${what}. ${them} can start again once that drop has finished, at ${minute(until)} at the latest.`;
}

function minute(at: number): string {
  return `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

export function releaseNear(near: NearRelease): Refused {
  const more = { until: new Date(near.until).toISOString() };
  return new Refused('release-near', 'conflict', whyNotNow(near), undefined, more);
}

export function runInProgress(kind: RunKind): Refused {
  return new Refused('run-in-progress', 'conflict', `Another run (${kind}) is in progress. Only one runs at a time.`);
}

function runOver(): Refused {
  return new Refused('run-over', 'conflict', 'This run has ended, or a later run has replaced it.');
}

function evolve(state: AuditRunsState, event: AuditRunEvent): AuditRunsState {
  switch (event.type) {
    case 'AuditRunStarted': {
      const { runId, kind, startedAt, leaseUntil } = event.data;
      const started = { ...state.started, [kind]: startedAt };
      return { ...state, started, running: { runId, kind, startedAt, leaseUntil } };
    }
    case 'AuditRunContinued': {
      const { leaseUntil } = event.data;
      return { ...state, running: state.running && { ...state.running, leaseUntil } };
    }
    case 'AuditRunFinished': {
      const { runId, outcome, firstFindings } = event.data;
      const isNews = state.running?.kind === 'reconcile' && outcome !== 'stopped';
      const reconciled = { runId, findings: firstFindings.map(({ id }) => id), healed: [] };
      return { ...state, running: null, reconciled: isNews ? reconciled : state.reconciled };
    }
    case 'FindingHealed': {
      const { reconciled } = state;
      const healed = [...(reconciled?.healed ?? []), event.data.findingId];
      return { ...state, reconciled: reconciled && { ...reconciled, healed } };
    }
    default:
      return unreachable(event);
  }
}

export const auditRuns: Decider<AuditRunsState, AuditRunCommand, AuditRunEvent> = {
  category: 'audit',
  commands: auditRunCommands,
  initial,
  decide,
  evolve,
};
