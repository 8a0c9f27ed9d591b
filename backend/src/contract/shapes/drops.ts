import { type Static, Type } from 'typebox';
import { MISSED } from '../drop-sums.js';
import { FeedEvent, PATH, PublicKey, PublishedSeal } from './audit.js';
import { COUNT, INSTANT, listOf, oneOf, orNull, shape, TEXT } from './primitives.js';

/** Both the same: exact. A small count and what it could be computed from are ranges. */
const figure = { least: COUNT, most: COUNT };
const PublicFigure = shape('PublicFigure', figure);
export type PublicFigure = Static<typeof PublicFigure>;

const MissedSlots = shape('MissedSlots', { reason: oneOf([...MISSED, 'other']), ...figure });
export type MissedSlots = Static<typeof MissedSlots>;
const AT = { ...COUNT, description: 'ms UTC' };
const HeldSlots = shape('HeldSlots', { at: AT, held: COUNT });
export type HeldSlots = Static<typeof HeldSlots>;

/** `held`: slots held when the release started; attempts: ms after the release time, null: none. */
export const DropSums = shape('DropSums', {
  stock: COUNT,
  held: COUNT,
  releaseAt: AT,
  firstAttempt: orNull(COUNT),
  lastAttempt: orNull(COUNT),
  bought: PublicFigure,
  missed: listOf(MissedSlots),
  steps: listOf(HeldSlots),
});
export type DropSums = Static<typeof DropSums>;

/** `product` null: taken off the shop; `endedAt` null: not summarised yet; `seal` null: not sealed yet. */
export const EndedDrop = shape('EndedDrop', {
  productId: TEXT,
  product: orNull(shape('EndedProduct', { productTitle: TEXT })),
  endedAt: orNull(INSTANT),
  sums: orNull(DropSums),
  seal: orNull(PublishedSeal),
});
export type EndedDrop = Static<typeof EndedDrop>;

export const PROOF_FORMAT = 'supreme-access-proof/1';

export const EventProof = shape('EventProof', {
  format: oneOf([PROOF_FORMAT]),
  kind: oneOf(['drop-summary']),
  event: FeedEvent,
  previous: { ...TEXT, description: "hash of the event before it in its stream; '' of the first" },
  inclusion: shape('Inclusion', { index: COUNT, size: COUNT, path: PATH }),
  seal: PublishedSeal,
  consistency: Type.Optional(shape('Consistency', { seal: PublishedSeal, path: PATH })),
  keys: listOf(PublicKey),
});
export type EventProof = Static<typeof EventProof>;
