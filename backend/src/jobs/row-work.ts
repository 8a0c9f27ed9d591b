import type { DueRow } from './due.projection.js';

/** The work on one row: what stops it, and its place at the partner. */
export class RowWork {
  /** what events have made of its row since it was begun; null: it is gone, undefined: nothing yet */
  moved: DueRow | null | undefined;
  private readonly stopping = new AbortController();
  private readonly cutting = new AbortController();
  private readonly deadline: NodeJS.Timeout;

  /** `isRetry`: it has been in vain before; `leave`: gives its place back, once; `overdue`: told after so many ms */
  constructor(
    readonly isRetry: boolean,
    private readonly leave: () => void,
    ms: number,
    overdue: () => void,
  ) {
    this.deadline = setTimeout(overdue, ms);
  }

  /** aborted once nothing more is to be begun */
  get signal(): AbortSignal {
    return this.stopping.signal;
  }

  /** aborted once not even what is under way is waited for */
  get cut(): AbortSignal {
    return this.cutting.signal;
  }

  stop(): void {
    this.stopping.abort();
  }

  abort(): void {
    this.stopping.abort();
    this.cutting.abort();
  }

  /** Its slot and its place are others' from now on. */
  yield(): void {
    clearTimeout(this.deadline);
    this.leave();
  }
}
