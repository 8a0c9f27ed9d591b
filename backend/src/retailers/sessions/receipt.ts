import { createHash } from 'node:crypto';
import { canonicalJson } from '../../event-sourcing/ids.js';
import type { Money, SoldAnswer } from '../retailer.js';
import type { Session, ShopOrder } from './session.js';

const SIGNED = ['content-digest', 'signature', 'signature-input'] as const;

/**
 * The evidence of a sale that does not name our reference: texts and integers in canonical JSON (RFC 8785), the same
 * for every answer about the session. CheckoutPrepared binds the session to the reference.
 */
export function soldAnswer(
  retailer: string,
  { id, items, order }: Session & { order: ShopOrder },
  total: Money,
  headers: Readonly<Record<string, string>>,
): SoldAnswer {
  const receipt = canonicalJson({ items, order: order.id, retailer, session: id, total });
  const answer: SoldAnswer = {
    kind: 'succeeded',
    orderNumber: order.id,
    placedAt: null,
    receipt,
    sha256: createHash('sha256').update(receipt).digest('hex'),
    total,
  };
  if (order.url) answer.url = order.url;
  if (order.tracking) answer.tracking = order.tracking;
  if (headers.signature && headers['signature-input']) {
    answer.signature = canonicalJson(Object.fromEntries(SIGNED.map((name) => [name, headers[name]])));
  }
  return answer;
}
