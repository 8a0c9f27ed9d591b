import { type Static, Type } from 'typebox';
import { TRAVELLED } from '../event-names.js';
import { StoryEntry } from './orders.js';
import { COUNT, FLAG, FREE_FORM, INSTANT, listOf, oneOf, orNull, shape, TEXT, YES } from './primitives.js';

export const RUN_KINDS = ['verify', 'replay', 'reconcile', 'seal'] as const;
export type RunKind = (typeof RUN_KINDS)[number];
const RUN_OUTCOME = oneOf(['passed', 'failed', 'stopped']);
export type RunOutcome = Static<typeof RUN_OUTCOME>;

/** What one ledger says of a payment or a purchase; `amount` in minor units. */
const LedgerSide = shape('LedgerSide', {
  says: TEXT,
  amount: Type.Optional(COUNT),
  currency: Type.Optional(TEXT),
});
export type LedgerSide = Static<typeof LedgerSide>;
const LedgerSides = shape('LedgerSides', {
  log: LedgerSide,
  stripe: Type.Optional(LedgerSide),
  retailer: Type.Optional(LedgerSide),
});
export type LedgerSides = Static<typeof LedgerSides>;

/** Contains ids, codes and minor units, but no personal data. */
const RunFinding = shape('RunFinding', {
  id: TEXT,
  what: TEXT,
  about: TEXT,
  orderId: Type.Optional(TEXT),
  detail: Type.Optional(TEXT),
  sides: Type.Optional(LedgerSides),
});
export type RunFinding = Static<typeof RunFinding>;
export type RunFigures = Readonly<Record<string, number | string>>;

/** `findings` holds the first ones; `figures` counts all. */
export const AuditRun = shape('AuditRun', {
  id: TEXT,
  kind: oneOf(RUN_KINDS),
  askedBy: shape('AskedBy', { kind: TEXT, id: TEXT }),
  from: orNull(INSTANT),
  to: orNull(INSTANT),
  startedAt: INSTANT,
  finishedAt: orNull(INSTANT),
  outcome: orNull(RUN_OUTCOME),
  reason: orNull(TEXT),
  done: COUNT,
  total: orNull(COUNT),
  phase: orNull(TEXT),
  figures: Type.Unsafe<RunFigures>(FREE_FORM),
  findings: listOf(RunFinding),
  healed: listOf(TEXT),
});
export type AuditRun = Static<typeof AuditRun>;

export const PROMISES = ['never-oversold', 'charged-on-evidence', 'nothing-changed'] as const;
export type PromiseName = (typeof PROMISES)[number];
const PROMISE_STATE = oneOf(['kept', 'broken', 'unchecked']);
export type PromiseState = Static<typeof PROMISE_STATE>;
/** What the log holds since a run began; `isMore`: at least so much, the rest is not counted yet. */
const Unchecked = shape('Unchecked', { events: COUNT, drops: COUNT, slots: COUNT, fees: COUNT, isMore: FLAG });
export type Unchecked = Static<typeof Unchecked>;
const PromiseCheck = shape('PromiseCheck', {
  kind: oneOf(RUN_KINDS),
  state: PROMISE_STATE,
  runId: orNull({ ...TEXT, description: 'the last run that ended; null: none, or the hourly seal' }),
  at: orNull(INSTANT),
  figures: Type.Unsafe<RunFigures>(FREE_FORM),
  /** of this promise; `findings` holds the first ones */
  found: COUNT,
  findings: listOf(RunFinding),
  since: orNull(Unchecked),
  /** a newer run that is under way or was stopped */
  later: orNull(AuditRun),
});
export type PromiseCheck = Static<typeof PromiseCheck>;
export const AuditPromise = shape('AuditPromise', {
  promise: oneOf(PROMISES),
  state: PROMISE_STATE,
  checks: listOf(PromiseCheck),
});
export type AuditPromise = Static<typeof AuditPromise>;

const InTheWayOfRun = shape('InTheWayOfRun', {
  what: oneOf(['run', 'release']),
  kind: Type.Optional(oneOf(RUN_KINDS)),
  since: Type.Optional(INSTANT),
  title: Type.Optional(TEXT),
  at: Type.Optional(INSTANT),
  until: Type.Optional(INSTANT),
  hasBegun: Type.Optional(FLAG),
});
export type InTheWayOfRun = Static<typeof InTheWayOfRun>;
export const OfferedRun = shape('OfferedRun', {
  kind: oneOf(RUN_KINDS),
  reason: orNull(TEXT),
  inTheWay: orNull(InTheWayOfRun),
});
export type OfferedRun = Static<typeof OfferedRun>;

export const HealPlan = shape('HealPlan', {
  finding: RunFinding,
  events: listOf(shape('PlannedEvent', { type: TEXT, data: FREE_FORM })),
  reason: orNull(TEXT),
  /** digest of these events; the confirmation returns it */
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
const LoggedEvent = shape('LoggedEvent', loggedEvent);
export type LoggedEvent = Static<typeof LoggedEvent>;

/** `next` null: the search is complete. */
export const FoundEvents = shape('FoundEvents', {
  events: listOf(LoggedEvent),
  next: orNull(Type.String({ description: 'the `cursor` to go on with' })),
  searchedTo: orNull(INSTANT),
  searched: COUNT,
});
export type FoundEvents = Static<typeof FoundEvents>;
/** How many found events each bar of a time axis holds; `isWhole` false: older events are not counted. */
export const EventAxis = shape('EventAxis', {
  from: orNull(INSTANT),
  until: orNull(INSTANT),
  bars: listOf(COUNT),
  events: COUNT,
  isWhole: FLAG,
});
export type EventAxis = Static<typeof EventAxis>;
export const ToldEvents = shape('ToldEvents', { events: listOf(LoggedEvent), left: COUNT });

const EventLink = shape('EventLink', {
  from: { ...COUNT, description: 'position of the cause' },
  to: COUNT,
  /** `recorded`: the log names the cause; `together`: one command appended both */
  kind: oneOf(['recorded', 'together']),
});
export type EventLink = Static<typeof EventLink>;
export type LinkKind = EventLink['kind'];
const EventGraph = shape('EventGraph', {
  events: listOf(LoggedEvent),
  links: listOf(EventLink),
  isCut: FLAG,
});
export type EventGraph = Static<typeof EventGraph>;

export const EventPage = shape('EventPage', {
  ...loggedEvent,
  data: { ...FREE_FORM, description: '`personal` is sealed' },
  metadata: FREE_FORM,
  chain: shape('ChainPlace', {
    hash: TEXT,
    previousHash: TEXT,
    recomputed: TEXT,
    holds: FLAG,
    before: orNull(COUNT),
    after: orNull(COUNT),
  }),
  graph: EventGraph,
  correlated: listOf(LoggedEvent),
});
export type EventPage = Static<typeof EventPage>;

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
export type FeedEvent = Static<typeof FeedEvent>;

const Step = shape('Step', { revision: COUNT, position: COUNT, type: TEXT, at: INSTANT });
export type Step = Static<typeof Step>;
const StateChange = shape('StateChange', {
  path: TEXT,
  kind: oneOf(['added', 'removed', 'changed']),
  before: Type.Optional(Type.Unknown()),
  after: Type.Optional(Type.Unknown()),
});
export type StateChange = Static<typeof StateChange>;
const ShortenedPart = shape('ShortenedPart', { path: TEXT, entries: COUNT, shown: COUNT });
export type ShortenedPart = Static<typeof ShortenedPart>;
export const Moment = shape('Moment', {
  kind: oneOf(TRAVELLED),
  id: TEXT,
  stream: TEXT,
  revision: Type.Integer({ minimum: -1, description: '-1: before its first event' }),
  lastRevision: COUNT,
  at: INSTANT,
  event: Type.Object({ ...loggedEvent, data: FREE_FORM }),
  state: FREE_FORM,
  shortened: listOf(ShortenedPart),
  changes: listOf(StateChange),
  changesCut: FLAG,
  /** what the public API answered, `personal` sealed; null: nothing */
  shown: orNull(FREE_FORM),
  /** of an order: what its shopper could read of it until then */
  story: listOf(StoryEntry),
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
  mostActive: COUNT,
  oversoldAt: orNull(COUNT),
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
export const PublishedSeal = shape('Seal', seal);
export type PublishedSeal = Static<typeof PublishedSeal>;
export const ListedSeal = shape('ListedSeal', { id: COUNT, ...seal });
/** `publicKey`: Ed25519, 32 bytes in base64url. */
export const PublicKey = shape('SealKey', { keyId: TEXT, publicKey: TEXT });
export type PublicKey = Static<typeof PublicKey>;
/** Seals are oldest first; `before` is the cursor of the previous page, null on the first. */
export const SealsFile = shape('SealsFile', {
  keys: listOf(PublicKey),
  seals: listOf(PublishedSeal),
  before: orNull(COUNT),
});
export type SealsFile = Static<typeof SealsFile>;

export const PATH = listOf(Type.String({ description: 'hashes of 32 bytes, base64url, in the order of RFC 9162' }));
const InclusionProof = shape('InclusionProof', { index: COUNT, size: COUNT, path: PATH, seal: PublishedSeal });
export type InclusionProof = Static<typeof InclusionProof>;
export const ConsistencyProof = shape('ConsistencyProof', { first: PublishedSeal, second: PublishedSeal, path: PATH });
export type ConsistencyProof = Static<typeof ConsistencyProof>;
export const SlotProof = shape('SlotProof', {
  success: YES,
  receipt: orNull(Type.String({ description: 'JWS in compact form' })),
  proof: orNull(InclusionProof),
});
export type SlotProof = Static<typeof SlotProof>;
