import { Injectable } from '@nestjs/common';
import { Refused } from '../../event-sourcing/decider.js';
import { Discovered, discoverable } from '../../event-sourcing/discovered.js';
import type { Means } from '../../retailers/retailer.js';

/** A port for whoever knows the configured retailers. */
export interface RetailerDirectory {
  /** null: no such retailer */
  meansOf(retailerId: string): Promise<Means['kind'] | null>;
}

export const KnowsRetailers = discoverable<RetailerDirectory>();

@Injectable()
export class RetailerMeans {
  constructor(private readonly discovered: Discovered) {}

  /** null: the retailer of the settings. @throws Refused 'retailer-unknown' */
  async of(retailerId: string | null): Promise<Means['kind']> {
    if (retailerId === null) return 'card';
    for (const directory of this.discovered.of(KnowsRetailers)) {
      const means = await directory.meansOf(retailerId);
      if (means) return means;
    }
    throw new Refused('retailer-unknown', 'invalid', 'We know no such retailer.');
  }
}
