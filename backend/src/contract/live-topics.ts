/**
 * What can be followed together over `GET /api/live?topics=`: the shop, one product, one's own orders, the order behind a mailed
 * link, and, for staff, the releases that run.
 */
export const SHOP_TOPIC = 'shop';
export const ORDERS_TOPIC = 'orders';
export const RELEASES_TOPIC = 'releases';
const PRODUCT = 'product:';
const LINK = 'link:';
/** topics of one stream */
export const TOPICS_MAX = 40;
/** characters of the parameter `topics` */
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

/** The topics as the parameter has them: each encoded, with commas between. */
export function topicsText(topics: readonly string[]): string {
  return topics.map(encodeURIComponent).join(',');
}

/** Null where it cannot be read. */
export function parseTopics(text: string): string[] | null {
  try {
    return [...new Set(text.split(',').filter(Boolean).map(decodeURIComponent))];
  } catch {
    return null;
  }
}

/** the event that tells a listener that others may have been missed: what it knows was told before the stream stood */
export const MISSED = 'missed';
/** the event that tells a listener that nothing is told until the stream stands again */
export const BROKEN = 'broken';

/** An event of a stream, or one of these two. */
export interface Told {
  event: string;
  data: unknown;
}
export type Hear = (told: Told) => void;
