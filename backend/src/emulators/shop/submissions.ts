import { createHmac, randomBytes } from 'node:crypto';
import { COUNTRIES } from '@supreme-access/contract/countries.js';
import { CARD_BRANDS, SIZES } from '@supreme-access/contract/limits.js';
import type { OwnSubmission } from '../../retailers/own/own-answers.js';

export type Submitted = Omit<OwnSubmission, 'reference'>;

/** The sandbox's own acquirer declines these (Stripe's test number for a wrong security code). */
const DECLINED_CARDS = ['4000000000000127'];

const text = (maxLength: number) => ({ type: 'string', minLength: 1, maxLength, pattern: '^\\P{Cc}+$' });
const optional = { type: 'string', maxLength: 200 };
const address = {
  type: 'object',
  required: ['firstName', 'lastName', 'address1', 'city', 'state', 'zip', 'country'],
  properties: {
    firstName: text(100),
    lastName: text(100),
    address1: text(200),
    address2: optional,
    address3: optional,
    city: text(100),
    // Some countries' addresses have no state.
    state: { ...text(100), minLength: 0, pattern: '^\\P{Cc}*$' },
    zip: text(10),
    country: { enum: Object.keys(COUNTRIES) },
  },
};
const card = {
  type: 'object',
  required: ['name', 'type', 'number', 'code', 'month', 'year'],
  properties: {
    name: text(100),
    type: { enum: CARD_BRANDS },
    number: { type: 'string', pattern: '^\\d{12,19}$' },
    code: { type: 'string', pattern: '^\\d{3,4}$' },
    month: { type: 'integer', minimum: 1, maximum: 12 },
    year: { type: 'integer', minimum: 2000, maximum: 2199 },
  },
};
const line = { productId: text(200), size: { enum: SIZES }, style: text(200) };

export const lineSchema = { type: 'object', required: ['productId', 'size', 'style'], properties: line };
export const submissionSchema = {
  type: 'object',
  required: ['productId', 'size', 'style', 'shipping', 'billing', 'email', 'phone', 'card'],
  properties: { ...line, shipping: address, billing: address, email: text(254), phone: text(20), card },
};
export const referenceSchema = {
  type: 'object',
  properties: { reference: { type: 'string', pattern: '^[A-Za-z0-9._-]{1,100}:\\d{1,9}$' } },
};

export function isDeclined(submitted: Submitted): boolean {
  return DECLINED_CARDS.includes(submitted.card.number);
}

/** Detects other content under one reference without storing any; the card's number and code never enter it. */
export function fingerprint(submitted: Submitted, salt = randomBytes(16).toString('base64url')): string {
  return `${salt}.${createHmac('sha256', salt)
    .update(JSON.stringify(contentOf(submitted)))
    .digest('base64url')}`;
}

export function isSameContent(recorded: string, submitted: Submitted): boolean {
  return fingerprint(submitted, recorded.slice(0, recorded.indexOf('.'))) === recorded;
}

function contentOf({ productId, size, style, shipping, billing, email, phone, card }: Submitted): unknown {
  const paidWith = [card.name, card.type, card.number.slice(-4), card.month, card.year];
  return [productId, size, style, addressOf(shipping), addressOf(billing), email, phone, paidWith];
}

function addressOf(one: Submitted['shipping']): unknown {
  const { firstName, lastName, address1, address2 = '', address3 = '', city, state, zip, country } = one;
  return [firstName, lastName, address1, address2, address3, city, state, zip, country];
}
