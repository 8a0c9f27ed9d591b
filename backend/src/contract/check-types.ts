import { counted } from './labels.js';

/** What is looked at before a drop, and how it is told to people. */

/** How long before a release it is looked at, by itself. */
export const CHECK_POINTS = ['T-24h', 'T-30m', 'T-5m'] as const;
export type CheckPoint = (typeof CHECK_POINTS)[number];
export const CHECKED_AT = [...CHECK_POINTS, 'by-hand'] as const;
export type CheckedAt = (typeof CHECKED_AT)[number];

export const CHECKS = ['sale', 'retailer', 'stripe', 'mail', 'clock', 'codes', 'cards'] as const;
export type CheckName = (typeof CHECKS)[number];
/** red: orders of this drop fail unless something is done */
export const CHECK_LEVELS = ['ok', 'warn', 'red'] as const;
export type CheckLevel = (typeof CHECK_LEVELS)[number];

export interface CheckFinding {
  check: CheckName;
  level: CheckLevel;
  /** a code for what is not as it should be; null: nothing */
  reason: string | null;
  /** how many orders, or by how many ms */
  count: number | null;
}

export interface DropCheck {
  at: CheckedAt;
  checkedAt: string;
  /** of which release time it was; null: by hand */
  releaseAt: string | null;
  findings: CheckFinding[];
}
export interface CheckedDrop {
  productId: string;
  productTitle: string;
  releaseAt: string | null;
  /** the latest one; null: none yet */
  check: DropCheck | null;
}

export const CHECK_LABELS: Readonly<Record<CheckName, string>> = {
  sale: 'On sale',
  retailer: 'Retailer',
  stripe: 'Stripe',
  mail: 'Mail server',
  clock: 'Clock',
  codes: 'Security codes',
  cards: 'Cards',
};

const WELL: Readonly<Record<CheckName, string>> = {
  sale: 'The product can be reserved.',
  retailer: 'It answers, and lists the product.',
  stripe: 'It answers.',
  mail: 'It takes mails.',
  clock: 'It agrees with the partners.',
  codes: 'Every order has its security code.',
  cards: 'No card expires before the release.',
};

const REASONS: Readonly<Record<string, (count: number | null) => string>> = {
  'not-available': () => 'The product is switched off: nobody can reserve it.',
  'no-such-product': () => "The retailer knows no product of this id. Look at the product's retailer id.",
  'sold-out': () => 'The retailer lists nothing of it that is left.',
  'opens-later': () => 'The retailer opens it later than our release.',
  'no-answer': () => 'There is no answer.',
  busy: () => 'It is overloaded, or wants to be asked less often.',
  unauthorized: () => 'It refuses our key.',
  refused: () => 'It refuses what we ask. Look at the key.',
  'server-error': () => 'It answers with an error of its own.',
  malformed: () => 'Its answer cannot be read.',
  'clock-off': (count) =>
    `Our clock differs by ${((count ?? 0) / 1_000).toFixed(1)} s. Look at this machine's time service.`,
  'clock-unknown': () => 'No partner said what time it is.',
  'codes-gone': (count) =>
    `${counted(count, 'order has', 'orders have')} no security code. Their holders were asked for it by mail.`,
  'cards-expire': (count) =>
    `The card of ${counted(count, 'order', 'orders')} expires before the release. Their holders were told by mail.`,
};

/** A finding in a sentence. */
export function findingText({ check, reason, count }: CheckFinding): string {
  if (reason === null) return WELL[check];
  return REASONS[reason]?.(count) ?? `It is not well: ${reason}.`;
}
