export const PASSWORD_MIN = 8;
export const PASSWORD_MAX = 128;
/** characters */
export const NAME_MAX = 100;
export const LINE_MAX = 200;
export const EMAIL_MAX = 254;
export const PROFILE_NAME_MAX = 60;
export const PHONE_MAX = { setup: 16, profile: 15 } as const;
export const ZIP_MAX = 10;
export const OLD_ADDRESS_MAX = { address: 100, city: 20, state: 3, zip: 6 } as const;
export const CARD_CODE_LENGTHS = [3, 4] as const;
export const BLOCKED_CARD_PREFIXES = ['4767', '4859'] as const;
export const CARD_BRANDS = ['visa', 'amex', 'mastercard', 'discover', 'unionpay', 'troy', 'dinersclub', 'jcb'] as const;
export type CardBrand = (typeof CARD_BRANDS)[number];
/** characters, blanks included */
export const CARD_FORMATTED_MAX = { default: 19, amex: 17, dinersclub: 16 } as const;
export const CARD_YEARS_AHEAD = 12;

export const SIZES = ['xs', 's', 'm', 'l', 'xl', 'os'] as const;
export type Size = (typeof SIZES)[number];
export const SHOP_SIZES = ['s', 'm', 'l', 'xl'] as const satisfies readonly Size[];
export const ONE_SIZE = 'OS';
const ONLY_ONE: readonly Size[] = ['os'];
const BODY_SIZES: readonly Size[] = SIZES.filter((size) => size !== 'os');
export function sizesOf({ sizeType }: { sizeType: string }): readonly Size[] {
  return sizeType.toUpperCase() === ONE_SIZE ? ONLY_ONE : BODY_SIZES;
}
export const DEFAULT_STYLES = ['One Style', 'One Color'] as const;
/** display only; never charged */
export const FALLBACK_PRICE = 0.1;
export const CURRENCY = 'usd';
/** `token`: a shared payment token made of the card, which the shop never sees */
export const RETAIL_MEANS = ['card', 'token'] as const;

export const LIMIT_PER_ACCOUNT_MAX = 100;
export const LIMIT_PER_ACCOUNT_PROPOSED = 5;

/** ms; the promise: every failure is closed or refunded within this time after the release */
export const PROMISE_MS = 72 * 3_600_000;
export const BULK_MAX = 100;
/** seconds */
export const SESSION_SECONDS = 12 * 3_600;
/** seconds; a staff session without activity ends after this time */
export const STAFF_IDLE_SECONDS = 30 * 60;

export const DESCRIPTION_MAX = 2_000;
export const ALT_MAX = 200;
export const PICTURES_MAX = 12;
/** sizes times styles */
export const RETAILER_ITEMS_MAX = 300;

/** bytes, pixels, and accepted types by content, not by name or header */
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

/** ms; how long an offer to the waiting list lasts */
export const OFFER_MS = 10 * 60_000;
export const WAITLIST_MOST = 5_000;

/** The id of a data block in shop pages with public API answers by path, as of when the page was sent. */
export const PAGE_DATA = 'page-data';
export type PageData = Readonly<Record<string, unknown>>;
