import { Injectable } from '@nestjs/common';
import { product } from '../../catalogue/products/product.js';
import { LeaveWaitlist } from '../../catalogue/products/waitlist.js';
import { derivedMetadata } from '../../event-sourcing/command-metadata.js';
import { Commands } from '../../event-sourcing/commands.js';
import type { CommandMetadata } from '../../event-sourcing/decider.js';
import { type PersonalDataHolder, PersonalDataPart } from '../../event-sourcing/personal-data.js';
import { Reads } from '../../projections/reads.js';
import { despiteDamage } from '../../stores/event-log/stream-integrity.js';
import { type WaitingDoc, waitlistProjection } from './waitlist.projection.js';

const MOST = 1_000;

@PersonalDataPart()
@Injectable()
export class WaitlistErasure implements PersonalDataHolder {
  readonly turn = 1;

  constructor(
    private readonly commands: Commands,
    private readonly reads: Reads,
  ) {}

  async erase(accountId: string, metadata: CommandMetadata): Promise<void> {
    const products = new Set((await this.waiting(accountId)).map(({ productId }) => productId));
    await despiteDamage(products, (productId) => {
      const leave = { accountId, profileId: null, reason: 'erased' } as const;
      return this.commands.execute(product, new LeaveWaitlist(productId, leave, derivedMetadata(metadata)));
    });
  }

  async collect(accountId: string): Promise<{ waitingLists: unknown[] }> {
    const docs = await this.waiting(accountId);
    const waitingLists = docs.map(({ productId, profileId, size, style, joinedAt }) => {
      return { productId, profileId, size, style, joinedAt: new Date(joinedAt).toISOString() };
    });
    return { waitingLists };
  }

  private waiting(accountId: string): Promise<WaitingDoc[]> {
    return this.reads.find(waitlistProjection, { where: { accountId }, limit: MOST });
  }
}
