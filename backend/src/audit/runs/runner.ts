import type { RunFigures, RunFinding, RunKind } from '@supreme-access/contract/shapes/audit.js';
import { discoverable } from '../../event-sourcing/discovered.js';
import type { RunRange } from './audit-run.js';

export interface RunProgress {
  readonly runId: string;
  readonly range: RunRange;
  readonly signal: AbortSignal;
  /** Call it after a few ms of work: it yields to other work and renews the lease. @throws when the run must stop */
  step(phase: string, done: number, total: number | null): Promise<void>;
}

export interface RunResult {
  figures: RunFigures;
  findings: Findings;
}

export interface AuditRunner {
  readonly kind: RunKind;
  run(progress: RunProgress): Promise<RunResult>;
}

export const AuditRunners = discoverable<AuditRunner>();

/** The message explains why the run did not finish; it contains no personal data. */
export class RunStopped extends Error {}

const MOST = 100;

export class Findings {
  readonly first: RunFinding[] = [];
  private readonly counts: Record<string, number> = {};
  count = 0;

  add(finding: RunFinding): void {
    this.addMore(finding.what, 1);
    if (this.first.length < MOST) this.first.push(finding);
  }

  addMore(what: string, count: number): void {
    if (count === 0) return;
    this.count += count;
    this.counts[what] = (this.counts[what] ?? 0) + count;
  }

  /** How many of each kind, since the list ends at 100. */
  get figures(): RunFigures {
    return Object.fromEntries(Object.entries(this.counts).map(([what, count]) => [foundOf(what), count]));
  }
}

export const foundOf = (what: string) => `found ${what}`;
