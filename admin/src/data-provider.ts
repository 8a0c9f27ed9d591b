import type { CardInput, JweAudience } from '@supreme-access/contract/sealing.js';
import type { OrderFile } from '@supreme-access/contract/shapes/order-file.js';
import type { AdminOrder, BulkResult, OrderCounts, StoryEntry } from '@supreme-access/contract/shapes/orders.js';
import type { ProductItems } from '@supreme-access/contract/shapes/products.js';
import type { EvidenceFile } from '@supreme-access/contract/shapes/proofs.js';
import type { ControlRoom, DropCheck, Rehearsal, ReleaseOutcome } from '@supreme-access/contract/shapes/releases.js';
import type { Board, DayFigures } from '@supreme-access/contract/shapes/reports.js';
import type { TestStep } from '@supreme-access/contract/shapes/retailers.js';
import type { BrowserKeys, PageSettings } from '@supreme-access/contract/shapes/system.js';
import simpleRestProvider from 'ra-data-simple-rest';
import type { GetListParams, GetListResult, QueryFunctionContext, RaRecord } from 'react-admin';
import { type HttpAnswer, http } from './http.js';
import { readSession } from './session.js';
import type { Proof } from './ui/OwnProof.js';

const API = '/api/admin';

/** `key` is the Idempotency-Key of the intent: a repeated call after a lost answer has one effect. */
async function post<Answer>(path: string, key: string, body?: object): Promise<Answer> {
  const options = { method: 'POST', headers: new Headers({ 'Idempotency-Key': key }) };
  const { json } = await http(`${API}/${path}`, body ? { ...options, body: JSON.stringify(body) } : options);
  return json;
}

async function get<Answer>(url: string, signal?: AbortSignal): Promise<Answer> {
  const { json } = await http(url, { signal });
  return json;
}

function fileIn({ file }: HttpAnswer): Blob {
  if (!file) throw new Error('The server did not answer with a file.');
  return file;
}

export interface OrderAnswer {
  order: AdminOrder;
}
/** `price` is in price units. */
export interface OrderInput {
  email: string;
  name: string;
  productId: string;
  productTitle: string;
  price: number;
  reason?: string;
  stripeToken: string;
  acoDataPayload: string;
}
export interface Evidence extends Proof {
  kind: 'forwarded-email' | 'card-charge' | 'retailer';
  reference: string;
  note?: string | null;
}
/** Password and code are for refunds. */
export interface BulkOrders extends Partial<Proof> {
  ids: string[];
  reason: string;
}
export interface TestPurchase extends Proof {
  productId: string;
}
export interface Review extends Proof {
  decision: 'accept' | 'refuse';
  reason: string;
}

const at = (resource: string, id: string, action: string) => `${resource}/${encodeURIComponent(id)}/${action}`;

async function uploadPicture(picture: File): Promise<string> {
  const headers = new Headers({ 'Content-Type': picture.type.startsWith('image/') ? picture.type : 'image/unknown' });
  const { json } = await http(`${API}/pictures`, { method: 'POST', headers, body: picture });
  return json.productImage;
}

const rest = simpleRestProvider(API, http, 'Content-Range');

/** The server answers with at most this many rows. */
const MAX_PAGE_ROWS = 1_000;

async function everything<Item extends RaRecord>(
  resource: string,
  params: GetListParams,
): Promise<GetListResult<Item>> {
  const data: Item[] = [];
  for (let page = 1; ; page += 1) {
    const pagination = { page, perPage: MAX_PAGE_ROWS };
    const { data: rows, total = 0 } = await rest.getList<Item>(resource, { ...params, pagination });
    data.push(...rows);
    if (rows.length === 0 || data.length >= total) return { data, total };
  }
}

export const dataProvider = {
  ...rest,
  supportAbortSignal: true,
  getList: <Item extends RaRecord>(resource: string, params: GetListParams & QueryFunctionContext) =>
    (params.pagination?.perPage ?? 0) > MAX_PAGE_ROWS
      ? everything<Item>(resource, params)
      : rest.getList<Item>(resource, params),
  uploadPicture,

  /** DELETE delists a product, archives an order, ends a promo code or, with a step-up, revokes a role. */
  remove: async (resource: string, id: string, key: string, proof?: Proof): Promise<unknown> => {
    const request = { method: 'DELETE', headers: new Headers({ 'Idempotency-Key': key }) };
    const options = proof ? { ...request, body: JSON.stringify(proof) } : request;
    return (await http(`${API}/${resource}/${encodeURIComponent(id)}`, options)).json;
  },

  outcome: (productId: string, signal?: AbortSignal) =>
    get<ReleaseOutcome>(`${API}/${at('products', productId, 'outcome')}`, signal),
  controlRoom: (productId: string, signal?: AbortSignal) =>
    get<ControlRoom>(`${API}/${at('products', productId, 'control-room')}`, signal),
  release: (productId: string, key: string) => post<unknown>(at('products', productId, 'release'), key),
  cancelDrop: (productId: string, body: { reason: string }, key: string) =>
    post<{ withdrawn: number }>(at('products', productId, 'cancel'), key, body),

  /** `amount` is in price units; without it everything still charged is refunded. */
  refund: (orderId: string, body: Partial<Proof> & { reason: string; amount?: number }, key: string) =>
    post<OrderAnswer>(at('orders', orderId, 'refund'), key, body),
  /** Records that a failed refund was paid another way. */
  settleRefund: (orderId: string, body: { reason: string } & Proof, key: string) =>
    post<OrderAnswer>(at('orders', orderId, 'settle'), key, body),
  settlePurchase: (orderId: string, body: { reason: string } & Proof, key: string) =>
    post<OrderAnswer>(at('orders', orderId, 'settlePurchase'), key, body),
  lock: (accountId: string, body: { reason: string }, key: string) =>
    post<unknown>(at('accounts', accountId, 'lock'), key, body),
  unlock: (accountId: string, body: { reason: string }, key: string) =>
    post<unknown>(at('accounts', accountId, 'unlock'), key, body),
  withdraw: (orderId: string, body: { reason: string }, key: string) =>
    post<OrderAnswer>(at('orders', orderId, 'withdraw'), key, body),
  refundMany: (body: BulkOrders, key: string) => post<{ results: BulkResult[] }>('orders/refund', key, body),
  withdrawMany: (body: BulkOrders, key: string) => post<{ results: BulkResult[] }>('orders/withdraw', key, body),
  checkOut: (orderId: string, key: string) => post<OrderAnswer>(at('orders', orderId, 'checkout'), key),
  recordEvidence: (orderId: string, { note, ...body }: Evidence, key: string) =>
    post<OrderAnswer>(at('orders', orderId, 'evidence'), key, { ...body, ...(note ? { note } : {}) }),
  reviewProof: (proofId: string, body: Review, key: string) =>
    post<unknown>(`proofs/${encodeURIComponent(proofId)}`, key, body),
  makeTestOrder: ({ email, productId }: { email: string; productId: string }, acoDataPayload: string, key: string) => {
    // The contract requires a token of the paying card; a test order is never charged.
    const body = { email, productId, name: 'Test Order', stripeToken: 'tok_visa', acoDataPayload, livemode: false };
    return post<OrderAnswer>('orders/create', key, body);
  },
  createOrder: (input: OrderInput, key: string) => post<OrderAnswer>('orders/create', key, input),
  pageSettings: (signal?: AbortSignal) => get<PageSettings>('/api/settings', signal),
  /** Encrypts the card for the server and returns the provider's token of it. */
  cardToken: async (card: CardInput): Promise<string> => {
    const body = JSON.stringify({ card: await dataProvider.sealed('card', card) });
    return (await http('/api/user/billing/genToken', { method: 'POST', body })).json.token.id;
  },
  sealed: async (audience: JweAudience, data: object) => {
    const { seal } = await import('@supreme-access/contract/sealing.js');
    const sealed = await seal(await get<BrowserKeys>('/api/keys'), { audience, data, subject: readSession()?.uuid });
    if (sealed === null) throw new Error('Encryption is not ready. Try again.');
    return sealed;
  },
  resend: (orderId: string, key: string) => post<{ queued: number }>(at('orders', orderId, 'resendEmail'), key),
  resendAll: (key: string) => post<{ queued: number }>('orders/resendAll', key),

  orderFile: (orderId: string, signal?: AbortSignal) =>
    get<OrderFile>(`${API}/${at('orders', orderId, 'file')}`, signal),
  /** The server masks the data, and refuses with 410 once the order has ended. */
  autoCheckoutData: (orderId: string) => get<object>(`${API}/aco/getJSON/${encodeURIComponent(orderId)}`),
  wholeCheckoutData: (orderId: string, body: Proof & { reason: string }, key: string) =>
    post<object>(at('orders', orderId, 'aco'), key, body),
  orderData: async (orderId: string, withCheckout: boolean) => {
    const path = `${API}/orders/${encodeURIComponent(orderId)}`;
    const [order, story, checkout] = await Promise.all([
      get<AdminOrder>(path),
      get<StoryEntry[]>(`${path}/story`),
      withCheckout ? get<object>(`${API}/aco/getJSON/${encodeURIComponent(orderId)}`) : null,
    ]);
    return { order, story, ...(checkout ? { checkout } : {}) };
  },
  orderCounts: (filter: object, signal?: AbortSignal) =>
    get<OrderCounts>(`${API}/orders/counts?filter=${encodeURIComponent(JSON.stringify(filter))}`, signal),
  /** The answer's byte order mark is gone: fetch strips it from text. */
  exportOrders: async (filter: object): Promise<string> =>
    (await http(`${API}/orders/export?filter=${encodeURIComponent(JSON.stringify(filter))}`)).body,
  /** `zone` (IANA) decides where the day begins. */
  board: (zone: string, signal?: AbortSignal) =>
    get<Board>(`${API}/reports/board?zone=${encodeURIComponent(zone)}`, signal),
  /** The last 30 days of `zone` (IANA), oldest first. */
  reportDays: (zone: string, signal?: AbortSignal) =>
    get<DayFigures[]>(`${API}/reports/days?zone=${encodeURIComponent(zone)}`, signal),
  dropChecks: (productId: string, signal?: AbortSignal) =>
    get<DropCheck[]>(`${API}/${at('products', productId, 'checks')}`, signal),
  checkDrop: (productId: string, key: string) => post<{ check: DropCheck }>(at('products', productId, 'check'), key),
  rehearsal: async (productId: string, signal?: AbortSignal) =>
    (await get<{ rehearsal: Rehearsal | null }>(`${API}/${at('products', productId, 'rehearsal')}`, signal)).rehearsal,
  rehearseDrop: (productId: string, key: string) =>
    post<{ rehearsal: Rehearsal }>(at('products', productId, 'rehearse'), key),
  /** Asks the shop what it says of itself. */
  discoverRetailer: (retailerId: string, key: string) => post<unknown>(at('retailers', retailerId, 'discover'), key),
  productItems: (productId: string) => get<ProductItems>(`${API}/${at('products', productId, 'items')}`),
  testPurchase: (retailerId: string, body: TestPurchase, key: string) =>
    post<{ steps: TestStep[] }>(at('retailers', retailerId, 'test'), key, body),
  /** A zip; what is personal in it is sealed. */
  bundle: async (orderId: string) => fileIn(await http(`${API}/${at('orders', orderId, 'bundle')}`)),
  bundleWithMails: async (orderId: string, body: Proof & { reason: string }, key: string) => {
    const headers = new Headers({ 'Idempotency-Key': key });
    const path = `${API}/${at('orders', orderId, 'bundle')}`;
    return fileIn(await http(path, { method: 'POST', headers, body: JSON.stringify(body) }));
  },
  evidenceFile: (orderId: string) => get<EvidenceFile>(`${API}/${at('orders', orderId, 'evidence-file')}`),
  /** The server's time, ms UTC. */
  serverTime: async (signal?: AbortSignal) => (await get<{ now: number }>('/api/time', signal)).now,
};
