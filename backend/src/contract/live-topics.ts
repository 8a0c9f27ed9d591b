/** Topics of `GET /api/live?topics=`; 'releases' is for staff only. */
export const SHOP_TOPIC = 'shop';
export const ORDERS_TOPIC = 'orders';
export const RELEASES_TOPIC = 'releases';
const PRODUCT = 'product:';
const LINK = 'link:';
export const TOPICS_MAX = 40;
export const TOPICS_TEXT_MAX = 6_000;

export const productTopic = (productId: string) => `${PRODUCT}${productId}`;
export const linkTopic = (token: string) => `${LINK}${token}`;

export type Topic =
  | { kind: 'shop' | 'orders' | 'releases' }
  | { kind: 'product'; productId: string }
  | { kind: 'link'; token: string };

export function parseTopic(topic: string): Topic | null {
  if (topic === SHOP_TOPIC) return { kind: 'shop' };
  if (topic === ORDERS_TOPIC) return { kind: 'orders' };
  if (topic === RELEASES_TOPIC) return { kind: 'releases' };
  if (topic.startsWith(PRODUCT)) return { kind: 'product', productId: topic.slice(PRODUCT.length) };
  return topic.startsWith(LINK) ? { kind: 'link', token: topic.slice(LINK.length) } : null;
}

export function topicsText(topics: readonly string[]): string {
  return topics.map(encodeURIComponent).join(',');
}

export function parseTopics(text: string): string[] | null {
  try {
    return [...new Set(text.split(',').filter(Boolean).map(decodeURIComponent))];
  } catch {
    return null;
  }
}

/** Events before this one may have been missed, so listeners must reload. */
export const MISSED = 'missed';
/** The connection is lost until the next `missed`. */
export const BROKEN = 'broken';

export interface LiveEvent {
  event: string;
  data: unknown;
}
export type OnLiveEvent = (event: LiveEvent) => void;
