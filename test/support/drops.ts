import type { Order } from '@supreme-access/contract/shapes/orders.js';
import type { AdminProduct } from '@supreme-access/contract/shapes/products.js';
import type { RecordedEvent } from '../../backend/src/platform/log/event-log.js';
import { type Api, expectOk } from './api.js';

const PAGE = 1_000;

export interface Drop {
  productTitle: string;
  totalStock: number;
  price?: number;
  /** comma-separated */
  styles?: string;
  /** 'OS' for one size */
  sizeType?: string;
  releaseAt?: string | null;
  /** IANA zone */
  releaseTz?: string;
  /** slots that one account may hold */
  limitPerAccount?: number;
  productImage?: string;
}

export async function createDrop(admin: Api, drop: Drop): Promise<AdminProduct> {
  const body = { price: 25, styles: 'Ink', avail: true, productImage: '', ...drop };
  return (await expectOk(admin.post<{ product: AdminProduct }>('/api/admin/products/create', body))).product;
}

/** Answers the picture's address, for a product to name. */
export async function uploadPicture(admin: Api, picture: Buffer): Promise<string> {
  return (await expectOk(admin.upload<{ productImage: string }>('/api/admin/pictures', picture))).productImage;
}

/** Every order that is not archived, whoever's it is. */
export async function allOrders(admin: Api): Promise<Order[]> {
  const orders: Order[] = [];
  for (;;) {
    const range = encodeURIComponent(JSON.stringify([orders.length, orders.length + PAGE - 1]));
    const page = await expectOk(admin.get<Order[]>(`/api/admin/orders?range=${range}`));
    orders.push(...page);
    if (page.length < PAGE) return orders;
  }
}

/** The event feed, to its end: what auditors read. */
export async function allEvents(admin: Api): Promise<RecordedEvent[]> {
  const events: RecordedEvent[] = [];
  for (;;) {
    const after = events.at(-1)?.position ?? 0;
    const page = await expectOk(admin.get<string>(`/api/admin/events?after=${after}&limit=${PAGE}`));
    const lines = page.split('\n').filter((line) => line !== '');
    events.push(...lines.map((line) => JSON.parse(line) as RecordedEvent));
    if (lines.length < PAGE) return events;
  }
}

/** ms between two questions: a tenth of what has been waited for so far, so that whoever is asked has time to work */
const PAUSE = { share: 0.1, min: 20, max: 500 };

/** Asks again until there is an answer. @throws naming what it waited for */
export async function eventually<T>(what: string, withinMs: number, ask: () => Promise<T | undefined>): Promise<T> {
  const began = Date.now();
  for (;;) {
    const found = await ask();
    if (found !== undefined) return found;
    const waited = Date.now() - began;
    if (waited > withinMs) throw new Error(`${what}: not within ${withinMs} ms`);
    const pause = Math.min(PAUSE.max, Math.max(PAUSE.min, waited * PAUSE.share));
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

/**
 * The same for many things, of which it is asked how many are left: as long as one more is done within the time, there is
 * progress to wait for, however slow the machine is.
 */
export async function untilNoneIsLeft<T>(
  what: string,
  withinMs: number,
  ask: () => Promise<{ left: number; found: T }>,
): Promise<T> {
  for (let fewest = Number.POSITIVE_INFINITY; ; ) {
    const { left, found } = await eventually(what, withinMs, async () => {
      const now = await ask();
      return now.left < fewest ? now : undefined;
    });
    if (left === 0) return found;
    fewest = left;
  }
}
