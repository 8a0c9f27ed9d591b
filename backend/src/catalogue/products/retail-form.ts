import { parseAmount } from '@supreme-access/contract/amounts.js';
import type { UnitAmount } from '@supreme-access/contract/currencies.js';
import { RETAILER_ITEMS_MAX, SIZES } from '@supreme-access/contract/limits.js';
import type { RetailerItem } from '@supreme-access/contract/shapes/products.js';
import { Amount, EDITED_VERSION, Field, type FieldSpec, isText, Text, Whole } from '../../http/fields.js';
import { StoryFields } from './product-story-form.js';
import { publishedLimit, type RetailFacts } from './retail.js';

const ID_MAX = 200;
const isNothing = (value: unknown) => value === null || value === undefined || value === '';

const ITEMS: FieldSpec = {
  schema: {
    type: 'array',
    maxItems: RETAILER_ITEMS_MAX,
    description: 'one per size and style, where the retailer sells these as items of their own',
    items: {
      type: 'object',
      required: ['size', 'style', 'itemId'],
      additionalProperties: false,
      properties: {
        size: { type: 'string', enum: [...SIZES] },
        style: { type: 'string', maxLength: 60 },
        itemId: { type: 'string', maxLength: ID_MAX },
      },
    },
  },
  accepts: (value) =>
    Array.isArray(value) && value.length <= RETAILER_ITEMS_MAX && value.every(isItem) && areApart(value),
  mistake: {
    code: 'retailer-items-invalid',
    text: `At most ${RETAILER_ITEMS_MAX} items, each with a size, a style and an id, and one alone per size and style.`,
  },
};

export class RetailFields extends StoryFields {
  @Amount({
    absent: true,
    nullable: true,
    description: 'what the retailer asks, beside our fee',
    mistake: {
      code: 'retail-price-invalid',
      text: "The retail price must be above 0, in a currency of ISO 4217 and with at most that currency's decimals.",
    },
  })
  retailPrice?: UnitAmount | null;
  @Amount({
    absent: true,
    nullable: true,
    description: 'what a reservation that names no limit agrees to; null: the retail price and a quarter',
    mistake: {
      code: 'default-limit-invalid',
      text: "The default limit must be an amount in the retail price's currency and not below it.",
    },
  })
  defaultLimit?: UnitAmount | null;
  @Text({
    absent: true,
    description: 'the product itself when left out',
    read: (given) => (isNothing(given) ? undefined : given),
    mistake: { code: 'retailer-id-invalid', text: `Please enter a text of at most ${ID_MAX} characters.` },
  })
  retailerProductId?: string;
  @Field({
    absent: true,
    schema: { type: 'string', nullable: true, description: 'null: the retailer of the settings' },
    read: (given) => (isNothing(given) ? null : given),
    accepts: (value) => value === null || isText(1, 100)(value),
    mistake: { code: 'retailer-unknown', text: 'We know no such retailer.' },
  })
  retailerId?: string | null;
  @Field({ ...ITEMS, absent: true, read: (given) => (isNothing(given) ? [] : given) })
  retailerItems?: RetailerItem[];
}

export class ItemsBody {
  @Whole(EDITED_VERSION)
  version?: number;
  @Field(ITEMS)
  items: RetailerItem[];
}

/** `current`: null for a new product. A limit equal to the one that the form showed changes nothing. */
export function readRetail(body: RetailFields, current: RetailFacts | null): Partial<RetailFacts> {
  const { retailPrice, defaultLimit, retailerId, retailerItems } = body;
  const limit = defaultLimit && parseAmount(defaultLimit);
  const shown = current && !current.defaultLimit ? publishedLimit(current) : null;
  const isShown = limit?.amount === shown?.amount && limit?.currency === shown?.currency;
  return {
    ...(retailPrice === undefined ? {} : { retailPrice: retailPrice && parseAmount(retailPrice) }),
    ...(limit === undefined || (limit && isShown) ? {} : { defaultLimit: limit }),
    ...(retailerId === undefined ? {} : { retailerId }),
    ...(retailerItems === undefined || isEmpty(retailerItems, current) ? {} : { retailerItems }),
  };
}

function isEmpty(items: readonly RetailerItem[], current: RetailFacts | null): boolean {
  return items.length === 0 && !current?.retailerItems;
}

function isItem(value: unknown): value is RetailerItem {
  if (typeof value !== 'object' || value === null || Object.keys(value).length !== 3) return false;
  const { size, style, itemId } = value as Record<string, unknown>;
  return SIZES.some((one) => one === size) && isText(1, 60)(style) && isText(1, ID_MAX)(itemId);
}

function areApart(items: readonly RetailerItem[]): boolean {
  return new Set(items.map(({ size, style }) => `${size}/${style}`)).size === items.length;
}
