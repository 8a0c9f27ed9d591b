import { CURRENCY, DEFAULT_STYLES, LIMIT_PER_ACCOUNT_MAX, ONE_SIZE } from '@supreme-access/contract/limits.js';
import { parsePrice } from '@supreme-access/contract/money.js';
import { isTimeZone, resolveInstant } from '@supreme-access/contract/schedules.js';
import { Refused } from '../platform/decider.js';
import { Field, type FieldSpec, Flag, isText, Text } from '../platform/http/fields.js';
import { Lenient } from '../platform/http/validation.js';
import type { ProductFacts, ProductState } from './product.js';
import { readStory, StoryFields } from './product-story-form.js';

/**
 * What an admin's form says about a product; each mistake has a code of its own. What rests on another field, or on the product
 * as it is, is judged below.
 */

const wrong = (code: string, text: string) => () => ({ code, text });
const tooLong = (code: string, max: number) => wrong(code, `Please enter a text of at most ${max} characters.`);
const missingOr = (name: string, missing: string, invalid: string) => (value: unknown) =>
  isNothing(value) ? { code: `${name}-required`, text: missing } : { code: `${name}-invalid`, text: invalid };

const NO_TIME = 'Please enter the time as ISO 8601.';

function isNothing(value: unknown): boolean {
  return value === null || value === undefined || value === 0 || value === '';
}

const TITLE: FieldSpec = {
  schema: { type: 'string', maxLength: 200 },
  accepts: isText(1, 200),
  mistake: missingOr('title', 'Please enter a title.', 'Please enter a text of at most 200 characters.'),
};
const PRICE: FieldSpec = {
  schema: { type: 'number', example: 12.5, description: 'service fee in currency units, above 0' },
  accepts: (value) => typeof value === 'number' && Boolean(parsePrice(value)),
  mistake: missingOr('price', 'Please enter a price.', 'The price must be above 0, with at most two decimals.'),
};
const STOCK: FieldSpec = {
  schema: { type: 'integer', minimum: 1, maximum: 1_000_000, description: 'number of slots' },
  accepts: (value) => Number.isInteger(value) && Number(value) > 0 && Number(value) <= 1_000_000,
  mistake: missingOr('stock', 'Please enter the total stock.', 'The total stock must be a whole number above 0.'),
};
const SIZE_TYPE: FieldSpec = {
  absent: true,
  schema: { type: 'string', enum: ['', ONE_SIZE] },
  read: (given) => (isNothing(given) ? '' : typeof given === 'string' ? given.toUpperCase() : given),
  accepts: (value) => value === '' || value === ONE_SIZE,
  mistake: wrong('size-type-invalid', "The size type must be 'OS' (one size) or empty."),
};
/** Left empty, it stays what it is. */
const RETAILER_ID: FieldSpec = {
  absent: true,
  schema: { type: 'string', maxLength: 200, description: 'the product itself when left out' },
  read: (given) => (isNothing(given) ? undefined : given),
  accepts: isText(1, 200),
  mistake: tooLong('retailer-id-invalid', 200),
};
const ZONE: FieldSpec = {
  absent: true,
  schema: { type: 'string', nullable: true, description: 'IANA time zone' },
  read: (given) => (isNothing(given) ? null : given),
  accepts: (value) => value === null || (typeof value === 'string' && isTimeZone(value)),
  mistake: wrong('zone-unknown', 'This time zone is not known.'),
};

const VERSION: FieldSpec = {
  absent: true,
  schema: { type: 'integer', minimum: 1, description: 'the version that was edited; another one by now is a conflict' },
  accepts: (value) => Number.isInteger(value) && Number(value) > 0,
  mistake: wrong('version-invalid', 'The version must be a whole number above 0.'),
};

const LIMIT_PER_ACCOUNT: FieldSpec = {
  absent: true,
  schema: {
    type: 'integer',
    nullable: true,
    minimum: 1,
    maximum: LIMIT_PER_ACCOUNT_MAX,
    description: 'slots and waiting list places that one account may have; null: as many as the server is set to allow',
  },
  read: (given) => (given === '' ? null : given),
  accepts: (value) =>
    value === null || (Number.isInteger(value) && Number(value) >= 1 && Number(value) <= LIMIT_PER_ACCOUNT_MAX),
  mistake: wrong(
    'limit-per-account-invalid',
    `The limit per account must be a whole number from 1 to ${LIMIT_PER_ACCOUNT_MAX}, or empty.`,
  ),
};

/** Comma-separated text, or a list of texts: at most 50 of at most 60 characters. */
const list = (code: string, description?: string): FieldSpec => ({
  absent: true,
  schema: {
    oneOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }],
    ...(description ? { description } : {}),
  },
  read: (given) => {
    const parts: unknown[] = Array.isArray(given) ? given : [given ?? ''];
    if (!areTexts(parts)) return given;
    return parts.flatMap((part) => part.split(',').map((text) => text.trim())).filter((text) => text !== '');
  },
  accepts: (value) => areTexts(value) && value.length <= 50 && value.every(isText(1, 60)),
  mistake: (value) => ({
    code,
    text: areTexts(value) ? 'At most 50 entries of at most 60 characters.' : 'Please enter a list of texts.',
  }),
});
function areTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((part) => typeof part === 'string');
}

/** A local time means an instant only with its zone, which another field names. */
const time = (code: string): FieldSpec => ({
  absent: true,
  schema: {
    nullable: true,
    oneOf: [{ type: 'string' }, { type: 'integer' }],
    description: 'ISO 8601 with offset, ms UTC, or a local time YYYY-MM-DDTHH:mm of releaseTz',
  },
  read: (given) => (given === '' ? null : given),
  accepts: (value) => {
    const resolved = resolveInstant(value);
    return value === null || resolved.ok || resolved.problem !== 'invalid';
  },
  mistake: wrong(code, NO_TIME),
});

class ProductFields extends StoryFields {
  @Flag({ absent: true, mistake: wrong('avail-invalid', 'Available must be true or false.') })
  avail?: boolean;
  @Field(list('styles-invalid', 'comma-separated'))
  styles?: string[];
  @Field(SIZE_TYPE)
  sizeType?: string;
  @Field(list('tags-invalid'))
  tags?: string[];
  @Field(RETAILER_ID)
  retailerProductId?: string;
  @Field(ZONE)
  releaseTz?: string | null;
  @Field(time('release-invalid'))
  releaseAt?: string | number | null;
  @Field(time('closing-invalid'))
  reservationClosesAt?: string | number | null;
  @Field(LIMIT_PER_ACCOUNT)
  limitPerAccount?: number | null;
}
export class NewProductBody extends ProductFields {
  @Field(TITLE)
  productTitle: string;
  @Field(PRICE)
  price: number;
  @Field(STOCK)
  totalStock: number;
}
export class ProductChanges extends ProductFields {
  @Field(VERSION)
  version?: number;
  @Field({ ...TITLE, absent: true })
  productTitle?: string;
  @Field({ ...PRICE, absent: true })
  price?: number;
  @Field({ ...STOCK, absent: true })
  totalStock?: number;
}
export class EditProductBody extends ProductChanges {
  @Text({ max: 100 })
  productId: string;
}
/** Whole records as react-admin sends them, with what the server computes. */
@Lenient()
export class NewProductRecord extends NewProductBody {}
@Lenient()
export class ProductRecord extends ProductChanges {}
export class CancelBody {
  @Text({ max: 300, lines: true })
  reason: string;
}

/** @throws Refused with a code that names the field */
export function readNewProduct(body: NewProductBody, productId: string): ProductFacts {
  return {
    ...NEW_PRODUCT,
    styles: stylesOf(''),
    tags: [],
    pictures: [],
    releaseAt: null,
    releaseTz: null,
    reservationClosesAt: null,
    retailerProductId: productId,
    ...readStory(body, null),
    ...(readPlain(body) as Pick<ProductFacts, 'productTitle' | 'price' | 'totalStock'>),
    ...readTimes(body, null),
  };
}

/** What a form changes. Times that come back as they were shown change nothing. @throws Refused */
export function readChanges(body: ProductChanges, facts: ProductFacts, state: ProductState): Partial<ProductFacts> {
  const { releaseAt, releaseTz, reservationClosesAt } = readTimes(body, facts.releaseTz);
  const shownRelease = state.releaseAt ?? facts.releaseAt;
  const sameRelease = releaseAt === undefined || releaseAt === shownRelease;
  const sameZone = releaseTz === undefined || (releaseAt === shownRelease && state.startedAt !== null);
  const shownClosing = facts.reservationClosesAt ?? shownRelease;
  const sameClosing = reservationClosesAt === undefined || reservationClosesAt === shownClosing;
  return {
    ...readStory(body, facts),
    ...readPlain(body),
    ...(sameRelease ? {} : { releaseAt }),
    ...(sameZone ? {} : { releaseTz }),
    ...(sameClosing ? {} : { reservationClosesAt }),
  };
}

function readPlain({ price, styles, tags, ...body }: ProductChanges): Partial<ProductFacts> {
  const { productTitle, totalStock, avail, sizeType, retailerProductId, limitPerAccount } = body;
  const facts = {
    productTitle,
    price: price === undefined ? undefined : parsePrice(price),
    totalStock,
    avail,
    styles: styles && stylesOf(styles.join(',')),
    sizeType,
    tags: tags && [...new Set(tags)],
    retailerProductId,
    limitPerAccount,
  };
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined)) as Partial<ProductFacts>;
}

function readTimes(
  { releaseAt, releaseTz, reservationClosesAt }: ProductFields,
  known: string | null,
): Partial<ProductFacts> {
  const zone = releaseTz === undefined ? known : releaseTz;
  return {
    ...(releaseTz === undefined ? {} : { releaseTz: zone }),
    ...(releaseAt === undefined ? {} : { releaseAt: readInstant('release', releaseAt, zone) }),
    ...(reservationClosesAt === undefined
      ? {}
      : { reservationClosesAt: readInstant('closing', reservationClosesAt, zone) }),
  };
}

function readInstant(what: 'release' | 'closing', value: string | number | null, zone: string | null) {
  if (value === null) return null;
  const resolved = resolveInstant(value, zone ?? undefined);
  if (resolved.ok) return resolved.at;
  switch (resolved.problem) {
    case 'zone-required':
      throw invalid('zone-required', 'A local time needs its time zone.');
    case 'zone-unknown':
      throw invalid('zone-unknown', 'This time zone is not known.');
    case 'nonexistent':
      throw invalid(
        `${what}-nonexistent`,
        `This time does not exist in ${zone}: the clocks skip it. Please choose another.`,
      );
    case 'ambiguous':
      throw invalid(
        `${what}-ambiguous`,
        `This time occurs twice when the clocks change. Choose one: ${resolved.instants.join(' or ')}.`,
      );
    case 'invalid':
      throw invalid(`${what}-invalid`, NO_TIME);
  }
}

function invalid(code: string, text: string): Refused {
  return new Refused(code, 'invalid', text);
}

export function stylesOf(text: string): string[] {
  const styles = [...new Set(text.split(',').map((style) => style.trim()))].filter((style) => style !== '');
  return styles.length > 0 ? styles : [DEFAULT_STYLES[0]];
}

/** What is not said of a new product. */
export const NEW_PRODUCT = {
  currency: CURRENCY,
  avail: true,
  productImage: '',
  description: '',
  retailPrice: null,
  sizeType: '',
  limitPerAccount: null,
} as const;
