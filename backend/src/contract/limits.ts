/** Business constants and limits, shared by server, storefront and admin. */
export const PASSWORD_MIN = 8;
export const PASSWORD_MAX = 128;
/** characters of what people write: a name, one line of an address, an email, what they call a profile */
export const NAME_MAX = 100;
export const LINE_MAX = 200;
export const EMAIL_MAX = 254;
export const PROFILE_NAME_MAX = 60;
export const PHONE_MAX = { setup: 16, profile: 15 } as const;
export const ZIP_MAX = 10;
/** the older address step (/signup2old) */
export const OLD_ADDRESS_MAX = { address: 100, city: 20, state: 3, zip: 6 } as const;
export const CARD_CODE_LENGTHS = [3, 4] as const;
export const BLOCKED_CARD_PREFIXES = ['4767', '4859'] as const;
export const CARD_BRANDS = ['visa', 'amex', 'mastercard', 'discover', 'unionpay', 'troy', 'dinersclub', 'jcb'] as const;
export type CardBrand = (typeof CARD_BRANDS)[number];
/** formatted length of a card number, blanks included */
export const CARD_FORMATTED_MAX = { default: 19, amex: 17, dinersclub: 16 } as const;
export const CARD_YEARS_AHEAD = 12;

export const SIZES = ['xs', 's', 'm', 'l', 'xl', 'os'] as const;
export type Size = (typeof SIZES)[number];
export const SHOP_SIZES = ['s', 'm', 'l', 'xl'] as const satisfies readonly Size[];
export const ONE_SIZE = 'OS';
const ONLY_ONE: readonly Size[] = ['os'];
const BODY_SIZES: readonly Size[] = SIZES.filter((size) => size !== 'os');
/** What a product comes in. */
export function sizesOf({ sizeType }: { sizeType: string }): readonly Size[] {
  return sizeType.toUpperCase() === ONE_SIZE ? ONLY_ONE : BODY_SIZES;
}
export const DEFAULT_STYLES = ['One Style', 'One Color'] as const;
/** shown when a product has no price; never charged */
export const FALLBACK_PRICE = 0.1;
export const CURRENCY = 'usd';

/** slots and waiting list places of one drop that one account may have: the most, and what the console proposes for a new product */
export const LIMIT_PER_ACCOUNT_MAX = 100;
export const LIMIT_PER_ACCOUNT_PROPOSED = 5;

/** whatever fails is closed or refunded within this time after the release, ms */
export const PROMISE_MS = 72 * 3_600_000;
/** orders that one request may refund or withdraw */
export const BULK_MAX = 100;
/** a session's life, seconds */
export const SESSION_SECONDS = 12 * 3_600;
/** after which a session of staff that nobody uses is over */
export const STAFF_IDLE_SECONDS = 30 * 60;

/** characters of a product's description and of what a picture is said to show; pictures of one product */
export const DESCRIPTION_MAX = 2_000;
export const ALT_MAX = 200;
export const PICTURES_MAX = 12;
/** what a retailer may ask in; each has two decimals, as `money.ts` reads prices */
export const RETAIL_CURRENCIES = ['usd', 'eur', 'gbp', 'cad', 'aud', 'chf'] as const;
export type RetailCurrency = (typeof RETAIL_CURRENCIES)[number];

/** of an uploaded picture: bytes, pixels, and the types that are read, whatever its name and header say */
export const PICTURE_BYTES_MAX = 10 * 1024 * 1024;
export const PICTURE_PIXELS_MAX = 40_000_000;
export const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif'] as const;

/** ms */
export const DELAYS = {
  purchaseRedirect: 5_000,
  shopRedirect: 2_000,
  shopButtonReset: 3_000,
  resetPasswordRedirect: 1_500,
  chunkLoad: 120_000,
} as const;

/** how long a slot is offered to the first in line, ms */
export const OFFER_MS = 10 * 60_000;
/** how many may wait for one drop */
export const WAITLIST_MOST = 5_000;

/**
 * The id of the data block in which a page of the shop brings answers of the API with it: a JSON object whose names are paths as
 * they are asked for. Only what everybody may know, as it was when the page was sent.
 */
export const PAGE_DATA = 'page-data';
export type PageData = Readonly<Record<string, unknown>>;
