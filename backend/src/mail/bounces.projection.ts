import { projection } from '../platform/projections/projection.js';
import type { Recorded } from '../platform/projections/recorded.js';
import type { Bounce } from './bounces.js';

/** A mail that bounced: whose it was and why, never to which address. */
export interface BounceDoc extends Bounce {
  bounceId: string;
  /** what it was about, and the id of that */
  about: string;
  aboutId: string;
  kind: string;
  /** ms UTC */
  at: number;
}

/** Of whatever may be written to: each tells it alike. An account is told too that a mail about an order has bounced (`orderId`). */
type Bounced = { type: 'MailBounced'; data: Bounce & { mailId: string; kind: string; orderId?: string | null } };

const isOwn = ({ type, category, data }: Recorded<Bounced>) =>
  type === 'MailBounced' && !(category === 'account' && data.orderId);

export const bouncesProjection = projection<BounceDoc, Bounced>({
  name: 'bounces',
  version: 3,
  indexes: [['at'], ['about', 'at'], ['aboutId', 'at']],
  categories: ['order', 'account', 'invitation', 'check', 'offer'],
  idsOf: (event) => (isOwn(event) ? [`${event.stream}:${event.data.mailId}:${event.revision}`] : []),
  evolve: (_, { category, id, at, data: { kind, reason, reply } }, bounceId) => {
    return { bounceId, about: category, aboutId: id, kind, reason, reply, at };
  },
});
