import type { OwnLine } from '../../retailers/own/own-answers.js';
import type { Money } from '../../retailers/retailer.js';
import type { Fault } from './faults.js';

export type SessionDoor = 'ucp' | 'acp';

/** `amount`: minor units of the product's currency; `days`: earliest and latest arrival */
export const SHIPPING = [
  { id: 'standard', title: 'Standard', amount: 900, days: [4, 6] },
  { id: 'fast', title: 'Fast', amount: 2_500, days: [1, 2] },
] as const;
export type ShippingId = (typeof SHIPPING)[number]['id'];
export const TAX_IN_US = 0.08;

/** A checkout session as the ledger keeps it. Of a person it holds country and region alone. */
export interface Session {
  kind: 'session';
  /** ms UTC, of its creation */
  at: number;
  id: string;
  door: SessionDoor;
  version: string;
  line: OwnLine;
  title: string;
  price: Money;
  /** whether an email address was told */
  hasBuyer: boolean;
  to: { country: string; region: string } | null;
  option: ShippingId | null;
  /** minor units, added by `totalRises` */
  surcharge: number;
  /** ms UTC */
  expiresAt: number;
  isCanceled: boolean;
  isEscalated: boolean;
  /** where the platform's profile wants to be told of the order */
  webhook?: string;
  /** the fault whose traces the session shows from now on */
  trace?: Fault;
}
/** What a platform says of a session; the rest is the shop's. */
export type SessionInput = Pick<Session, 'line' | 'hasBuyer' | 'to' | 'option'>;

/** A piece kept for a session while its payment runs. */
export interface Hold {
  kind: 'hold';
  at: number;
  session: string;
  line: OwnLine;
}
export interface HoldEnded {
  kind: 'hold-ended';
  at: number;
  session: string;
}

export type SessionState =
  | 'incomplete'
  | 'ready'
  | 'escalated'
  | 'completing'
  | 'completed'
  | 'canceled'
  | 'expired'
  | 'torn';
export type Problem = 'no-buyer' | 'no-address' | 'no-option' | 'sold-out' | 'not-open' | 'declined' | 'person-needed';

export interface Totals {
  item: number;
  shipping: number | null;
  tax: number | null;
  fee: number;
  total: number;
}

export function totalsOf({ price, to, option, surcharge: fee }: Session): Totals {
  const item = price.amount;
  const shipping = SHIPPING.find(({ id }) => id === option)?.amount ?? null;
  const tax = to && Math.round(to.country === 'US' ? item * TAX_IN_US : 0);
  return { item, shipping, tax, fee, total: item + (shipping ?? 0) + (tax ?? 0) + fee };
}

export function lacking({ hasBuyer, to, option }: SessionInput): Problem[] {
  const problems: Problem[] = [];
  if (!hasBuyer) problems.push('no-buyer');
  if (!to) problems.push('no-address');
  else if (!option) problems.push('no-option');
  return problems;
}

export function shippingId(id: unknown): ShippingId | null {
  return SHIPPING.find((option) => option.id === id)?.id ?? null;
}
