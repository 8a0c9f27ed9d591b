import type { Quirk, ShippingRule } from '@supreme-access/contract/retailer-protocols.js';
import type { Send } from '../../http/outgoing/http-calls.js';
import type { OnAnswer } from '../../jobs/partner-limit.js';
import type { Json } from '../json-calls.js';
import type { Buyer, Money, Preparation, Purchase, RetailerItem, StockLine, Tracking, Variant } from '../retailer.js';
import type { Sign } from '../signatures/message-signatures.js';

export interface ShopOptions {
  /** the endpoint of its API, as its discovery document has it */
  baseUrl: string;
  version: string;
  /** to the origin of `baseUrl` */
  send: Send;
  key?: string | undefined;
  sign?: Sign | undefined;
  shipping: ShippingRule;
  /** the shop's profile at Stripe, which payment tokens are bound to */
  seller: string;
  quirks?: readonly Quirk[];
  recordResult?: OnAnswer;
}

export interface ShippingOption {
  id: string;
  /** minor units */
  amount: number;
  /** ms UTC of the latest arrival; null: the shop does not tell */
  latest: number | null;
}

export interface ShopOrder {
  id: string;
  url?: string;
  tracking?: Tracking;
}

export type SessionState = 'incomplete' | 'ready' | 'escalated' | 'in-progress' | 'completed' | 'ended';

/** A checkout session as its shop tells it, in the words of neither protocol. */
export interface Session {
  id: string;
  state: SessionState;
  items: { id: string; quantity: number }[];
  /** null: unreadable, or its sums do not match */
  total: Money | null;
  /** id of the shop's way to pay by shared payment token */
  handler: string | null;
  options: ShippingOption[];
  selected: string | null;
  /** codes of its errors */
  errors: string[];
  continueUrl: string | null;
  /** ms UTC */
  expiresAt: number | null;
  order: ShopOrder | null;
  body: Json;
}

export type PreparationFor = Preparation & { buyer: Buyer };

export interface ShopRequest {
  method: 'GET' | 'PUT' | 'POST';
  path: string;
  content?: Json;
}

/** One version of one protocol: what is asked, and how answers read. */
export interface Dialect {
  headers: Readonly<Record<string, string>>;
  /** path of all sessions */
  sessions: string;
  /** status of another body under a known key */
  conflict: number;
  create(preparation: PreparationFor, itemId: string): Json;
  /** The next change that the session wants before it can be completed; null: none */
  change(session: Session, option: ShippingOption | null, preparation: PreparationFor): ShopRequest | null;
  complete(purchase: Purchase, handler: string): Json;
  /** undefined: no session of this version */
  read(body: Json): Session | undefined;
  /** of an answer that is no session */
  codes(body: Json): string[];
  /** null: the protocol has no catalogue */
  lookup: {
    request(ids: readonly string[]): ShopRequest;
    read(body: Json, items: readonly RetailerItem[]): { title: string; stock: StockLine[] } | undefined;
    /** asks for one product with its variants */
    product(id: string): ShopRequest;
    /** null: the shop does not know it */
    readProduct(body: Json): { title: string; variants: Variant[] } | null | undefined;
  } | null;
}
