import { counted } from './labels.js';

export const CHECK_POINTS = ['T-24h', 'T-30m', 'T-5m'] as const;
export type CheckPoint = (typeof CHECK_POINTS)[number];
export const CHECKED_AT = [...CHECK_POINTS, 'by-hand'] as const;
export type CheckedAt = (typeof CHECKED_AT)[number];

export const CHECKS = [
  'sale',
  'retailer',
  'shop',
  'items',
  'limits',
  'total',
  'speed',
  'stripe',
  'mail',
  'clock',
  'codes',
  'cards',
] as const;
export type CheckName = (typeof CHECKS)[number];
export const CHECK_LEVELS = ['ok', 'warn', 'red'] as const;
export type CheckLevel = (typeof CHECK_LEVELS)[number];

export const CHECK_LABELS: Readonly<Record<CheckName, string>> = {
  sale: 'On sale',
  retailer: 'Retailer',
  shop: 'Agreement',
  items: 'Items',
  limits: 'Limits',
  total: 'Total there',
  speed: 'Speed there',
  stripe: 'Stripe',
  mail: 'Mail server',
  clock: 'Clock',
  codes: 'Security codes',
  cards: 'Cards',
};

const WELL: Readonly<Record<CheckName, string>> = {
  sale: 'Shoppers can reserve the product.',
  retailer: 'The retailer responds and lists the product.',
  shop: 'The shop says of itself what was agreed to, and takes payment tokens.',
  items: 'The retailer has an item for every size and style that is held.',
  limits: 'The retail price is within every limit that was agreed to.',
  total: 'A checkout prepared for a made-up buyer is within every limit, shipping and tax included.',
  speed: 'The shop is fast enough for the slots that are held.',
  stripe: 'Stripe responds.',
  mail: 'The mail server accepts emails.',
  clock: "The server's clock agrees with the retailer's and Stripe's.",
  codes: 'Every order has its security code.',
  cards: 'No card expires before the release.',
};

const REASONS: Readonly<Record<string, (count: number | null) => string>> = {
  'not-available': () => 'The product is not available, so nobody can reserve it.',
  'no-such-product': () => "The retailer does not list this product. Check the product's retailer ID.",
  'sold-out': () => 'The retailer has none left.',
  'opens-later': () => 'The retailer starts selling it later than our release.',
  'no-answer': () => 'No response.',
  busy: () => 'Overloaded, or limiting our requests.',
  unauthorized: () => 'Our key was rejected.',
  refused: () => 'Our request was rejected. Check the key.',
  'server-error': () => 'Responded with a server error.',
  malformed: () => 'The response cannot be read.',
  'retailer-removed': () => 'The retailer was removed, so nothing can be bought there.',
  'not-discovered': () => 'The shop was never read. Open its page under Retailers and read it.',
  'no-handler': () => 'The shop names no way to be paid that we know.',
  'shop-moved': () => 'The shop names another host for its calls. Look at it under Retailers, and save it to agree.',
  'profile-changed': () => 'The shop says something else of itself than was agreed to. Look at it under Retailers.',
  'shop-unusable': () => 'What the shop says of itself cannot be used. Read it under Retailers to see why.',
  'items-missing': (count) =>
    `${counted(count, 'order wants', 'orders want')} a size and style that has no item there.`,
  'limits-below-price': (count) =>
    `${counted(count, 'order has a limit', 'orders have limits')} below the retail price. They would not be bought.`,
  'total-above-limits': (count) =>
    `A checkout prepared for a made-up buyer costs more than ${counted(count, 'order allows', 'orders allow')}.`,
  'not-prepared': () => 'No checkout could be prepared. Try a test purchase under Retailers.',
  'person-wanted': () => 'The shop asks for the shopper at the checkout, so it cannot be finished without them.',
  'slow-shop': (count) =>
    `At its present pace the shop needs about ${counted(count, 'minute', 'minutes')} for the slots held.`,
  'clock-off': (count) =>
    `The server's clock is off by ${((count ?? 0) / 1_000).toFixed(1)} s. Check its time service.`,
  'clock-unknown': () => 'No partner told us its time, so the server could not check its clock.',
  'codes-gone': (count) => `${counted(count, 'order has', 'orders have')} no security code. We asked for it by email.`,
  'cards-expire': (count) =>
    `${counted(count, 'order has a card that expires', 'orders have cards that expire')} before the release. We told the shoppers by email.`,
};

interface Finding {
  check: CheckName;
  reason: string | null;
  count: number | null;
}

export function findingText({ check, reason, count }: Finding): string {
  if (reason === null) return WELL[check];
  return REASONS[reason]?.(count) ?? `Problem: ${reason}.`;
}
