import type { ShippingRule } from '@supreme-access/contract/retailer-protocols.js';
import type { Money } from '../retailer.js';
import type { Session, ShippingOption } from './session.js';

/** By the retailer's rule; `fastest` takes the cheapest where the faster ones exceed the limit or no time is told. */
export function shippingChoice(session: Session, rule: ShippingRule, limit: Money | undefined): ShippingOption | null {
  const byCost = session.options.toSorted((a, b) => a.amount - b.amount);
  const [cheapest] = byCost;
  if (!cheapest) return null;
  if (rule === 'cheapest') return sameCost(session, cheapest);
  const fast = byCost
    .filter((option) => option.latest !== null && fits(session, option, limit))
    .toSorted((a, b) => Number(a.latest) - Number(b.latest));
  return fast[0] ?? sameCost(session, cheapest);
}

/** A selection that is as good stays, which saves a call. */
function sameCost({ options, selected }: Session, best: ShippingOption): ShippingOption {
  return options.find(({ id, amount }) => id === selected && amount === best.amount) ?? best;
}

/** An estimate: shipping may be taxed. The total after the selection decides. */
function fits({ total, options, selected }: Session, { amount }: ShippingOption, limit: Money | undefined): boolean {
  if (!total || !limit) return true;
  const now = options.find(({ id }) => id === selected)?.amount ?? 0;
  return total.amount - now + amount <= limit.amount;
}
