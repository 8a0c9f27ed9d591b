/** What auditors start: the log's chains, the read models and invariants, the partners' ledgers, a seal over the log. */
export const RUN_KINDS = ['verify', 'replay', 'reconcile', 'seal'] as const;
export type RunKind = (typeof RUN_KINDS)[number];

/** `failed`: it found something. `stopped`: it came to no end, and says nothing. */
export const RUN_OUTCOMES = ['passed', 'failed', 'stopped'] as const;
export type RunOutcome = (typeof RUN_OUTCOMES)[number];

/** One thing that is not as it should be: ids, codes and minor units alone, nothing personal. */
export interface RunFinding {
  /** of its own within the run */
  id: string;
  /** which rule it breaks, e.g. `missing-here` */
  what: string;
  /** id of what it is about: a stream, a row, an intent, a reference */
  about: string;
  orderId?: string;
  detail?: string;
}

export type RunFigures = Readonly<Record<string, number | string>>;

/** A run as it is listed; `findings` are the first ones, `figures` count them all. */
export interface AuditRun {
  id: string;
  kind: RunKind;
  askedBy: { kind: string; id: string };
  from: string | null;
  to: string | null;
  startedAt: string;
  finishedAt: string | null;
  /** null while it goes on */
  outcome: RunOutcome | null;
  /** why it was stopped */
  reason: string | null;
  done: number;
  total: number | null;
  phase: string | null;
  figures: RunFigures;
  findings: RunFinding[];
  /** ids of those that were healed */
  healed: string[];
}

/** What stands in the way of a run. */
export interface InTheWayOfRun {
  what: 'run' | 'release';
  /** of a run that is under way: its kind, and when it was started */
  kind?: RunKind;
  since?: string;
  /** of a release: the product's title, when it is or was, and when it is in the way no more, at the latest */
  title?: string;
  at?: string;
  until?: string;
  hasBegun?: boolean;
}

/** Whether a kind may be started now; `reason` in words where not, `inTheWay` in facts. */
export interface OfferedRun {
  kind: RunKind;
  reason: string | null;
  inTheWay: InTheWayOfRun | null;
}

/** What healing a finding would append to its order. */
export interface HealPlan {
  finding: RunFinding;
  /** empty where nothing can be appended, and then why */
  events: { type: string; data: Record<string, unknown> }[];
  reason: string | null;
  /** names these events: whoever confirms says which they have seen */
  shown: string;
}
