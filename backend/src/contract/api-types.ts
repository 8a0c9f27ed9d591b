import type { OrderAction } from './action-types.js';
import type { Country } from './countries.js';
import type { BounceReason, StoryEventName } from './event-names.js';
import type { CardBrand, RetailCurrency, Size } from './limits.js';
import type { OrderStatus, Role } from './statuses.js';
import type { OrderStamp } from './ticket.js';

/** Shapes of the REST API. Prices are in currency units with two decimals; instants are ISO 8601 in UTC unless a name ends in Ms. */
export interface Refusal {
  success: false;
  error: string;
  code: string;
}

export interface BillingAddress {
  line1: string;
  line2?: string;
  city: string;
  /** '' where the country's addresses have none */
  state: string;
  postal_code: string;
  country: Country;
}

/** The last mail that did not arrive, until one does or there is another address. */
export interface BouncedMail {
  at: string;
  /** what it was about */
  kind: string;
  reason: BounceReason;
  /** the mail server's reply in digits, as in '550 5.1.1' */
  reply: string;
}

export interface AccountInfo {
  uuid: string;
  name: string;
  email: string;
  phone: string;
  customer_id: string | null;
  billingAddress: BillingAddress | null;
  billingLast4: string | null;
  profiles: number;
  isAdmin: boolean;
  roles: Role[];
  emailVerified: boolean;
  /** another address, until the link that was mailed to it is followed */
  pendingEmail: string | null;
  /** in the last 30 days */
  mailBounced: BouncedMail | null;
}
/** `mustEnrol`: it can do nothing as staff before one-time codes are on. */
export type Session = AccountInfo & { success: true; token: string; mustEnrol?: true };

/** One of the sessions that a member of staff has open. */
export interface OwnSession {
  id: string;
  begunAt: string;
  /** told at most once a minute */
  usedAt: string;
  /** the one that asks */
  current: boolean;
}

/** An account as admins and auditors see it; once it is erased, nothing personal is left in it. */
export type ListedAccount = Pick<
  AccountInfo,
  | 'uuid'
  | 'name'
  | 'email'
  | 'phone'
  | 'customer_id'
  | 'billingLast4'
  | 'isAdmin'
  | 'roles'
  | 'emailVerified'
  | 'mailBounced'
> & {
  id: string;
  /** nobody signs in to it */
  locked: boolean;
  registeredAt: string;
  erased: boolean;
  /** how many are saved; only of one account that is asked for by its id */
  profiles?: number;
};

export interface ProductPicture {
  /** a path of ours, or an https URL */
  address: string;
  /** what it shows, for who does not see it; '': nobody has said */
  alt: string;
}
export interface RetailPrice {
  amount: number;
  currency: RetailCurrency;
}

export interface PublicProduct {
  id: string;
  productId: string;
  productTitle: string;
  price: number;
  currency: string;
  totalStock: number;
  reserved: number;
  remaining: number;
  /** people in line for a slot */
  waiting: number;
  avail: boolean;
  /** the first of its pictures; '' without any */
  productImage: string;
  pictures: ProductPicture[];
  /** plain text, paragraphs apart by line ends */
  description: string;
  /** what the retailer asks for the item, beside our fee; null: nobody has said */
  retailPrice: RetailPrice | null;
  /** comma-separated */
  styles: string;
  /** 'OS' means one size */
  sizeType: string;
  tags: string[];
  releaseAt: string | null;
  releaseTz: string | null;
  reservationClosesAt: string | null;
  /** reservations are closed once this is set */
  releaseStartedAt: string | null;
  releaseFinishedAt: string | null;
  /** slots and waiting list places that one account may have; null: as many as the server is set to allow */
  limitPerAccount: number | null;
  listedAt: string;
}
export type ProductAction = 'edit' | 'release' | 'cancel' | 'delist';
export interface AdminProduct extends PublicProduct {
  /** slots of `reserved` that are offered to who waits */
  offered: number;
  /** 1 as it was listed, one more with each edit */
  version: number;
  /** where the shop shows it; to staff who are signed in there also while it is hidden */
  shopUrl: string;
  retailerProductId: string;
  delisted: boolean;
  cancelled: boolean;
  /** why an action would be refused now, in words; an action that is not named can succeed */
  refusals: Partial<Record<ProductAction, string>>;
}

/** Answered with 409 `conflict` to an edit of a version that is not the last. */
export interface EditConflict extends Refusal {
  /** as it would be had the edit been saved */
  yours: AdminProduct;
  current: AdminProduct;
  /** the fields in which the two differ */
  changed: string[];
}

export interface Order {
  id: string;
  orderId: string;
  email: string;
  name: string;
  productId: string;
  productTitle: string;
  productImage: string;
  price: number;
  currency: string;
  status: OrderStatus;
  statusLabel: string;
  /** one sentence on what the status means for the shopper, e.g. that nothing was charged */
  statusNote: string;
  /** whether the open order has its card's security code; false: it is to be given again. null: none is needed any more */
  codeOnFile: boolean | null;
  /** what happened to it, and what is still to come */
  stamps: OrderStamp[];
  mailBounced: BouncedMail | null;
  style: string;
  size: Size;
  /** what was actually bought, once it was */
  boughtSize: Size | null;
  boughtStyle: string | null;
  orderDate: string;
  success: boolean;
  /** of the profile it was reserved with; empty for guests */
  profileId: string;
  profileName: string;
  /** the ticket's number; null for orders that hold no slot */
  slotNumber: number | null;
  totalStock: number;
  releaseAt: string | null;
  charged: number;
  refunded: number;
  livemode: boolean;
}
export interface AdminOrder extends Order {
  archived: boolean;
  /** what is left of the charge: charged, and neither refunded nor on its way back */
  refundable: number;
  /** why an action would be refused now, as it would be; an action that is not named can succeed */
  refusals: Partial<Record<OrderAction, Pick<Refusal, 'code' | 'error'>>>;
}

/** How many orders there are of each status. */
export type OrderCounts = Record<OrderStatus, number>;

/** One line of an order's story. `type` is the event's name in the log. */
export interface StoryEntry {
  type: StoryEventName;
  at: string;
  position: number;
  causedBy: string;
  data: Record<string, unknown>;
}

export interface ProfileAddress {
  firstName: string;
  lastName: string;
  address1: string;
  address2?: string;
  address3?: string;
  city: string;
  /** '' where the country's addresses have none */
  state: string;
  zip: string;
  country: Country;
}
/** What `GET /api/user/profiles` answers, in clear under `profile` or encrypted under `eProfile`: never a number or a code. */
export interface ProfileView {
  profileId: string;
  profileName: string;
  email: string;
  phone: string;
  shipping: ProfileAddress;
  billing: ProfileAddress;
  card: { name: string; type: CardBrand; last4: string; month: number; year: number; codeOnFile: boolean };
  matchInfo: boolean;
  poBox: boolean;
  /** it looks like a PO box, and the shopper says that it is a street */
  streetConfirmed?: boolean;
}
/** Card as it travels inside a JWE (aud 'card', or inside a profile). */
export interface CardInput {
  name: string;
  number: string;
  code: string;
  /** 1-12 */
  month: number | string;
  /** two or four digits */
  year: number | string;
  type?: string;
  /** of the billing address, for the provider's check; only beside a card that is to become a token */
  address_zip?: string;
}
/** Profile as it travels inside a JWE (aud 'profile'). Leaving `card` out of an edit keeps the card. */
export interface ProfileInput {
  profileId?: string;
  profileName: string;
  email: string;
  phone: string;
  shipping: ProfileAddress;
  billing?: ProfileAddress;
  card?: CardInput;
  matchInfo?: boolean;
  /** what looks like a PO box is a street */
  streetConfirmed?: boolean;
}
/** Auto-checkout data as it travels inside a JWE (aud 'aco'). */
export interface AcoInput {
  productForm?: { id?: string; title?: string; style?: string; size?: string; price?: number };
  shipping: ProfileAddress;
  billing?: ProfileAddress;
  phone: string;
  email: string;
  card: CardInput;
  /** what looks like a PO box is a street */
  streetConfirmed?: boolean;
}

export type JweAudience = 'profile' | 'aco' | 'card' | 'code';
export interface Place {
  label: string;
  address1: string;
  city: string;
  state: string;
  zip: string;
  country: Country;
}
export interface PromoLookup {
  promoCode: string;
  percent: number;
}
export interface AdminPromo extends PromoLookup {
  id: string;
  startsAt: string | null;
  endsAt: string | null;
  limit: number | null;
  limitPerAccount: number | null;
  /** orders that hold a redemption now */
  redeemed: number;
  ended: boolean;
}
