import { createHash } from 'node:crypto';

/** Ids, states and sums of a webhook, nothing personal. */
export interface WebhookRecord {
  eventId: string;
  type: string;
  objectId: string;
  orderId?: string;
  accountId?: string;
  refundId?: string;
  intentId?: string;
  status: string | null;
  /** minor units */
  amount: number | null;
  currency: string | null;
  reason?: string;
  /** a dispute's evidence deadline, ms UTC */
  dueBy?: number;
  refundable?: boolean;
  /** ms UTC */
  created: number;
  livemode: boolean;
  foreign: boolean;
  /** hex, of the raw body */
  sha256: string;
}

/** The signature does not match, or the body is unreadable. Nothing of it may be used. */
export class WebhookRefused extends Error {}

/** Subscribe the endpoint to these, at Stripe and at the emulator. */
export const WEBHOOK_TYPES = [
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'payment_intent.requires_action',
  'payment_intent.canceled',
  'charge.refunded',
  'charge.refund.updated',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
] as const;

type Fields = Record<string, unknown>;

const fieldsOf = (value: unknown): Fields => (typeof value === 'object' && value !== null ? (value as Fields) : {});
const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);
const idOf = (value: unknown): string | undefined => textOf(value) ?? textOf(fieldsOf(value).id);

function reasonOf(object: Fields): string | undefined {
  const error = fieldsOf(object.last_payment_error);
  return (
    textOf(object.failure_reason) ??
    textOf(error.decline_code) ??
    textOf(error.code) ??
    textOf(object.cancellation_reason) ??
    textOf(object.failure_code) ??
    textOf(object.reason)
  );
}

/** https://docs.stripe.com/api/disputes/object#dispute_object-evidence_details-due_by: seconds, null when no evidence is taken */
function dueByOf(object: Fields): number | undefined {
  const { due_by: dueBy } = fieldsOf(object.evidence_details);
  return typeof dueBy === 'number' ? dueBy * 1_000 : undefined;
}

/** Streams are named by it. https://docs.stripe.com/upgrades: ids never exceed 255 characters */
const EVENT_ID = /^[\x21-\x7e]{1,255}$/;

/** `installation`: the id that tags our objects at Stripe. @throws WebhookRefused when the signed body is not an event */
export function webhookRecord(signed: unknown, rawBody: Buffer | string, installation: string): WebhookRecord {
  const event = fieldsOf(signed);
  const eventId = textOf(event.id);
  const type = textOf(event.type);
  const { created } = event;
  const isNamed = eventId !== undefined && EVENT_ID.test(eventId) && type !== undefined;
  if (!isNamed || typeof created !== 'number') throw new WebhookRefused('the signed body is not an event');
  const object = fieldsOf(fieldsOf(event.data).object);
  const metadata = fieldsOf(object.metadata);
  const tag = textOf(metadata.installation);
  return {
    eventId,
    type,
    objectId: textOf(object.id) ?? '',
    orderId: textOf(metadata.orderId),
    accountId: textOf(metadata.accountId),
    refundId: textOf(metadata.refundId),
    intentId: object.object === 'payment_intent' ? textOf(object.id) : idOf(object.payment_intent),
    status: textOf(object.status) ?? null,
    amount: typeof object.amount === 'number' ? object.amount : null,
    currency: textOf(object.currency) ?? null,
    reason: reasonOf(object),
    dueBy: dueByOf(object),
    refundable: typeof object.is_charge_refundable === 'boolean' ? object.is_charge_refundable : undefined,
    created: created * 1_000,
    livemode: event.livemode === true,
    // Refunds and disputes made by hand or by a bank carry no tag; their intent says whose they are.
    foreign: tag === undefined ? object.object === 'payment_intent' : tag !== installation,
    sha256: createHash('sha256').update(rawBody).digest('hex'),
  };
}
