import type { Retailer } from './retailer.js';

/** The retailers by id. */
export class Retailers {
  /** @param standard the retailer of products that name none */
  constructor(private readonly standard: Retailer) {}

  /** @throws Error for an id that is not configured */
  async of(retailerId: string | null): Promise<Retailer> {
    if (retailerId !== null) throw new Error(`no retailer ${retailerId}`);
    return this.standard;
  }
}
