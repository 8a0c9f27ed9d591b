import {
  type LiveEvents,
  type Progress,
  type ReleaseOutcome,
  type Schedule,
  type SlotSums,
} from '@supreme-access/contract/live.js';
import { ORDER_CHANGE } from '../../orders/order-answers.js';
import { COUNT, INSTANT, listOf, orNull, shape, TEXT } from '../../platform/http/answer-schemas.js';
import { schemaOf } from '../../platform/http/answers.js';
import { PUBLIC_PRODUCT } from '../../products/product-answers.js';

const MS = orNull(schemaOf<number>({ ...COUNT, description: 'ms; null: none yet' }));

export const RELEASE_OUTCOME = shape<ReleaseOutcome>('ReleaseOutcome', {
  productId: TEXT,
  productTitle: TEXT,
  releaseAt: INSTANT,
  startedAt: INSTANT,
  finishedAt: orNull(INSTANT),
  due: COUNT,
  started: COUNT,
  bought: COUNT,
  nextSize: COUNT,
  soldOut: COUNT,
  unknown: COUNT,
  charged: COUNT,
  declined: COUNT,
  firstAfter: MS,
  lastAfter: MS,
  answerP50: MS,
  answerP95: MS,
});
export const SLOT_SUMS = shape<SlotSums>('SlotSums', {
  productId: TEXT,
  slots: COUNT,
  bought: COUNT,
  notBought: COUNT,
});
export const RELEASES_TOLD = shape<{ releases: ReleaseOutcome[] }>('RunningReleases', {
  releases: listOf(RELEASE_OUTCOME),
});

const schedule = (title: string) =>
  shape<Schedule>(title, {
    productId: TEXT,
    releaseAt: orNull(INSTANT),
    releaseTz: orNull(TEXT),
    reservationClosesAt: orNull(INSTANT),
  });
const inProduct = {
  slots: shape<LiveEvents['slots']>('Slots', { productId: TEXT, reserved: COUNT, remaining: COUNT }),
  product: PUBLIC_PRODUCT,
  gone: shape<LiveEvents['gone']>('DropGone', { productId: TEXT }),
  scheduled: schedule('DropScheduled'),
  moved: schedule('DropMoved'),
  started: shape<LiveEvents['started']>('ReleaseStarted', { productId: TEXT, startedAt: INSTANT, due: COUNT }),
  progress: shape<Progress>('ReleaseProgress', { productId: TEXT, due: COUNT, attempted: COUNT, checkedOut: COUNT }),
  finished: shape<LiveEvents['finished']>('ReleaseFinished', { productId: TEXT, finishedAt: INSTANT }),
  'sold-out': shape<LiveEvents['sold-out']>('SoldOut', { productId: TEXT }),
  'slot-freed': shape<LiveEvents['slot-freed']>('SlotFreed', { productId: TEXT, remaining: COUNT }),
} satisfies { [Name in keyof LiveEvents]?: unknown };

/** One of these, by the event's name. */
export const DROP_EVENT = { oneOf: Object.values(inProduct) };
export const SHOP_EVENT = { oneOf: [...Object.values(inProduct), listOf(PUBLIC_PRODUCT)] };
const NAMES = Object.keys(inProduct);
const REFUSED = shape<{ topic: string; code: string }>('TopicRefused', { topic: TEXT, code: TEXT });
export const TOPIC_EVENT = {
  oneOf: [...Object.values(inProduct), listOf(PUBLIC_PRODUCT), ORDER_CHANGE, RELEASES_TOLD, REFUSED],
};
export const DROP_EVENTS = `server-sent events ${NAMES.map((name) => `\`${name}\``).join(', ')}`;
export const TOPIC_EVENTS = `${DROP_EVENTS}, \`products\`, \`order\`, \`releases\`, \`refused\``;
