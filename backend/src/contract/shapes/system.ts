import { type Static, Type } from 'typebox';
import { COUNT, FLAG, FREE_FORM, INSTANT, listOf, oneOf, orNull, shape, TEXT } from './primitives.js';

/** How the program stands, as its operators and auditors see it; positions are those of the log. */

const PARTNER = oneOf(['retailer', 'stripe', 'mail']);

/** One piece of waiting work. */
export const ListedDue = shape('ListedDue', {
  id: TEXT,
  kind: TEXT,
  /** what it is about, e.g. an order's id */
  subject: TEXT,
  /** more of it, e.g. a mail's kind */
  about: orNull(TEXT),
  dueAt: INSTANT,
  since: orNull(INSTANT),
  tries: COUNT,
  /** what the answering process knows of its own last try */
  reason: orNull(TEXT),
  /** null: it is parked */
  nextTryAt: orNull(INSTANT),
  /** due for longer than is usual */
  isLate: FLAG,
  partner: orNull(PARTNER),
  /** not begun because its partner is away; no operator is waited for */
  isParked: FLAG,
  /** since when it waits for an operator, after 20 failed attempts; null: it is retried automatically */
  parkedAt: orNull(INSTANT),
});
export type ListedDue = Static<typeof ListedDue>;

/** How one kind of waiting work stands: numbers of rows. */
export const ListedDueKind = shape('DueKind', {
  kind: TEXT,
  partner: orNull(PARTNER),
  waiting: COUNT,
  /** their time has come */
  overdue: COUNT,
  /** stuck: overdue for longer than is usual for the kind */
  late: COUNT,
  /** by how much the oldest is overdue */
  oldestLateMs: COUNT,
  /** overdue, and not begun because the partner is away */
  parked: COUNT,
  /** whose work was told to stop in the answering process and goes on */
  hanging: COUNT,
  /** parked after 20 failed attempts: they wait for an operator */
  awaitsOperator: COUNT,
  /** what is wrong with it, as readiness says it too; empty: nothing, whatever is due is being done */
  troubles: listOf(TEXT),
});
export type ListedDueKind = Static<typeof ListedDueKind>;

/** A partner as the answering process hears it. */
export const ListedPartner = shape('PartnerStanding', {
  partner: PARTNER,
  isAway: FLAG,
  since: orNull(INSTANT),
  trouble: orNull(TEXT),
  nextProbeAt: orNull(INSTANT),
  /** how many of our calls may be there at once, as it answers */
  limit: COUNT,
});
export type ListedPartner = Static<typeof ListedPartner>;

/** One thing that readiness looks at: how it is, and what to do about it. */
const ReadinessCondition = shape('ReadinessCondition', {
  name: TEXT,
  state: oneOf(['fine', 'late', 'not ready']),
  says: TEXT,
  todo: orNull(TEXT),
});
export type ReadinessCondition = Static<typeof ReadinessCondition>;
export const Readiness = shape('Readiness', {
  ready: FLAG,
  role: oneOf(['all', 'api', 'projector', 'worker']),
  conditions: listOf(ReadinessCondition),
});
export type Readiness = Static<typeof Readiness>;

/** One setting as it was read at the start: of a secret `value` is `set` or `not set`, and a file is `.env`. */
export const SettingInForce = shape('SettingInForce', {
  name: TEXT,
  value: TEXT,
  secret: FLAG,
  from: oneOf(['default', 'environment', 'file']),
});
export type SettingInForce = Static<typeof SettingInForce>;

/** A row that is not what the log makes, and the names of the fields that differ: never its contents, which may be personal. */
const RowDifference = shape('ReadModelDifference', {
  id: TEXT,
  what: oneOf(['missing', 'left over', 'other']),
  fields: listOf(TEXT),
});
export type RowDifference = Static<typeof RowDifference>;

/** The rebuild that was begun last; what it came to is null until it has been compared. */
export const ListedRebuild = shape('Rebuild', {
  id: TEXT,
  /** the read model's name */
  projection: TEXT,
  version: COUNT,
  state: oneOf(['building', 'compared', 'replaced', 'failed']),
  begunAt: INSTANT,
  endedAt: orNull(INSTANT),
  /** up to which the log is folded again, and where it ended */
  position: COUNT,
  head: COUNT,
  rows: orNull(COUNT),
  differing: orNull(COUNT),
  unexplained: orNull(COUNT),
  differences: listOf(RowDifference),
  problem: orNull(TEXT),
});
export type ListedRebuild = Static<typeof ListedRebuild>;
export type RebuildState = ListedRebuild['state'];

/** How one read model stands. */
const ReadModelStanding = shape('ProjectionStanding', {
  name: TEXT,
  version: COUNT,
  /** up to which the log is folded into it */
  position: COUNT,
  /** events that are not, 500 at most; and ms since the first of them */
  lagEvents: COUNT,
  lagMs: COUNT,
  state: oneOf(['running', 'waiting', 'stopped']),
  /** why it does not run, as a sentence */
  why: orNull(TEXT),
  /** the event at which it has stopped */
  stoppedAt: orNull(shape('LogPlace', { eventId: TEXT, position: COUNT })),
});
export type ReadModelStanding = Static<typeof ReadModelStanding>;

export const ReadModels = shape('ProjectionStandings', {
  /** whether the answering process folds them */
  folds: FLAG,
  head: COUNT,
  /** why none may be rebuilt just now */
  notNow: orNull(TEXT),
  rebuild: orNull(ListedRebuild),
  projections: listOf(ReadModelStanding),
});
export type ReadModels = Static<typeof ReadModels>;

/** What Stripe told us, once it is stored. */
export const ListedWebhook = shape('ListedWebhook', {
  id: TEXT,
  eventId: TEXT,
  type: TEXT,
  objectId: TEXT,
  orderId: orNull(TEXT),
  accountId: orNull(TEXT),
  status: orNull(TEXT),
  amount: orNull(COUNT),
  currency: orNull(TEXT),
  receivedAt: INSTANT,
  handledAt: orNull(INSTANT),
  outcome: orNull(TEXT),
  waiting: FLAG,
  reason: orNull(TEXT),
});
export type ListedWebhook = Static<typeof ListedWebhook>;
const IgnoredWebhook = shape('IgnoredWebhook', {
  eventId: TEXT,
  type: TEXT,
  at: INSTANT,
  /** of another installation that shares the Stripe account, or of Stripe's other mode */
  why: oneOf(['foreign', 'other-mode']),
});
export type IgnoredWebhook = Static<typeof IgnoredWebhook>;
export const IgnoredWebhookSummary = shape('IgnoredWebhooks', { count: COUNT, last: listOf(IgnoredWebhook) });
export type IgnoredWebhookSummary = Static<typeof IgnoredWebhookSummary>;

/** EC P-256 public keys with kid and use 'enc', the first is the one to use; `now` becomes the `iat` of what is encrypted. */
export const BrowserKeys = shape('BrowserKeys', {
  keys: listOf(FREE_FORM),
  now: { ...COUNT, description: "ms UTC by the server's clock" },
});
export type BrowserKeys = Static<typeof BrowserKeys>;

export const ServerTime = Type.Object({ now: Type.Integer() });

/** How this shop is set up, as its pages ask for it. */
export const PageSettings = shape('PageSettings', {
  /** with it, cards that pay are typed into Stripe's own fields; null: the built-in emulator takes them */
  stripePublishableKey: orNull(TEXT),
  /** purchases are counted, of those who agree to it */
  analytics: FLAG,
  /** whoever has no profile or no card is to finish the setup first */
  strictSetup: FLAG,
  /** where shoppers forward a retailer's confirmation mail to; null: nowhere */
  inboundAddress: orNull(TEXT),
  /** where people write to with questions; null: nobody is named */
  supportEmail: orNull(TEXT),
  /** whose places complete addresses: ours made from GeoNames, or a Photon server's from OpenStreetMap */
  placesFrom: oneOf(['geonames', 'openstreetmap']),
});
export type PageSettings = Static<typeof PageSettings>;
