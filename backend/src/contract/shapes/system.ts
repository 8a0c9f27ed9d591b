import { type Static, Type } from 'typebox';
import { COUNT, FLAG, FREE_FORM, INSTANT, listOf, oneOf, orNull, shape, TEXT } from './primitives.js';

/** Positions are those of the log. */

const PARTNER = { ...TEXT, description: '`retailer`, `stripe`, `mail` or `retailer:{id}`' };

export const ListedJob = shape('ListedDue', {
  id: TEXT,
  kind: TEXT,
  subject: TEXT,
  about: orNull(TEXT),
  dueAt: INSTANT,
  since: orNull(INSTANT),
  attempts: COUNT,
  reason: orNull(TEXT),
  nextAttemptAt: orNull(INSTANT),
  isLate: FLAG,
  partner: orNull(PARTNER),
  /** waiting for an unavailable partner, not for an operator */
  isParked: FLAG,
  /** after 20 failed attempts; null: retried automatically */
  parkedAt: orNull(INSTANT),
});
export type ListedJob = Static<typeof ListedJob>;

export const ListedJobKind = shape('DueKind', {
  kind: TEXT,
  partner: orNull(PARTNER),
  waiting: COUNT,
  overdue: COUNT,
  late: COUNT,
  oldestLateMs: COUNT,
  parked: COUNT,
  /** jobs aborted in this process that have not stopped */
  hanging: COUNT,
  awaitsOperator: COUNT,
  troubles: listOf(TEXT),
});
export type ListedJobKind = Static<typeof ListedJobKind>;

export const ListedPartner = shape('PartnerStatus', {
  partner: PARTNER,
  name: TEXT,
  isAway: FLAG,
  since: orNull(INSTANT),
  trouble: orNull(TEXT),
  nextProbeAt: orNull(INSTANT),
  limit: COUNT,
});
export type ListedPartner = Static<typeof ListedPartner>;

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

/** `value` of a secret is `set` or `not set`; `from` `file` is `.env`. */
export const SettingInForce = shape('SettingInForce', {
  name: TEXT,
  value: TEXT,
  secret: FLAG,
  from: oneOf(['default', 'environment', 'file']),
});
export type SettingInForce = Static<typeof SettingInForce>;

/** A row that differs from the log; field names only, because contents may be personal. */
const RowDifference = shape('ReadModelDifference', {
  id: TEXT,
  what: oneOf(['missing', 'left over', 'other']),
  fields: listOf(TEXT),
});
export type RowDifference = Static<typeof RowDifference>;

/** Results are null until the rows are compared. */
export const ListedRebuild = shape('Rebuild', {
  id: TEXT,
  projection: TEXT,
  version: COUNT,
  state: oneOf(['building', 'compared', 'replaced', 'failed']),
  begunAt: INSTANT,
  endedAt: orNull(INSTANT),
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

const ReadModelStatus = shape('ProjectionStatus', {
  name: TEXT,
  version: COUNT,
  position: COUNT,
  /** unprojected events, at most 500, and ms since the first */
  lagEvents: COUNT,
  lagMs: COUNT,
  state: oneOf(['running', 'waiting', 'stopped']),
  why: orNull(TEXT),
  stoppedAt: orNull(shape('LogPlace', { eventId: TEXT, position: COUNT })),
});
export type ReadModelStatus = Static<typeof ReadModelStatus>;

export const ReadModels = shape('ProjectionStatuses', {
  folds: FLAG,
  head: COUNT,
  notNow: orNull(TEXT),
  rebuild: orNull(ListedRebuild),
  projections: listOf(ReadModelStatus),
});
export type ReadModels = Static<typeof ReadModels>;

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
  /** another installation on the same Stripe account, or Stripe's other mode */
  why: oneOf(['foreign', 'other-mode']),
});
export type IgnoredWebhook = Static<typeof IgnoredWebhook>;
export const IgnoredWebhookSummary = shape('IgnoredWebhooks', { count: COUNT, last: listOf(IgnoredWebhook) });
export type IgnoredWebhookSummary = Static<typeof IgnoredWebhookSummary>;

/** EC P-256 public keys with kid and use 'enc'; clients use the first, and `now` as `iat`. */
export const BrowserKeys = shape('BrowserKeys', {
  keys: listOf(FREE_FORM),
  now: { ...COUNT, description: "ms UTC by the server's clock" },
});
export type BrowserKeys = Static<typeof BrowserKeys>;

export const ServerTime = Type.Object({ now: Type.Integer() });

export const PageSettings = shape('PageSettings', {
  /** enables Stripe's own card fields; null: the built-in emulator */
  stripePublishableKey: orNull(TEXT),
  analytics: FLAG,
  strictSetup: FLAG,
  /** for forwarded confirmation mails; null: none */
  inboundAddress: orNull(TEXT),
  supportEmail: orNull(TEXT),
  placesFrom: oneOf(['geonames', 'openstreetmap']),
});
export type PageSettings = Static<typeof PageSettings>;

/** In UCP's own words: https://ucp.dev/2026-04-08/specification/overview (Platform Profile) */
export const PlatformProfile = shape('PlatformProfile', {
  ucp: FREE_FORM,
  payment: Type.Optional(FREE_FORM),
  signing_keys: listOf(FREE_FORM),
});
export type PlatformProfile = Static<typeof PlatformProfile>;
