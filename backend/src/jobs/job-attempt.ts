import type { Job } from './jobs.projection.js';

export class JobAttempt {
  /** the row after events since the start; null: gone, undefined: no event */
  moved: Job | null | undefined;
  /** since the start, so that its failure says nothing of the row as it is now */
  isResumed = false;
  private readonly stopping = new AbortController();
  private readonly cutting = new AbortController();
  readonly signal = this.stopping.signal;
  readonly cut = this.cutting.signal;
  private readonly deadline: NodeJS.Timeout;

  constructor(
    readonly isRetry: boolean,
    private readonly leave: () => void,
    ms: number,
    overdue: () => void,
  ) {
    this.deadline = setTimeout(overdue, ms);
  }

  stop(): void {
    this.stopping.abort();
  }

  abort(): void {
    this.stopping.abort();
    this.cutting.abort();
  }

  yield(): void {
    clearTimeout(this.deadline);
    this.leave();
  }
}
