import type { RunFigures, RunFinding, RunKind } from '@supreme-access/contract/shapes/audit.js';
import { discoverable } from '../../event-sourcing/discovered.js';
import type { RunRange } from './audit-run.js';

/** What a run is told of how it is to go about it. */
export interface RunProgress {
  readonly runId: string;
  readonly range: RunRange;
  /** aborted when the run is to stop */
  readonly signal: AbortSignal;
  /**
   * To be called after each piece of work of a few milliseconds: lets requests and due work go first, keeps the lease, and says how
   * far it is. @throws when the run is to stop
   */
  step(phase: string, done: number, total: number | null): Promise<void>;
}

export interface RunResult {
  figures: RunFigures;
  findings: Findings;
}

/** One kind of run: `run` carries it out; what it throws stops it. Found by `@AuditRunners()`, wherever it is. */
export interface AuditRunner {
  readonly kind: RunKind;
  run(progress: RunProgress): Promise<RunResult>;
}

export const AuditRunners = discoverable<AuditRunner>();

/** The run comes to no end, and why in words without anything personal. */
export class RunStopped extends Error {}

/** as many as one event keeps */
const MOST = 100;

/** The first findings, and how many there are in all. */
export class Findings {
  readonly first: RunFinding[] = [];
  count = 0;

  add(finding: RunFinding): void {
    this.count += 1;
    if (this.first.length < MOST) this.first.push(finding);
  }
}
