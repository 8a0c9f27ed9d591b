import { CURRENCY, DEFAULT_STYLES, LIMIT_PER_ACCOUNT_MAX, ONE_SIZE } from '@supreme-access/contract/limits.js';
import { parsePrice } from '@supreme-access/contract/money.js';
import { isTimeZone, resolveInstant } from '@supreme-access/contract/schedules.js';
import { Refused } from '../../event-sourcing/decider.js';
import {
  Choice,
  EDITED_VERSION,
  Field,
  type FieldSpec,
  Flag,
  isText,
  Text,
  type TextOptions,
  Whole,
} from '../../http/fields.js';
import { Lenient } from '../../http/validation.js';
import type { ProductFacts, ProductState } from './product.js';
import { readStory } from './product-story-form.js';
import { RetailFields, readRetail } from './retail-form.js';

const tooLong = (code: string, max: number) => ({ code, text: `Please enter a text of at most ${max} characters.` });
const NO_TIME = 'Please enter the time as ISO 8601.';

function isNothing(value: unknown): boolean {
  return value === null || value === undefined || value === 0 || value === '';
}

const TITLE: TextOptions = {
  max: 200,
  mistake: { ...tooLong('title-invalid', 200), missing: { code: 'title-required', text: 'Please enter a title.' } },
};
const PRICE: FieldSpec = {
  schema: { type: 'number', example: 12.5, description: 'service fee in currency units, above 0' },
  accepts: (value) => typeof value === 'number' && Boolean(parsePrice(value)),
  mistake: {
    code: 'price-invalid',
    text: 'The price must be above 0, with at most two decimals.',
    missing: { code: 'price-required', text: 'Please enter a price.' },
  },
};
const STOCK = {
  min: 1,
  max: 1_000_000,
  description: 'number of slots',
  mistake: {
    code: 'stock-invalid',
    text: 'The total stock must be a whole number above 0.',
    missing: { code: 'stock-required', text: 'Please enter the total stock.' },
  },
};
const ZONE: FieldSpec = {
  absent: true,
  schema: { type: 'string', nullable: true, description: 'IANA time zone' },
  read: (given) => (isNothing(given) ? null : given),
  accepts: (value) => value === null || (typeof value === 'string' && isTimeZone(value)),
  mistake: { code: 'zone-unknown', text: 'This time zone is not known.' },
};

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
  mistake: { code, text: 'Please enter at most 50 texts of at most 60 characters each.' },
});
function areTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((part) => typeof part === 'string');
}

/** A local time is an instant only with its zone, which `releaseTz` names. */
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
  mistake: { code, text: NO_TIME },
});

class ProductFields extends RetailFields {
  @Flag({ absent: true, mistake: { code: 'avail-invalid', text: 'Available must be true or false.' } })
  avail?: boolean;
  @Field(list('styles-invalid', 'comma-separated'))
  styles?: string[];
  @Choice(['', ONE_SIZE], {
    absent: true,
    read: (given) => (isNothing(given) ? '' : typeof given === 'string' ? given.toUpperCase() : given),
    mistake: { code: 'size-type-invalid', text: "The size type must be 'OS' (one size) or empty." },
  })
  sizeType?: string;
  @Field(list('tags-invalid'))
  tags?: string[];
  @Field(ZONE)
  releaseTz?: string | null;
  @Field(time('release-invalid'))
  releaseAt?: string | number | null;
  @Field(time('closing-invalid'))
  reservationClosesAt?: string | number | null;
  @Whole({
    absent: true,
    nullable: true,
    min: 1,
    max: LIMIT_PER_ACCOUNT_MAX,
    description: 'slots and waiting list places that one account may have; null: as many as the server is set to allow',
    mistake: {
      code: 'limit-per-account-invalid',
      text: `The limit per account must be a whole number from 1 to ${LIMIT_PER_ACCOUNT_MAX}, or empty.`,
    },
  })
  limitPerAccount?: number | null;
}
export class NewProductBody extends ProductFields {
  @Text(TITLE)
  productTitle: string;
  @Field(PRICE)
  price: number;
  @Whole(STOCK)
  totalStock: number;
}
export class ProductChanges extends ProductFields {
  @Whole(EDITED_VERSION)
  version?: number;
  @Text({ ...TITLE, absent: true })
  productTitle?: string;
  @Field({ ...PRICE, absent: true })
  price?: number;
  @Whole({ ...STOCK, absent: true })
  totalStock?: number;
}
export class EditProductBody extends ProductChanges {
  @Text({ max: 100 })
  productId: string;
}
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
    ...readRetail(body, null),
    ...(readPlain(body) as Pick<ProductFacts, 'productTitle' | 'price' | 'totalStock'>),
    ...readTimes(body, null),
  };
}

/** Times equal to those that the form showed change nothing. @throws Refused */
export function readChanges(body: ProductChanges, facts: ProductFacts, state: ProductState): Partial<ProductFacts> {
  const { releaseAt, releaseTz, reservationClosesAt } = readTimes(body, facts.releaseTz);
  const shownRelease = state.releaseAt ?? facts.releaseAt;
  const sameRelease = releaseAt === undefined || releaseAt === shownRelease;
  const sameZone = releaseTz === undefined || (releaseAt === shownRelease && state.startedAt !== null);
  const shownClosing = facts.reservationClosesAt ?? shownRelease;
  const sameClosing = reservationClosesAt === undefined || reservationClosesAt === shownClosing;
  // A close at the time of the release moves with it.
  const closing = facts.reservationClosesAt === facts.releaseAt && !sameRelease ? { reservationClosesAt: null } : {};
  return {
    ...readStory(body, facts),
    ...readRetail(body, facts),
    ...readPlain(body),
    ...(sameRelease ? {} : { releaseAt }),
    ...(sameZone ? {} : { releaseTz }),
    ...(sameClosing ? closing : { reservationClosesAt }),
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
  currentZone: string | null,
): Partial<ProductFacts> {
  const zone = releaseTz === undefined ? currentZone : releaseTz;
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

export const NEW_PRODUCT = {
  currency: CURRENCY,
  avail: true,
  productImage: '',
  description: '',
  retailPrice: null,
  sizeType: '',
  limitPerAccount: null,
} as const;
