import { randomBytes } from 'node:crypto';
import type { Behaviour } from '../../stripe/test-cards.js';

export type Metadata = Record<string, string>;

/** An object as the ledger stores it. No answer shows `emulator`. */
interface Stored<Kind extends string> {
  id: string;
  object: Kind;
  /** s UTC */
  created: number;
  livemode: false;
}

export interface CardDetails {
  brand: string;
  last4: string;
  exp_month: number;
  exp_year: number;
  fingerprint: string;
  /** Stripe shows it to some accounts only. */
  iin: string;
  funding: 'credit';
  country: 'US';
}

/** The zip itself is not stored; null: the request had none. */
type ZipCheck = 'unchecked' | null;

export interface Token extends Stored<'token'> {
  type: 'card';
  used: boolean;
  card: CardDetails & { id: string; object: 'card'; address_zip_check: ZipCheck };
  emulator: { behaviour: Behaviour };
}

/** Names and addresses are accepted and dropped: the ledger stores no personal data. */
export interface Customer extends Stored<'customer'> {
  email: null;
  name: null;
  metadata: Metadata;
  deleted?: true;
}

export interface PaymentMethod extends Stored<'payment_method'> {
  type: 'card';
  customer: string | null;
  card: CardDetails & { checks: { address_postal_code_check: ZipCheck } };
  metadata: Metadata;
  emulator: { behaviour: Behaviour; detached?: true };
}

export interface SetupIntent extends Stored<'setup_intent'> {
  client_secret: string;
  customer: string | null;
  description: string | null;
  metadata: Metadata;
  payment_method: string | null;
  payment_method_types: string[];
  status: 'requires_payment_method' | 'requires_confirmation' | 'succeeded';
  usage: string;
}

export type IntentStatus =
  | 'requires_payment_method'
  | 'requires_confirmation'
  | 'requires_action'
  | 'succeeded'
  | 'canceled';

export interface PaymentError {
  type: 'card_error' | 'invalid_request_error';
  code: string;
  decline_code?: string;
  message: string;
  charge?: string;
  payment_method?: object;
}

export interface PaymentIntent extends Stored<'payment_intent'> {
  amount: number;
  amount_received: number;
  canceled_at: number | null;
  cancellation_reason: string | null;
  client_secret: string;
  currency: string;
  customer: string | null;
  description: string | null;
  last_payment_error: PaymentError | null;
  latest_charge: string | null;
  metadata: Metadata;
  next_action: object | null;
  payment_method: string | null;
  payment_method_types: string[];
  status: IntentStatus;
  emulator: { returnUrl?: string };
}

export interface Charge extends Stored<'charge'> {
  amount: number;
  amount_captured: number;
  amount_refunded: number;
  captured: boolean;
  currency: string;
  customer: string | null;
  disputed: boolean;
  failure_code: string | null;
  failure_message: string | null;
  metadata: Metadata;
  paid: boolean;
  payment_intent: string;
  payment_method: string;
  payment_method_details: { type: 'card'; card: CardDetails };
  refunded: boolean;
  status: 'succeeded' | 'failed';
  emulator: { behaviour: Behaviour };
}

export interface Refund extends Stored<'refund'> {
  amount: number;
  charge: string;
  currency: string;
  failure_reason?: string;
  metadata: Metadata;
  payment_intent: string;
  reason: string | null;
  status: 'pending' | 'succeeded' | 'failed';
  /** a scheduled change, `at` in ms UTC */
  emulator: { later?: { at: number; status: 'succeeded' | 'failed' } };
}

export interface Dispute extends Stored<'dispute'> {
  amount: number;
  charge: string;
  currency: string;
  metadata: Metadata;
  payment_intent: string;
  /** `due_by` in seconds */
  evidence_details: { due_by: number | null; has_evidence: boolean; past_due: boolean; submission_count: number };
  /** whether the charge is refundable despite the dispute */
  is_charge_refundable: boolean;
  reason: string;
  /** one of Stripe's, or any other that a test sets */
  status: string;
}

export type Deactivation = 'consumed' | 'expired' | 'resolved' | 'revoked';

/** https://docs.stripe.com/api/shared-payment/issued-token/object; both times in s UTC */
export interface SharedToken extends Stored<'shared_payment.issued_token'> {
  deactivated_at: number | null;
  deactivated_reason: Deactivation | null;
  next_action: object | null;
  payment_method: string;
  seller_details: { external_id: string | null; network_business_profile: string };
  setup_future_usage: null;
  shared_metadata: Metadata;
  status: 'active' | 'requires_action' | Deactivation;
  usage_details: { amount_captured: { currency: string; value: number } };
  usage_limits: { currency: string; expires_at: number; max_amount: number };
}

/** An intent in a seller's own account, which the platform neither sees nor hears of. */
export interface SellerPayment extends Stored<'seller_payment'> {
  amount: number;
  amount_received: number;
  currency: string;
  last_payment_error: PaymentError | null;
  latest_charge: string | null;
  metadata: Metadata;
  payment_method: string | null;
  status: 'succeeded' | 'requires_payment_method';
  emulator: { seller: string; token: string };
}

export interface Objects {
  token: Token;
  customer: Customer;
  payment_method: PaymentMethod;
  setup_intent: SetupIntent;
  payment_intent: PaymentIntent;
  charge: Charge;
  refund: Refund;
  dispute: Dispute;
  'shared_payment.issued_token': SharedToken;
  seller_payment: SellerPayment;
}
export type Kind = keyof Objects;
export type StoredObject = Objects[Kind];

export interface EmulatedEvent {
  id: string;
  object: 'event';
  api_version: string;
  created: number;
  data: { object: object };
  livemode: false;
  type: string;
}

const PREFIXES: Record<Kind, string> = {
  token: 'tok',
  customer: 'cus',
  payment_method: 'pm',
  setup_intent: 'seti',
  payment_intent: 'pi',
  charge: 'ch',
  refund: 're',
  dispute: 'dp',
  'shared_payment.issued_token': 'spt',
  seller_payment: 'pis',
};

export const randomId = (prefix: string): string => `${prefix}_${randomBytes(12).toString('hex')}`;

/** `nowMs` in ms UTC */
export function newObject<K extends Kind>(kind: K, nowMs: number): Stored<K> {
  return { id: randomId(PREFIXES[kind]), object: kind, created: Math.floor(nowMs / 1_000), livemode: false };
}

export function kindOf(id: string): Kind | undefined {
  const prefix = id.slice(0, id.indexOf('_'));
  return (Object.keys(PREFIXES) as Kind[]).find((kind) => PREFIXES[kind] === prefix);
}

export function shown<T extends object>(value: T): T {
  return JSON.parse(JSON.stringify(value, (name, inner) => (name === 'emulator' ? undefined : inner)));
}
