import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { ONE_SIZE } from '@supreme-access/contract/limits.js';
import { parsePrice } from '@supreme-access/contract/money.js';
import { isTimeZone, resolveInstant } from '@supreme-access/contract/schedules.js';
import { Allow } from 'class-validator';
import { Refused } from '../platform/decider.js';
import type { Schema } from '../platform/http/answers.js';
import { Text } from '../platform/http/fields.js';
import { Lenient } from '../platform/http/validation.js';
import { NEW_PRODUCT, type ProductFacts, type ProductState, stylesOf } from './product.js';

/** What an admin's form says about a product. Each field is read by hand below, so that each mistake has its own code. */

const Given = (schema: Schema) => applyDecorators(ApiPropertyOptional(schema as object), Allow());
const TEXT_OR_LIST: Schema = { oneOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] };
const TIME: Schema = {
  nullable: true,
  oneOf: [{ type: 'string' }, { type: 'integer' }],
  description: 'ISO 8601 with offset, ms UTC, or a local time YYYY-MM-DDTHH:mm of releaseTz',
};

export class ProductBody {
  @Given({ type: 'string', maxLength: 200 })
  productTitle?: unknown;
  @Given({ type: 'number', example: 12.5, description: 'service fee in currency units, above 0' })
  price?: unknown;
  @Given({ type: 'integer', minimum: 1, maximum: 1_000_000, description: 'number of slots' })
  totalStock?: unknown;
  @Given({ type: 'boolean' })
  avail?: unknown;
  @Given({
    type: 'string',
    maxLength: 2_000,
    description: "'', a path of ours, or an https URL, which is never fetched",
  })
  productImage?: unknown;
  @Given({ ...TEXT_OR_LIST, description: 'comma-separated' })
  styles?: unknown;
  @Given({ type: 'string', enum: ['', ONE_SIZE] })
  sizeType?: unknown;
  @Given(TEXT_OR_LIST)
  tags?: unknown;
  @Given(TIME)
  releaseAt?: unknown;
  @Given({ type: 'string', nullable: true, description: 'IANA time zone' })
  releaseTz?: unknown;
  @Given(TIME)
  reservationClosesAt?: unknown;
  @Given({ type: 'string', maxLength: 200, description: 'the product itself when left out' })
  retailerProductId?: unknown;
}
export class EditProductBody extends ProductBody {
  @Text({ max: 100 })
  productId: string;
}
/** A whole record as react-admin sends it back, with what the server computes. */
@Lenient()
export class ProductRecord extends ProductBody {}
export class CancelBody {
  @Text({ max: 300 })
  reason: string;
}

/** @throws Refused with a code that names the field */
export function readNewProduct(body: ProductBody, productId: string): ProductFacts {
  const { productTitle = null, price = null, totalStock = null } = body;
  const plain = readPlain({ ...body, productTitle, price, totalStock });
  const times = readTimes(body, null);
  return {
    ...NEW_PRODUCT,
    styles: stylesOf(''),
    releaseAt: null,
    releaseTz: null,
    reservationClosesAt: null,
    retailerProductId: productId,
    ...(plain as Pick<ProductFacts, 'productTitle' | 'price' | 'totalStock'>),
    ...times,
    tags: plain.tags ?? [],
  };
}

/** What a form changes. Times that come back as they were shown change nothing. @throws Refused */
export function readChanges(body: ProductBody, facts: ProductFacts, state: ProductState): Partial<ProductFacts> {
  const { releaseAt, releaseTz, reservationClosesAt } = readTimes(body, facts.releaseTz);
  const shownRelease = state.releaseAt ?? facts.releaseAt;
  const sameRelease = releaseAt === undefined || releaseAt === shownRelease;
  const sameZone = releaseTz === undefined || (releaseAt === shownRelease && state.startedAt !== null);
  const shownClosing = facts.reservationClosesAt ?? shownRelease;
  const sameClosing = reservationClosesAt === undefined || reservationClosesAt === shownClosing;
  // It may have been listed under older rules.
  const { productImage, ...others } = body;
  return {
    ...readPlain(productImage === facts.productImage ? others : body),
    ...(sameRelease ? {} : { releaseAt }),
    ...(sameZone ? {} : { releaseTz }),
    ...(sameClosing ? {} : { reservationClosesAt }),
  };
}

const PLAIN = {
  productTitle: readTitle,
  price: readPrice,
  totalStock: readStock,
  avail: readFlag,
  productImage: readImage,
  styles: readStyles,
  sizeType: readSizeType,
  tags: readTags,
  retailerProductId: readRetailerId,
};

function readPlain(body: ProductBody): Partial<ProductFacts> {
  const read = Object.entries(PLAIN).map(([name, reader]) => {
    const value = body[name as keyof typeof PLAIN];
    return [name, value === undefined ? undefined : reader(value)];
  });
  return Object.fromEntries(read.filter(([, value]) => value !== undefined)) as Partial<ProductFacts>;
}

function isNothing(value: unknown): boolean {
  return value === null || value === 0 || (typeof value === 'string' && value.trim() === '');
}

function readTitle(value: unknown): string {
  if (isNothing(value)) throw invalid('title-required', 'Please give the product a title.');
  return readText(value, 200, 'title-invalid');
}

function readPrice(value: unknown): number {
  if (isNothing(value)) throw invalid('price-required', 'Please give the product a price.');
  const cents = typeof value === 'number' ? parsePrice(value) : null;
  if (!cents) throw invalid('price-invalid', 'The price must be above 0, with at most two decimals.');
  return cents;
}

function readStock(value: unknown): number {
  if (isNothing(value)) throw invalid('stock-required', 'Please give the product a total stock.');
  const isCount = typeof value === 'number' && Number.isInteger(value) && value > 0 && value <= 1_000_000;
  if (!isCount) throw invalid('stock-invalid', 'The total stock must be a whole number above 0.');
  return value;
}

function readFlag(value: unknown): boolean {
  if (typeof value !== 'boolean') throw invalid('avail-invalid', 'Available is true or false.');
  return value;
}

function readImage(value: unknown): string {
  if (isNothing(value)) return '';
  const image = readText(value, 2_000, 'image-invalid');
  const isPath = /^\/(?![/\\])\S*$/.test(image);
  // Pages show pictures of their own server and over https, as the Content-Security-Policy says.
  const url = /^https:\/\/\S+$/i.test(image) && URL.canParse(image) ? new URL(image) : null;
  const isUrl = url !== null && url.username === '' && url.password === '';
  if (!isPath && !isUrl) throw invalid('image-invalid', 'The image must be a path of ours or an https address.');
  return image;
}

function readStyles(value: unknown): string[] {
  return stylesOf(readList(value, 'styles-invalid').join(','));
}

function readTags(value: unknown): string[] {
  return [...new Set(readList(value, 'tags-invalid'))];
}

/** Comma-separated text, or a list of texts: at most 50 of at most 60 characters. */
function readList(value: unknown, code: string): string[] {
  const parts: unknown[] = Array.isArray(value) ? value : [value ?? ''];
  const texts = parts.map((part) => {
    if (typeof part !== 'string') throw invalid(code, 'Please give a list of texts.');
    return part.split(',').map((text) => text.trim());
  });
  const list = texts.flat().filter((text) => text !== '');
  if (list.length > 50 || list.some((text) => text.length > 60)) {
    throw invalid(code, 'At most 50 entries of at most 60 characters.');
  }
  return list;
}

function readSizeType(value: unknown): string {
  if (isNothing(value)) return '';
  if (typeof value !== 'string' || value.toUpperCase() !== ONE_SIZE) {
    throw invalid('size-type-invalid', "The size type is 'OS' for one size, or empty.");
  }
  return ONE_SIZE;
}

/** Undefined when it is left empty: the product's own id stays. */
function readRetailerId(value: unknown): string | undefined {
  return isNothing(value) ? undefined : readText(value, 200, 'retailer-id-invalid');
}

function readText(value: unknown, max: number, code: string): string {
  const text = typeof value === 'string' ? value.trim() : '';
  if (text === '' || text.length > max) throw invalid(code, `Please enter a text of at most ${max} characters.`);
  return text;
}

function readTimes(
  { releaseAt, releaseTz, reservationClosesAt }: ProductBody,
  known: string | null,
): Partial<ProductFacts> {
  const zone = releaseTz === undefined ? known : readZone(releaseTz);
  return {
    ...(releaseTz === undefined ? {} : { releaseTz: zone }),
    ...(releaseAt === undefined ? {} : { releaseAt: readInstant('release', releaseAt, zone) }),
    ...(reservationClosesAt === undefined
      ? {}
      : { reservationClosesAt: readInstant('closing', reservationClosesAt, zone) }),
  };
}

function readZone(value: unknown): string | null {
  if (isNothing(value)) return null;
  if (typeof value !== 'string' || !isTimeZone(value)) throw invalid('zone-unknown', 'This time zone is not known.');
  return value;
}

function readInstant(what: 'release' | 'closing', value: unknown, zone: string | null): number | null {
  if (value === null || value === '') return null;
  const resolved = resolveInstant(value, zone ?? undefined);
  if (resolved.ok) return resolved.at;
  switch (resolved.problem) {
    case 'zone-required':
      throw invalid('zone-required', 'A local time needs its time zone.');
    case 'zone-unknown':
      throw invalid('zone-unknown', 'This time zone is not known.');
    case 'nonexistent':
      throw invalid(`${what}-nonexistent`, `The clocks of ${zone} skip this time. Please choose another.`);
    case 'ambiguous':
      throw invalid(`${what}-ambiguous`, `The clocks show this time twice: ${resolved.instants.join(' or ')}?`);
    case 'invalid':
      throw invalid(`${what}-invalid`, 'Please give the time as ISO 8601.');
  }
}

function invalid(code: string, text: string): Refused {
  return new Refused(code, 'invalid', text);
}
