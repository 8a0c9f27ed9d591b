import type { Retailer } from './retailer.js';

/** The retailer of products that name none. */
export const STANDARD = 'standard';

/** The retailers by id. */
export class Retailers {
  /** @param others the client of a configured retailer. @throws Error for an unknown id */
  constructor(
    private readonly standard: Retailer,
    private readonly others: (retailerId: string) => Promise<Retailer> = none,
  ) {}

  /** A retailer that was removed still answers for its orders. @throws Error for an id that is not configured */
  async of(retailerId: string | null): Promise<Retailer> {
    return retailerId === null || retailerId === STANDARD ? this.standard : this.others(retailerId);
  }
}

async function none(retailerId: string): Promise<Retailer> {
  throw new Error(`no retailer ${retailerId}`);
}
