import type {
  AdminProduct,
  ProductAction,
  ProductPicture,
  PublicProduct,
  RetailPrice,
} from '@supreme-access/contract/api-types.js';
import { RETAIL_CURRENCIES } from '@supreme-access/contract/limits.js';
import {
  COUNT,
  type Fields,
  FLAG,
  INSTANT,
  listOf,
  oneOf,
  orNull,
  PRICE,
  reasonsOf,
  shape,
  TEXT,
} from '../platform/http/answer-schemas.js';

const publicProduct: Fields<PublicProduct> = {
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
  pictures: listOf(
    shape<ProductPicture>('ProductPicture', {
      address: { ...TEXT, description: 'a path of ours, or an https URL' },
      alt: { ...TEXT, description: "what it shows; '' when nobody has said" },
    }),
  ),
  description: { ...TEXT, description: 'plain text, paragraphs apart by line ends' },
  retailPrice: orNull(shape<RetailPrice>('RetailPrice', { amount: PRICE, currency: oneOf(RETAIL_CURRENCIES) })),
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
export const PUBLIC_PRODUCT = shape<PublicProduct>('PublicProduct', publicProduct);
export const ADMIN_PRODUCT = shape<AdminProduct>('AdminProduct', {
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
  delisted: FLAG,
  cancelled: FLAG,
  refusals: reasonsOf<ProductAction>({ edit: TEXT, release: TEXT, cancel: TEXT, delist: TEXT }),
});
/** What a refused edit says besides, when others have edited meanwhile. */
export const EDIT_CONFLICT = {
  yours: { ...ADMIN_PRODUCT, description: 'as it would be had the edit been saved; with code `conflict` alone' },
  current: { ...ADMIN_PRODUCT, description: 'as it is' },
  changed: { ...listOf(TEXT), description: 'names of the fields in which the two differ' },
};
