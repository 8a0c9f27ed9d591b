/** How the program stands, as its operators and auditors see it. Times are ISO 8601; positions are those of the log. */

/** One thing that readiness looks at: how it is, and what to do about it. */
export interface ReadinessCondition {
  name: string;
  state: 'fine' | 'late' | 'not ready';
  says: string;
  todo: string | null;
}
export interface Readiness {
  ready: boolean;
  role: 'all' | 'api' | 'projector' | 'worker';
  conditions: ReadinessCondition[];
}

/** How one read model stands. */
export interface ReadModelStanding {
  name: string;
  version: number;
  /** up to which the log is folded into it */
  position: number;
  /** events that are not, 500 at most; and ms since the first of them */
  lagEvents: number;
  lagMs: number;
  state: 'running' | 'waiting' | 'stopped';
  /** why it does not run, as a sentence */
  why: string | null;
  /** the event at which it has stopped */
  stoppedAt: { eventId: string; position: number } | null;
}

/** A row that is not what the log makes: never its contents, which may be personal. */
export interface RowDifference {
  id: string;
  what: 'missing' | 'left over' | 'other';
  /** names of the fields that are others */
  fields: string[];
}

export type RebuildState = 'building' | 'compared' | 'replaced' | 'failed';

/** The rebuild that was begun last; what it came to is null until it has been compared. */
export interface ListedRebuild {
  id: string;
  /** the read model's name */
  projection: string;
  version: number;
  state: RebuildState;
  begunAt: string;
  endedAt: string | null;
  /** up to which the log is folded again, and where it ended */
  position: number;
  head: number;
  rows: number | null;
  differing: number | null;
  unexplained: number | null;
  differences: RowDifference[];
  problem: string | null;
}

export interface ReadModels {
  /** whether the answering process folds them */
  folds: boolean;
  head: number;
  /** why none may be rebuilt just now */
  notNow: string | null;
  rebuild: ListedRebuild | null;
  projections: ReadModelStanding[];
}

/** A partner as the answering process hears it. */
export interface ListedPartner {
  partner: 'retailer' | 'stripe' | 'mail';
  isAway: boolean;
  since: string | null;
  trouble: string | null;
  nextProbeAt: string | null;
  /** how many of our calls may be there at once, as it answers */
  limit: number;
}

/** One setting as it was read at the start. */
export interface SettingInForce {
  name: string;
  /** of a secret `set` or `not set` */
  value: string;
  secret: boolean;
  /** the environment, a file (.env), or neither */
  from: 'default' | 'environment' | 'file';
}
