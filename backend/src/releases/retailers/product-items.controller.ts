import { Controller, Get, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ProductItems } from '@supreme-access/contract/shapes/products.js';
import { Needs } from '../../auth/guard.js';
import { product } from '../../catalogue/products/product.js';
import { productIdOf } from '../../catalogue/products/product-queries.js';
import { Commands } from '../../event-sourcing/commands.js';
import { noSuch, Refused } from '../../event-sourcing/decider.js';
import { Answers, Refuses } from '../../http/answers.js';
import { BUDGETS, Budget } from '../../http/budgets.js';
import { Retailers } from '../../retailers/retailers.js';
import { proposedItems } from './item-table.js';

/** ms */
const CATALOGUE_WITHIN = 20_000;

@ApiTags('admin products')
@Controller('api/admin/products')
@Needs('admin')
export class ProductItemsController {
  constructor(
    private readonly commands: Commands,
    private readonly retailers: Retailers,
  ) {}

  /** Asks the retailer's catalogue, and proposes an item for each size and style; `PUT` saves them. */
  @Get(':id/items')
  @Budget(BUDGETS.partner)
  @Answers(ProductItems)
  @Refuses('not-found', 'unavailable:partner-away')
  async items(@Param('id') id: string): Promise<ProductItems> {
    const { facts } = await this.commands.state(product, productIdOf(id));
    if (!facts) throw noSuch('product');
    const { retailerItems: items = [], retailerId = null, retailerProductId: productId, styles } = facts;
    const retailer = await this.retailers.of(retailerId);
    const listing = await retailer.listing({ productId, styles }, AbortSignal.timeout(CATALOGUE_WITHIN));
    if (listing.kind === 'unknown') {
      throw new Refused('partner-away', 'unavailable', `The retailer could not be asked: ${listing.cause}.`, 30);
    }
    const without = { items, variants: [], proposed: [] };
    if (listing.kind === 'no-such-product') return { ...without, catalogue: listing.kind };
    // Our own protocol knows sizes and styles, and has no items.
    if (listing.kind === 'lacking' || !listing.variants) return { ...without, catalogue: 'lacking' };
    const variants = listing.variants.map(({ itemId, title, available }) => ({ itemId, title, available }));
    return { items, catalogue: 'read', variants, proposed: proposedItems(facts, listing.variants) };
  }
}
