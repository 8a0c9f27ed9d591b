import { Injectable } from '@nestjs/common';
import { Reads } from '../../projections/reads.js';
import { type RetailerUse, UsesRetailers } from '../../retailers/directory/directory.js';
import { type ProductDoc, productsProjection } from './products.projection.js';

/** A retailer stays while a product that is not over names it, and its address while one is released. */
@UsesRetailers()
@Injectable()
export class ProductsAtRetailers implements RetailerUse {
  constructor(private readonly reads: Reads) {}

  async isUsed(retailerId: string): Promise<boolean> {
    return (await this.at(retailerId)).length > 0;
  }

  async isBuying(retailerId: string): Promise<boolean> {
    return (await this.at(retailerId)).some(({ startedAt }) => startedAt !== null);
  }

  private async at(retailerId: string): Promise<ProductDoc[]> {
    const where = { delisted: false, cancelled: false, finishedAt: null };
    const open = await this.reads.find(productsProjection, { where });
    return open.filter((product) => product.retailerId === retailerId);
  }
}
