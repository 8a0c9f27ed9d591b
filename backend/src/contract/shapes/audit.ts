import { type Static, Type } from 'typebox';
import { TRAVELLED } from '../event-names.js';
import { COUNT, FLAG, FREE_FORM, INSTANT, listOf, oneOf, orNull, shape, TEXT, YES } from './primitives.js';

export const RUN_KINDS = ['verify', 'replay', 'reconcile', 'seal'] as const;
/** What auditors start: the log's chains, the read models and invariants, the partners' ledgers, a seal over the log. */
export type RunKind = (typeof RUN_KINDS)[number];
/** `failed`: it found something. `stopped`: it came to no end, and says nothing. */
const RUN_OUTCOME = oneOf(['passed', 'failed', 'stopped']);
export type RunOutcome = Static<typeof RUN_OUTCOME>;

/** One thing that is not as it should be: ids, codes and minor units alone, nothing personal. */
const RunFinding = shape('RunFinding', {
  /** of its own within the run */
  id: TEXT,
  /** which rule it breaks, e.g. `missing-here` */
  what: TEXT,
  /** id of what it is about: a stream, a row, an intent, a reference */
  about: TEXT,
  orderId: Type.Optional(TEXT),
  detail: Type.Optional(TEXT),
});
export type RunFinding = Static<typeof RunFinding>;
export type RunFigures = Readonly<Record<string, number | string>>;

/** `findings` are the first ones, `figures` count them all. */
export const AuditRun = shape('AuditRun', {
  id: TEXT,
  kind: oneOf(RUN_KINDS),
  askedBy: shape('AskedBy', { kind: TEXT, id: TEXT }),
  from: orNull(INSTANT),
  to: orNull(INSTANT),
  startedAt: INSTANT,
  finishedAt: orNull(INSTANT),
  /** null while it goes on */
  outcome: orNull(RUN_OUTCOME),
  /** why it was stopped */
  reason: orNull(TEXT),
  done: COUNT,
  total: orNull(COUNT),
  phase: orNull(TEXT),
  figures: Type.Unsafe<RunFigures>(FREE_FORM),
  findings: listOf(RunFinding),
  /** ids of those that were healed */
  healed: listOf(TEXT),
});
export type AuditRun = Static<typeof AuditRun>;

const InTheWayOfRun = shape('InTheWayOfRun', {
  what: oneOf(['run', 'release']),
  /** of a run that is under way: its kind, and when it was started */
  kind: Type.Optional(oneOf(RUN_KINDS)),
  since: Type.Optional(INSTANT),
  /** of a release: the product's title, when it is or was, and when it is in the way no more, at the latest */
  title: Type.Optional(TEXT),
  at: Type.Optional(INSTANT),
  until: Type.Optional(INSTANT),
  hasBegun: Type.Optional(FLAG),
});
export type InTheWayOfRun = Static<typeof InTheWayOfRun>;
/** Whether a kind may be started now; `reason` in words where not, `inTheWay` in facts. */
export const OfferedRun = shape('OfferedRun', {
  kind: oneOf(RUN_KINDS),
  reason: orNull(TEXT),
  inTheWay: orNull(InTheWayOfRun),
});
export type OfferedRun = Static<typeof OfferedRun>;

/** What healing a finding would append to its order. */
export const HealPlan = shape('HealPlan', {
  finding: RunFinding,
  /** empty where nothing can be appended, and then why */
  events: listOf(shape('PlannedEvent', { type: TEXT, data: FREE_FORM })),
  reason: orNull(TEXT),
  /** names these events: whoever confirms says which they have seen */
  shown: TEXT,
});
export type HealPlan = Static<typeof HealPlan>;

const actor = Type.Object({ kind: TEXT, id: TEXT });
const loggedEvent = {
  position: COUNT,
  eventId: TEXT,
  stream: TEXT,
  revision: COUNT,
  type: TEXT,
  at: INSTANT,
  actor,
  correlationId: TEXT,
};
/** One line of the event browser. */
const LoggedEvent = shape('LoggedEvent', loggedEvent);
export type LoggedEvent = Static<typeof LoggedEvent>;

/** `next` null: nothing is left to be looked through. */
export const FoundEvents = shape('FoundEvents', {
  events: listOf(LoggedEvent),
  next: orNull(Type.String({ description: 'the `cursor` to go on with' })),
  /** time of the last event that was looked at; null: none was */
  searchedTo: orNull(INSTANT),
  /** events that were looked at */
  searched: COUNT,
});
export type FoundEvents = Static<typeof FoundEvents>;
export const ToldEvents = shape('ToldEvents', { events: listOf(LoggedEvent), left: COUNT });

const EventLink = shape('EventLink', {
  from: { ...COUNT, description: 'position of the cause' },
  /** position of what followed */
  to: COUNT,
  /** how one is known to follow from the other: the log names it, one command made both, or what they say */
  kind: oneOf(['recorded', 'together']),
});
export type EventLink = Static<typeof EventLink>;
export type LinkKind = EventLink['kind'];
const EventGraph = shape('EventGraph', {
  /** in log order, the event itself among them */
  events: listOf(LoggedEvent),
  links: listOf(EventLink),
  /** whether more follows than is shown */
  isCut: FLAG,
});
export type EventGraph = Static<typeof EventGraph>;

export const EventPage = shape('EventPage', {
  ...loggedEvent,
  data: { ...FREE_FORM, description: '`personal` is sealed' },
  metadata: FREE_FORM,
  chain: shape('ChainPlace', {
    hash: TEXT,
    /** '' before a stream's first event */
    previousHash: TEXT,
    recomputed: TEXT,
    holds: FLAG,
    /** positions of its neighbours in the stream */
    before: orNull(COUNT),
    after: orNull(COUNT),
  }),
  graph: EventGraph,
  /** of the same request or try, in log order; this event is not among them */
  correlated: listOf(LoggedEvent),
});
export type EventPage = Static<typeof EventPage>;

/** One event as programs read the log. */
export const FeedEvent = shape('FeedEvent', {
  position: COUNT,
  stream: TEXT,
  revision: COUNT,
  id: TEXT,
  type: TEXT,
  data: { ...FREE_FORM, description: '`personal` is sealed' },
  metadata: Type.Object({
    schemaVersion: COUNT,
    commandId: TEXT,
    requestHash: TEXT,
    correlationId: TEXT,
    causationId: Type.Optional(TEXT),
    actor,
    recordedAt: { ...COUNT, description: 'ms UTC' },
    subject: Type.Optional(TEXT),
    hash: TEXT,
  }),
});

const Step = shape('Step', { revision: COUNT, position: COUNT, type: TEXT, at: INSTANT });
export type Step = Static<typeof Step>;
const StateChange = shape('StateChange', {
  /** `facts.price`, `slots.<order id>` */
  path: TEXT,
  kind: oneOf(['added', 'removed', 'changed']),
  before: Type.Optional(Type.Unknown()),
  after: Type.Optional(Type.Unknown()),
});
export type StateChange = Static<typeof StateChange>;
/** `entries` there are, and of how many the latest are given. */
const ShortenedPart = shape('ShortenedPart', { path: TEXT, entries: COUNT, shown: COUNT });
export type ShortenedPart = Static<typeof ShortenedPart>;
export const Moment = shape('Moment', {
  kind: oneOf(TRAVELLED),
  id: TEXT,
  stream: TEXT,
  /** of the event that the state is as of */
  revision: Type.Integer({ minimum: -1, description: '-1: before its first event' }),
  /** of the last event there is */
  lastRevision: COUNT,
  /** the instant that is shown: the event's, or the one that was asked for */
  at: INSTANT,
  event: Type.Object({ ...loggedEvent, data: FREE_FORM }),
  state: FREE_FORM,
  shortened: listOf(ShortenedPart),
  changes: listOf(StateChange),
  /** more has changed than is listed */
  changesCut: FLAG,
  /** what the public answer said then, `personal` sealed; null: it showed nothing */
  shown: orNull(FREE_FORM),
  /** the events before and after it, as they are stepped through */
  steps: listOf(Step),
});
export type Moment = Static<typeof Moment>;

/** `active`: slots held after this event. */
const SlotPoint = shape('SlotPoint', { revision: COUNT, at: INSTANT, active: COUNT, stock: COUNT });
export type SlotPoint = Static<typeof SlotPoint>;
export const SlotHistory = shape('SlotHistory', {
  productId: TEXT,
  productTitle: TEXT,
  revisions: COUNT,
  /** of every revision, not only of those that are given */
  mostActive: COUNT,
  /** revision at which more slots were held than there were; null: at none */
  oversoldAt: orNull(COUNT),
  /** at most some 2,000, each extreme among them */
  points: listOf(SlotPoint),
});
export type SlotHistory = Static<typeof SlotHistory>;

const seal = {
  number: COUNT,
  size: { ...COUNT, description: 'events counted, from the first of the log on' },
  position: COUNT,
  root: { ...TEXT, description: 'of the Merkle tree over them, base64url' },
  previous: { ...TEXT, description: "hash of the seal before; '' of the first" },
  at: { ...COUNT, description: 'ms UTC' },
  keyId: TEXT,
  signature: { ...TEXT, description: 'Ed25519, base64url' },
};
const PublishedSeal = shape('Seal', seal);
export type PublishedSeal = Static<typeof PublishedSeal>;
export const ListedSeal = shape('ListedSeal', { id: COUNT, ...seal });
/** `publicKey`: Ed25519, 32 bytes in base64url. */
const PublicKey = shape('SealKey', { keyId: TEXT, publicKey: TEXT });
export type PublicKey = Static<typeof PublicKey>;
/** Seals are the oldest first; `before` is what to ask with for the page before, null on the first. */
export const SealsFile = shape('SealsFile', {
  keys: listOf(PublicKey),
  seals: listOf(PublishedSeal),
  before: orNull(COUNT),
});
export type SealsFile = Static<typeof SealsFile>;

const PATH = listOf(Type.String({ description: 'hashes of 32 bytes, base64url, in the order of RFC 9162' }));
const InclusionProof = shape('InclusionProof', { index: COUNT, size: COUNT, path: PATH, seal: PublishedSeal });
export type InclusionProof = Static<typeof InclusionProof>;
export const ConsistencyProof = shape('ConsistencyProof', { first: PublishedSeal, second: PublishedSeal, path: PATH });
export type ConsistencyProof = Static<typeof ConsistencyProof>;
export const SlotProof = shape('SlotProof', {
  success: YES,
  /** null before there is a key to sign with */
  receipt: orNull(Type.String({ description: 'JWS in compact form' })),
  /** null until a seal counts it */
  proof: orNull(InclusionProof),
});
export type SlotProof = Static<typeof SlotProof>;
