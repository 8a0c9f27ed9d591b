import { withQuarter } from '@supreme-access/contract/money.js';
import { Refused } from '../../event-sourcing/decider.js';
import type { Money, RetailerItem } from '../../retailers/retailer.js';
import { noSlot } from './slot-refusals.js';

/** Where a product is bought, and what may be paid there. */
export interface RetailFacts {
  /** null: unknown */
  retailPrice: Money | null;
  /** absent or null: the retailer of the settings */
  retailerId?: string | null;
  /** what that retailer is paid with; absent or null: the card itself */
  means?: 'token' | null;
  /** the retailer's ids, where it sells sizes and styles as items of their own */
  retailerItems?: RetailerItem[];
  /** what a reservation that names no limit agrees to; absent or null: the price and a quarter */
  defaultLimit?: Money | null;
}

const FIELDS = ['retailPrice', 'retailerId', 'retailerProductId', 'means', 'retailerItems', 'defaultLimit'] as const;

export function isRetailChanged(changes: Partial<RetailFacts>): boolean {
  return FIELDS.some((field) => field in changes);
}

/** Null where neither a price nor a limit is known. */
export function publishedLimit({ defaultLimit, retailPrice }: RetailFacts): Money | null {
  return defaultLimit ?? (retailPrice && { ...retailPrice, amount: withQuarter(retailPrice.amount) });
}

/** @throws Refused 'over-limit' | 'limit-currency' */
export function agreedLimit(requested: Money | undefined, facts: RetailFacts): (Money & { byDefault?: true }) | null {
  const published = publishedLimit(facts);
  if (!requested) return published && { ...published, byDefault: true };
  if (published && requested.currency !== published.currency) {
    throw noSlot('limit-currency', `The limit must be in ${published.currency.toUpperCase()}.`);
  }
  if (facts.retailPrice && requested.amount < facts.retailPrice.amount) throw noSlot('over-limit');
  return requested;
}

/** @throws Refused 'limit-required' | 'default-limit-invalid' */
export function checkRetail({ defaultLimit, retailPrice, means }: RetailFacts): void {
  if (means === 'token' && !defaultLimit && !retailPrice) {
    const text = 'A product of this retailer needs a retail price or a default limit.';
    throw new Refused('limit-required', 'invalid', text);
  }
  if (!defaultLimit || !retailPrice) return;
  if (defaultLimit.currency !== retailPrice.currency || defaultLimit.amount < retailPrice.amount) {
    const text = "The default limit must be in the retail price's currency and not below it.";
    throw new Refused('default-limit-invalid', 'invalid', text);
  }
}

/** What holders agreed to must stay comparable. @throws Refused 'slots-held' */
export function checkHeld(changes: Partial<RetailFacts>, facts: RetailFacts, held: number): void {
  if (held === 0) return;
  const [before, after] = [publishedLimit(facts), publishedLimit({ ...facts, ...changes })];
  if ('retailerId' in changes || (before && before.currency !== after?.currency)) {
    const text = 'Slots are held already. Neither the retailer nor its currency can change any more.';
    throw new Refused('slots-held', 'conflict', text);
  }
}
