import type { UnitAmount } from '@supreme-access/contract/currencies.js';
import type { Order } from '@supreme-access/contract/shapes/orders.js';
import type { AdminProduct, RetailerItem } from '@supreme-access/contract/shapes/products.js';
import type { RecordedEvent } from '../../backend/src/stores/event-log/event-log.js';
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
  retailerId?: string;
  retailerProductId?: string;
  retailPrice?: UnitAmount | null;
  defaultLimit?: UnitAmount | null;
  retailerItems?: RetailerItem[];
}

export async function createDrop(admin: Api, drop: Drop): Promise<AdminProduct> {
  const body = { price: 25, styles: 'Ink', avail: true, productImage: '', ...drop };
  return (await expectOk(admin.post<{ product: AdminProduct }>('/api/admin/products/create', body))).product;
}

export async function uploadPicture(admin: Api, picture: Buffer): Promise<string> {
  return (await expectOk(admin.upload<{ productImage: string }>('/api/admin/pictures', picture))).productImage;
}

/** Every unarchived order of any shopper. */
export async function allOrders(admin: Api): Promise<Order[]> {
  const orders: Order[] = [];
  for (;;) {
    const range = encodeURIComponent(JSON.stringify([orders.length, orders.length + PAGE - 1]));
    const page = await expectOk(admin.get<Order[]>(`/api/admin/orders?range=${range}`));
    orders.push(...page);
    if (page.length < PAGE) return orders;
  }
}

/** The whole event feed; what was read of it before is added to. */
export async function allEvents(admin: Api, events: RecordedEvent[] = []): Promise<RecordedEvent[]> {
  for (;;) {
    const after = events.at(-1)?.position ?? 0;
    const page = await expectOk(admin.get<string>(`/api/admin/events?after=${after}&limit=${PAGE}`));
    const lines = page.split('\n').filter((line) => line !== '');
    events.push(...lines.map((line) => JSON.parse(line) as RecordedEvent));
    if (lines.length < PAGE) return events;
  }
}

/** ms between two polls: a tenth of the time so far */
const PAUSE = { share: 0.1, min: 20, max: 500 };

/** Polls until there is a result. @throws naming what it waited for */
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

/** Polls the number of remaining things and allows `withinMs` for each further one, so that a slow machine passes while it makes progress. */
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
