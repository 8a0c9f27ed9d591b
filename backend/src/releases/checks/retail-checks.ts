import { Injectable } from '@nestjs/common';
import type { CheckFinding } from '@supreme-access/contract/shapes/releases.js';
import type { ProductFacts } from '../../catalogue/products/product.js';
import { Commands } from '../../event-sourcing/commands.js';
import { type OrderDoc, ordersProjection } from '../../orders/orders.projection.js';
import { Reads } from '../../projections/reads.js';
import { isChanged, type RetailerState, retailer, SANDBOX } from '../../retailers/directory/retailer-record.js';
import { found, ok } from './partner-checks.js';

type Wanted = Pick<OrderDoc, 'size' | 'style' | 'limit'>;

/** Checks what a retailer that is paid with tokens needs of a drop. */
@Injectable()
export class RetailChecks {
  constructor(
    private readonly commands: Commands,
    private readonly reads: Reads,
  ) {}

  async findings(productId: string, facts: ProductFacts): Promise<CheckFinding[]> {
    if (facts.means !== 'token' || !facts.retailerId) return [];
    const shop = await this.commands.state(retailer, facts.retailerId);
    const where = { productId, status: 'pending', livemode: true };
    const held = await this.reads.find(ordersProjection, { where });
    return [shopFinding(shop), itemsFinding(facts, held), limitsFinding(facts, held)];
  }
}

export function shopFinding(
  state: Pick<RetailerState, 'facts' | 'discovered' | 'agreedHash' | 'isEnded'>,
): CheckFinding {
  const { facts, discovered, isEnded } = state;
  if (!facts || isEnded) return found('shop', 'red', 'retailer-removed');
  if (!discovered) return facts.baseUrl === SANDBOX ? ok('shop') : found('shop', 'red', 'not-discovered');
  if (discovered.handlers.length === 0) return found('shop', 'red', 'no-handler');
  return isChanged(state) ? found('shop', 'warn', 'profile-changed') : ok('shop');
}

/** Where no item is named, the product's own id is used for all sizes and styles. */
export function itemsFinding({ retailerItems = [] }: Pick<ProductFacts, 'retailerItems'>, held: readonly Wanted[]) {
  const named = new Set(retailerItems.map(({ size, style }) => `${size}/${style}`));
  const missing = held.filter(({ size, style }) => named.size > 0 && !named.has(`${size}/${style}`)).length;
  return missing === 0 ? ok('items') : found('items', 'red', 'items-missing', missing);
}

/** Shipping and tax are known at the checkout alone, so the price is the least that will be asked. */
export function limitsFinding({ retailPrice }: Pick<ProductFacts, 'retailPrice'>, held: readonly Wanted[]) {
  const isBelow = ({ limit }: Wanted) =>
    !limit || (retailPrice && (limit.currency !== retailPrice.currency || limit.amount < retailPrice.amount));
  const below = held.filter(isBelow).length;
  return below === 0 ? ok('limits') : found('limits', 'red', 'limits-below-price', below);
}
