/** One piece of waiting work, as operators see it. */
export interface ListedDue {
  id: string;
  kind: string;
  /** what it is about, e.g. an order's id */
  subject: string;
  /** more of it, e.g. a mail's kind */
  about: string | null;
  dueAt: string;
  since: string | null;
  tries: number;
  /** what the answering process knows of its own last try */
  reason: string | null;
  /** null: it is parked */
  nextTryAt: string | null;
  /** due for longer than is usual */
  isLate: boolean;
  partner: 'retailer' | 'stripe' | 'mail' | null;
  /** not begun because its partner is away; no operator is waited for */
  isParked: boolean;
  /** since when it waits for an operator, after 20 failed attempts; null: it is retried automatically */
  parkedAt: string | null;
}

/** How one kind of waiting work stands: numbers of rows. */
export interface ListedDueKind {
  kind: string;
  partner: ListedDue['partner'];
  waiting: number;
  /** their time has come */
  overdue: number;
  /** stuck: overdue for longer than is usual for the kind */
  late: number;
  /** by how much the oldest is overdue */
  oldestLateMs: number;
  /** overdue, and not begun because the partner is away */
  parked: number;
  /** whose work was told to stop in the answering process and goes on */
  hanging: number;
  /** parked after 20 failed attempts: they wait for an operator */
  awaitsOperator: number;
  /** what is wrong with it, as readiness says it too; empty: nothing, whatever is due is being done */
  troubles: string[];
}
