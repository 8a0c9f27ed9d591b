import { ALT_MAX, DESCRIPTION_MAX, PICTURES_MAX } from '@supreme-access/contract/limits.js';
import type { ProductPicture } from '@supreme-access/contract/shapes/products.js';
import { Refused } from '../../event-sourcing/decider.js';
import { Field, type FieldSpec, isText, Text, type TextOptions } from '../../http/fields.js';
import { ledBy, type ProductStory, withLead } from './product-story.js';

const ADDRESS_MAX = 2_000;

const isNothing = (value: unknown) => value === null || value === undefined || value === '';

const LEFT_EMPTY: TextOptions = { absent: true, blank: true, read: (given) => given ?? '' };

const PICTURES: FieldSpec = {
  absent: true,
  schema: {
    type: 'array',
    maxItems: PICTURES_MAX,
    description: 'all of them in order, the lead first',
    items: {
      type: 'object',
      required: ['address'],
      additionalProperties: false,
      properties: {
        address: { type: 'string', maxLength: ADDRESS_MAX },
        alt: { type: 'string', maxLength: ALT_MAX, description: 'alt text for screen readers' },
      },
    },
  },
  read: (given) => (isNothing(given) ? [] : Array.isArray(given) ? given.map(readPicture) : given),
  accepts: (value) => Array.isArray(value) && value.length <= PICTURES_MAX && value.every(isPicture),
  mistake: {
    code: 'pictures-invalid',
    text: `At most ${PICTURES_MAX} pictures, each with an address and an alt text of at most ${ALT_MAX} characters.`,
  },
};

export class StoryFields {
  @Text({
    ...LEFT_EMPTY,
    max: ADDRESS_MAX,
    description: "the lead alone: '', a path of ours, or an https URL, which is never fetched",
    mistake: { code: 'image-invalid', text: `Please enter a text of at most ${ADDRESS_MAX} characters.` },
  })
  productImage?: string;
  @Field(PICTURES)
  pictures?: ProductPicture[];
  @Text({
    ...LEFT_EMPTY,
    lines: true,
    max: DESCRIPTION_MAX,
    description: 'plain text, paragraphs apart by line ends',
    mistake: { code: 'description-invalid', text: `Please enter a text of at most ${DESCRIPTION_MAX} characters.` },
  })
  description?: string;
}

type CurrentStory = ProductStory & { productImage: string };

/** `current`: the story so far, null for a new product. @throws Refused with a code that names the field */
export function readStory(body: StoryFields, current: CurrentStory | null): Partial<CurrentStory> {
  const pictures = picturesOf(body, current);
  for (const { address } of pictures ?? []) {
    // An address that the product already has may predate this rule.
    if (!current?.pictures.some((picture) => picture.address === address)) assertAddress(address);
  }
  const { description } = body;
  return {
    ...(pictures ? ledBy(pictures) : {}),
    ...(description === undefined ? {} : { description }),
  };
}

/** react-admin sends both `productImage` and `pictures`; only the one that differs is a change. */
function picturesOf(
  { productImage, pictures }: StoryFields,
  current: CurrentStory | null,
): ProductPicture[] | undefined {
  const before = current?.pictures ?? [];
  const lead = current?.productImage ?? '';
  const isLeadMeant = productImage !== undefined && productImage !== lead;
  if (pictures === undefined || (isLeadMeant && JSON.stringify(pictures) === JSON.stringify(before))) {
    return isLeadMeant ? withLead(productImage, before) : undefined;
  }
  if (isLeadMeant && productImage !== pictures[0]?.address) {
    throw invalid('pictures-lead', 'The product image must be the first of the pictures.');
  }
  return pictures;
}

function assertAddress(address: string): void {
  const isPath = /^\/(?![/\\])\S*$/.test(address);
  const url = /^https:\/\/\S+$/i.test(address) && URL.canParse(address) ? new URL(address) : null;
  const isUrl = url !== null && url.username === '' && url.password === '';
  if (!isPath && !isUrl) throw invalid('image-invalid', 'The image must be a path on this server or an https address.');
}

function readPicture(given: unknown): unknown {
  if (!isObject(given)) return given;
  const { address, alt, ...unknown } = given;
  return { ...unknown, address, alt: alt ?? '' };
}

function isPicture(value: unknown): boolean {
  if (!isObject(value) || !hasOnly(value, ['address', 'alt'])) return false;
  const { address, alt } = value;
  return isText(1, ADDRESS_MAX)(address) && isText(0, ALT_MAX)(alt);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function hasOnly(value: object, names: readonly string[]): boolean {
  return Object.keys(value).every((name) => names.includes(name));
}

function invalid(code: string, text: string): Refused {
  return new Refused(code, 'invalid', text);
}
