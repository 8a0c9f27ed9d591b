import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { flattenedVerify, importJWK, type JWK } from 'jose';
import { isObject, isText, jsonIn } from '../json-calls.js';
import type { Tracking } from '../retailer.js';
import { trackingIn } from '../sessions/fields.js';
import { isSigned } from '../signatures/message-signatures.js';

/** What a shop tells of an order, once its signature holds. */
export interface ShopEvent {
  /** of what is signed alone: a header beside it would make one event many */
  eventId: string;
  /** the shop's checkout session */
  session: string;
  shipped?: { order: string; tracking: Tracking };
}
export interface ReceivedWebhook {
  /** as the shop addressed us */
  url: string;
  /** names in lower case */
  headers: Readonly<Record<string, string | undefined>>;
  body: Buffer;
}

const ID_MAX = 255;
/** s: as the text recommends */
const TOLERANCE = 300;

/**
 * Signed by RFC 9421, or in 2026-01-11 by a detached JWT over the raw body (RFC 7797).
 * https://ucp.dev/2026-04-08/specification/order https://ucp.dev/2026-01-11/specification/order
 */
export async function ucpEvent(webhook: ReceivedWebhook, keys: readonly JWK[]): Promise<ShopEvent | undefined> {
  const jwt = webhook.headers['request-signature'];
  const holds =
    jwt === undefined ? await isSigned({ ...webhook, method: 'POST' }, keys) : await isJwt(jwt, webhook.body, keys);
  const order = holds ? jsonIn(webhook.body.toString()) : undefined;
  if (!order) return undefined;
  const { fulfillment } = order;
  const parcels = isObject(fulfillment) ? fulfillment.events : [];
  return eventOf(webhook, order.checkout_id, order.event_id, shippedIn(webhook, order.id, parcels));
}

/** Whether there is a signature that keys could verify. */
export function isSignedByKey({ headers }: Pick<ReceivedWebhook, 'headers'>): boolean {
  return Boolean(headers['request-signature'] ?? (headers.signature && headers['signature-input']));
}

/**
 * `secret`: shared with the shop.
 * https://github.com/agentic-commerce-protocol/agentic-commerce-protocol/blob/main/spec/2026-04-17/openapi/openapi.agentic_checkout_webhook.yaml
 */
export function acpEvent(webhook: ReceivedWebhook, secret: string, now: number): ShopEvent | undefined {
  const [, seconds = '', digest = ''] =
    /^t=(\d{1,12}),v1=([0-9a-f]{64})$/i.exec(webhook.headers['merchant-signature'] ?? '') ?? [];
  const expected = createHmac('sha256', secret).update(`${seconds}.`).update(webhook.body).digest();
  const given = Buffer.from(digest, 'hex');
  const holds = given.length === expected.length && timingSafeEqual(given, expected);
  if (!holds || Math.abs(Number(seconds) - now / 1_000) > TOLERANCE) return undefined;
  const order = jsonIn(webhook.body.toString())?.data;
  if (!isObject(order)) return undefined;
  const shipped = shippedIn(webhook, order.id, order.fulfillments);
  return eventOf(webhook, order.checkout_session_id, undefined, shipped);
}

/** Without an id of its own, the same bytes are the same event. */
function eventOf(
  { body }: ReceivedWebhook,
  session: unknown,
  named: unknown,
  shipped: ShopEvent['shipped'],
): ShopEvent | undefined {
  if (!isText(session, ID_MAX)) return undefined;
  const eventId = isText(named, ID_MAX) ? named : createHash('sha256').update(body).digest('base64url');
  return { session, eventId, ...(shipped ? { shipped } : {}) };
}

function shippedIn(webhook: ReceivedWebhook, order: unknown, parcels: unknown): ShopEvent['shipped'] {
  const { tracking } = trackingIn(parcels, { baseUrl: webhook.url });
  return isText(order, ID_MAX) && tracking ? { order, tracking } : undefined;
}

async function isJwt(jwt: string, payload: Buffer, keys: readonly JWK[]): Promise<boolean> {
  const [head = '', middle, signature = ''] = jwt.split('.');
  if (middle !== '') return false;
  try {
    await flattenedVerify(
      { protected: head, payload: new Uint8Array(payload), signature },
      async ({ kid }) => {
        const jwk = keys.find((key) => key.kid === kid);
        if (!jwk) throw new Error('no such key');
        return importJWK(jwk, 'ES256');
      },
      { algorithms: ['ES256'] },
    );
    return true;
  } catch {
    return false;
  }
}
