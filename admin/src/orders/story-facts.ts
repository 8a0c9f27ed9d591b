import { shownMoney } from '@supreme-access/contract/currencies.js';
import { CURRENCY } from '@supreme-access/contract/limits.js';
import { instant } from '../ui/format.js';

/** These fields of events hold money in minor units. */
const MONEY = ['amount', 'price', 'listPrice', 'from', 'to', 'total'];
/** Fields with these endings hold ms UTC. */
const TIME = /(At|Until|dueBy)$/;

/** Fields with these names hold a reference of ours, the retailer's or Stripe's. */
const REFERENCE = /(Id|\.?reference|sha256)$/;
export const isReference = (name: string) => REFERENCE.test(name);

export type StoryFact = [name: string, value: string];

export function storyFacts(data: Record<string, unknown>): StoryFact[] {
  const all = flatten(data);
  const values = new Map(all);
  return all
    .filter(([name, value]) => lastOf(name) !== 'currency' && value !== null && value !== '')
    .map(([name, value]) => [name, legible(name, value, currencyBeside(name, values))]);
}

const lastOf = (name: string) => name.slice(name.lastIndexOf('.') + 1);

function currencyBeside(name: string, values: ReadonlyMap<string, unknown>): string {
  const own = values.get(`${name.slice(0, name.lastIndexOf('.') + 1)}currency`) ?? values.get('currency');
  return typeof own === 'string' ? own : CURRENCY;
}

function flatten(data: object, prefix = ''): [string, unknown][] {
  return Object.entries(data).flatMap(([key, value]): [string, unknown][] => {
    const name = prefix ? `${prefix}.${key}` : key;
    const nested = typeof value === 'object' && value !== null && !Array.isArray(value);
    return nested ? flatten(value, name) : [[name, value]];
  });
}

function legible(name: string, value: unknown, currency: string): string {
  if (typeof value === 'number' && MONEY.includes(lastOf(name))) return shownMoney({ amount: value, currency });
  if (typeof value === 'number' && TIME.test(name)) return instant(new Date(value).toISOString());
  return Array.isArray(value) ? value.join(', ') : String(value);
}
