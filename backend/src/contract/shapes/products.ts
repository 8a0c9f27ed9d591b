import { type Static, Type } from 'typebox';
import { RETAIL_MEANS, SIZES } from '../limits.js';
import {
  COUNT,
  FLAG,
  INSTANT,
  listOf,
  oneOf,
  orNull,
  PRICE,
  type Refusal,
  RetailAmount,
  reasonsOf,
  shape,
  TEXT,
  type ValuesOf,
} from './primitives.js';

export const ProductPicture = shape('ProductPicture', {
  address: { ...TEXT, description: 'a path of ours, or an https URL' },
  alt: { ...TEXT, description: "what it shows; '' when nobody has said" },
});
export type ProductPicture = Static<typeof ProductPicture>;

export const RetailerItem = shape('RetailerItem', {
  size: oneOf(SIZES),
  style: TEXT,
  itemId: { ...TEXT, description: "the retailer's own id of this size and style" },
});
export type RetailerItem = Static<typeof RetailerItem>;

export const SavedItems = shape('SavedItems', { items: listOf(RetailerItem) });

/** What the retailer's catalogue says of a product, beside the items that are saved. */
export const ProductItems = shape('ProductItems', {
  items: listOf(RetailerItem),
  catalogue: {
    ...oneOf(['read', 'lacking', 'no-such-product']),
    description: 'lacking: the protocol of this retailer has no catalogue',
  },
  variants: listOf(shape('CatalogueItem', { itemId: TEXT, title: TEXT, available: FLAG })),
  proposed: { ...listOf(RetailerItem), description: 'sizes and styles that exactly one of the variants fits' },
});
export type ProductItems = Static<typeof ProductItems>;

const publicProduct = {
  id: TEXT,
  productId: TEXT,
  productTitle: TEXT,
  price: PRICE,
  currency: TEXT,
  totalStock: COUNT,
  reserved: COUNT,
  remaining: COUNT,
  waiting: { ...COUNT, description: 'people on the waiting list' },
  avail: FLAG,
  productImage: { ...TEXT, description: "the first of its pictures; '' without any" },
  pictures: listOf(ProductPicture),
  description: { ...TEXT, description: 'plain text, paragraphs apart by line ends' },
  /** the retailer's price, in addition to our fee; null: unknown */
  retailPrice: orNull(RetailAmount),
  defaultLimit: {
    ...orNull(RetailAmount),
    description: 'what is agreed to pay the retailer at most where a reservation names no limit; null: nothing is',
  },
  means: { ...oneOf(RETAIL_MEANS), description: 'what the retailer is paid with; a token needs no security code' },
  styles: { ...TEXT, description: 'comma-separated' },
  sizeType: { ...TEXT, description: "'OS' means one size" },
  tags: listOf(TEXT),
  releaseAt: orNull(INSTANT),
  releaseTz: orNull(TEXT),
  reservationClosesAt: orNull(INSTANT),
  releaseStartedAt: orNull(INSTANT),
  releaseFinishedAt: orNull(INSTANT),
  limitPerAccount: {
    ...orNull(COUNT),
    description: 'slots and waiting list places that one account may have; null: as many as the server is set to allow',
  },
  listedAt: INSTANT,
};
export const PublicProduct = shape('PublicProduct', publicProduct);
export type PublicProduct = Static<typeof PublicProduct>;

const PRODUCT_ACTIONS = ['edit', 'release', 'cancel', 'delist'] as const;
export type ProductAction = (typeof PRODUCT_ACTIONS)[number];
export const AdminProduct = shape('AdminProduct', {
  ...publicProduct,
  offered: { ...COUNT, description: 'slots of `reserved` that are offered to who waits' },
  version: {
    ...COUNT,
    description: 'counts edits; sent back with the next one, it tells whether others have edited meanwhile',
  },
  shopUrl: {
    ...TEXT,
    description: 'where the shop shows it; to admins and auditors who are signed in there also while it is hidden',
  },
  retailerProductId: TEXT,
  retailerId: { ...orNull(TEXT), description: 'null: the retailer of the settings' },
  retailerItems: listOf(RetailerItem),
  delisted: FLAG,
  cancelled: FLAG,
  refusals: reasonsOf(PRODUCT_ACTIONS, TEXT),
});
export type AdminProduct = Static<typeof AdminProduct>;

/** Extra fields of 409 `conflict` for an edit of an old version. */
export const EDIT_CONFLICT = {
  yours: { ...AdminProduct, description: 'as it would be had the edit been saved; with code `conflict` alone' },
  current: { ...AdminProduct, description: 'as it is' },
  changed: { ...listOf(TEXT), description: 'names of the fields in which the two differ' },
};
export type EditConflict = Refusal & ValuesOf<typeof EDIT_CONFLICT>;

const waitingPlace = {
  profileId: TEXT,
  size: TEXT,
  style: TEXT,
  rank: { ...COUNT, description: '1 for who is offered the next slot; 0 while one is offered' },
  offeredUntil: orNull(INSTANT),
};
export const WaitingPlace = shape('WaitingPlace', waitingPlace);
export type WaitingPlace = Static<typeof WaitingPlace>;
export const OwnPlace = shape('OwnPlace', { ...waitingPlace, productId: TEXT, productTitle: TEXT });
export type OwnPlace = Static<typeof OwnPlace>;

const PERCENT = { ...Type.Number({ minimum: 0, maximum: 100 }), exclusiveMinimum: true };
export const PromoLookup = shape('PromoLookup', { promoCode: TEXT, percent: PERCENT });
export type PromoLookup = Static<typeof PromoLookup>;
export const AdminPromo = shape('AdminPromo', {
  id: TEXT,
  promoCode: TEXT,
  percent: PERCENT,
  startsAt: orNull(INSTANT),
  endsAt: orNull(INSTANT),
  limit: orNull(COUNT),
  limitPerAccount: orNull(COUNT),
  redeemed: COUNT,
  ended: FLAG,
  version: COUNT,
});
export type AdminPromo = Static<typeof AdminPromo>;

export const PromoUse = shape('PromoUse', {
  id: TEXT,
  orderId: TEXT,
  productId: TEXT,
  percent: Type.Number(),
  redeemedAt: INSTANT,
  returnedAt: orNull(INSTANT),
});
export type PromoUse = Static<typeof PromoUse>;
/** Days are in UTC, oldest first, without gaps. `left` null: no limit. */
export const PromoUseOverTime = shape('PromoUseOverTime', {
  held: COUNT,
  returned: COUNT,
  left: orNull(COUNT),
  days: listOf(shape('PromoDay', { day: TEXT, redeemed: COUNT, returned: COUNT })),
});
export type PromoUseOverTime = Static<typeof PromoUseOverTime>;
