import type { Static } from 'typebox';
import { ROLES } from '../statuses.js';
import { COUNT, FLAG, INSTANT, listOf, oneOf, orNull, shape, TEXT } from './primitives.js';

export const GUIDED = ['shopper', 'operator', 'auditor'] as const;
export type Guided = (typeof GUIDED)[number];

export const GuidedSession = shape('GuidedSession', {
  who: oneOf(GUIDED),
  token: TEXT,
  uuid: TEXT,
  name: TEXT,
  isAdmin: FLAG,
  roles: listOf(oneOf(ROLES)),
});
export type GuidedSession = Static<typeof GuidedSession>;

export const GuidedDrop = shape('GuidedDrop', {
  productId: TEXT,
  crowd: COUNT,
  releaseAt: INSTANT,
});
export type GuidedDrop = Static<typeof GuidedDrop>;

export const GuidedStage = shape('GuidedStage', {
  sessions: listOf(GuidedSession),
  profileId: { ...TEXT, description: 'by which the demo shopper is bought for' },
});
export type GuidedStage = Static<typeof GuidedStage>;

export const GuidedStatus = shape('GuidedStatus', {
  gathered: { ...COUNT, description: 'simulated shoppers who are there' },
  crowd: { ...COUNT, description: 'how many there will be' },
  drop: { ...orNull(GuidedDrop), description: 'the newest since the start' },
});
export type GuidedStatus = Static<typeof GuidedStatus>;

export const GuidedMail = shape('GuidedMail', { id: TEXT, at: INSTANT, subject: TEXT, text: TEXT });
export type GuidedMail = Static<typeof GuidedMail>;

const DamagedAt = shape('DamagedAt', { position: COUNT, stream: TEXT, revision: COUNT, type: TEXT });
const ChangedByte = shape('ChangedByte', {
  before: { ...TEXT, description: 'some of the event, up to the byte' },
  was: TEXT,
  became: TEXT,
  after: TEXT,
});

/** What verification says of the log, and of a copy in which one byte of one event is another. */
export const Damage = shape('Damage', {
  events: COUNT,
  streams: COUNT,
  isIntact: { ...FLAG, description: 'whether the log itself holds' },
  changed: ChangedByte,
  at: DamagedAt,
  found: listOf(shape('FoundDamage', { position: COUNT, stream: TEXT, revision: COUNT, problem: TEXT })),
});
export type Damage = Static<typeof Damage>;
