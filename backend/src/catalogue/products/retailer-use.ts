import { Injectable } from '@nestjs/common';
import { Reads } from '../../projections/reads.js';
import { type RetailerUse, UsesRetailers } from '../../retailers/directory/directory.js';
import { productsProjection } from './products.projection.js';

/** A retailer stays while a product that is not over names it. */
@UsesRetailers()
@Injectable()
export class ProductsAtRetailers implements RetailerUse {
  constructor(private readonly reads: Reads) {}

  async isUsed(retailerId: string): Promise<boolean> {
    const where = { delisted: false, cancelled: false, finishedAt: null };
    const open = await this.reads.find(productsProjection, { where });
    return open.some((product) => product.retailerId === retailerId);
  }
}
