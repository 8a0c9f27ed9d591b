import { Injectable } from '@nestjs/common';
import type { CheckFinding } from '@supreme-access/contract/shapes/releases.js';
import type { ProductFacts } from '../../catalogue/products/product.js';
import { derivedMetadata } from '../../event-sourcing/command-metadata.js';
import { Commands } from '../../event-sourcing/commands.js';
import type { CommandMetadata } from '../../event-sourcing/decider.js';
import { type OrderDoc, ordersProjection } from '../../orders/orders.projection.js';
import { Reads } from '../../projections/reads.js';
import { Discovery, type Look } from '../../retailers/directory/discovery.js';
import {
  isChanged,
  isMoved,
  type RetailerState,
  retailer,
  SANDBOX,
} from '../../retailers/directory/retailer-record.js';
import { found, ok } from './partner-checks.js';
import { TrialCheckouts } from './trial-checkouts.js';

type Wanted = Pick<OrderDoc, 'size' | 'style' | 'limit'>;

/** Checks what a retailer that is paid with tokens needs of a drop. */
@Injectable()
export class RetailChecks {
  constructor(
    private readonly commands: Commands,
    private readonly reads: Reads,
    private readonly discovery: Discovery,
    private readonly trials: TrialCheckouts,
  ) {}

  /** Reads the shop anew. */
  async findings(
    productId: string,
    facts: ProductFacts,
    metadata: CommandMetadata,
    signal: AbortSignal,
  ): Promise<CheckFinding[]> {
    if (facts.means !== 'token' || !facts.retailerId) return [];
    const look = await this.discovery.look(facts.retailerId, derivedMetadata(metadata), signal);
    const shop = await this.commands.state(retailer, facts.retailerId);
    const where = { productId, status: 'pending', livemode: true };
    const held = await this.reads.find(ordersProjection, { where });
    const ofShop = shopFinding(shop, look);
    const trial = ofShop.level === 'red' ? [] : await this.trials.findings(facts, held, metadata.commandId, signal);
    return [ofShop, itemsFinding(facts, held), limitsFinding(facts, held), ...trial];
  }
}

export function shopFinding(
  state: Pick<RetailerState, 'facts' | 'discovered' | 'agreedHash' | 'agreedOrigin' | 'isEnded'>,
  look: Pick<Look, 'kind'>,
): CheckFinding {
  const { facts, discovered, isEnded } = state;
  if (!facts || isEnded) return found('shop', 'red', 'retailer-removed');
  if (look.kind === 'refused') return found('shop', 'red', 'shop-unusable');
  if (look.kind === 'unknown') return found('shop', 'red', 'no-answer');
  if (!discovered) return facts.baseUrl === SANDBOX ? ok('shop') : found('shop', 'red', 'not-discovered');
  // Over ACP a session alone tells how it can be paid.
  if (facts.protocol === 'ucp' && discovered.handlers.length === 0) return found('shop', 'red', 'no-handler');
  if (facts.baseUrl !== SANDBOX && isMoved(state)) return found('shop', 'red', 'shop-moved');
  return isChanged(state) ? found('shop', 'warn', 'profile-changed') : ok('shop');
}

export function itemsFinding(facts: Pick<ProductFacts, 'retailerItems'>, held: readonly Wanted[]) {
  const missing = held.filter(lacksItem(facts)).length;
  return missing === 0 ? ok('items') : found('items', 'red', 'items-missing', missing);
}

export function limitsFinding(facts: Pick<ProductFacts, 'retailPrice'>, held: readonly Wanted[]) {
  const below = held.filter(isBelowPrice(facts)).length;
  return below === 0 ? ok('limits') : found('limits', 'red', 'limits-below-price', below);
}

/** A shop that tokens pay sells items alone. */
export function lacksItem({ retailerItems = [] }: Pick<ProductFacts, 'retailerItems'>) {
  const named = new Set(retailerItems.map(({ size, style }) => `${size}/${style}`));
  return ({ size, style }: Wanted) => !named.has(`${size}/${style}`);
}

/** The price is the least that will be asked. */
export function isBelowPrice({ retailPrice }: Pick<ProductFacts, 'retailPrice'>) {
  return ({ limit }: Wanted) =>
    !limit || (retailPrice !== null && (limit.currency !== retailPrice.currency || limit.amount < retailPrice.amount));
}
