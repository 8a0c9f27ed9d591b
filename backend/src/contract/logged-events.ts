/** One line of the event browser. */
export interface LoggedEvent {
  position: number;
  eventId: string;
  stream: string;
  revision: number;
  type: string;
  /** ISO 8601 */
  at: string;
  actor: { kind: string; id: string };
  correlationId: string;
}

export interface FoundEvents {
  events: LoggedEvent[];
  /** where to go on; null: nothing is left to be looked through */
  next: string | null;
  /** time of the last event that was looked at, ISO 8601; null: none was */
  searchedTo: string | null;
  /** events that were looked at */
  searched: number;
}

/** How one event is known to follow from another: the log names it, or one command made both. */
export const LINK_KINDS = ['recorded', 'together'] as const;
export type LinkKind = (typeof LINK_KINDS)[number];

export interface EventLink {
  /** position of the cause */
  from: number;
  /** position of what followed */
  to: number;
  kind: LinkKind;
}
export interface EventGraph {
  /** in log order, the event itself among them */
  events: LoggedEvent[];
  links: EventLink[];
  /** whether more follows than is shown */
  isCut: boolean;
}

export interface EventPage extends LoggedEvent {
  /** `personal` is sealed */
  data: Record<string, unknown>;
  metadata: Record<string, unknown>;
  chain: {
    hash: string;
    /** '' before a stream's first event */
    previousHash: string;
    recomputed: string;
    holds: boolean;
    /** positions of its neighbours in the stream */
    before: number | null;
    after: number | null;
  };
  graph: EventGraph;
  /** of the same request or try, in log order; this event is not among them */
  correlated: LoggedEvent[];
}

export const TRAVELLED = ['orders', 'products', 'accounts', 'promos'] as const;
export type Travelled = (typeof TRAVELLED)[number];

export interface Step {
  revision: number;
  position: number;
  type: string;
  at: string;
}
export interface StateChange {
  /** `facts.price`, `slots.<order id>` */
  path: string;
  kind: 'added' | 'removed' | 'changed';
  before?: unknown;
  after?: unknown;
}
export interface ShortenedPart {
  path: string;
  /** entries there are, and of how many the latest are given */
  entries: number;
  shown: number;
}

export interface Moment {
  kind: Travelled;
  id: string;
  stream: string;
  /** of the event that the state is as of */
  revision: number;
  /** of the last event there is */
  lastRevision: number;
  /** the instant that is shown, ISO 8601: the event's, or the one that was asked for */
  at: string;
  event: LoggedEvent & { data: Record<string, unknown> };
  state: Record<string, unknown>;
  shortened: ShortenedPart[];
  changes: StateChange[];
  /** more has changed than is listed */
  changesCut: boolean;
  /** what the public answer said then, `personal` sealed; null: it showed nothing */
  shown: Record<string, unknown> | null;
  /** the events before and after it, as they are stepped through */
  steps: Step[];
}

export interface SlotPoint {
  revision: number;
  at: string;
  /** slots held after this event */
  active: number;
  stock: number;
}
export interface SlotHistory {
  productId: string;
  productTitle: string;
  revisions: number;
  /** of every revision, not only of those that are given */
  mostActive: number;
  /** revision at which more slots were held than there were; null: at none */
  oversoldAt: number | null;
  /** at most some 2,000, each extreme among them */
  points: SlotPoint[];
}
