import { Injectable } from '@nestjs/common';
import type { ReleaseOutcome } from '@supreme-access/contract/shapes/releases.js';
import { product } from '../../catalogue/products/product.js';
import { Commands } from '../../event-sourcing/commands.js';
import { noSuch } from '../../event-sourcing/decider.js';
import { Tallies } from './tallies.js';

@Injectable()
export class Outcomes {
  constructor(
    private readonly commands: Commands,
    readonly tallies: Tallies,
  ) {}

  /** @throws Refused 'not-found' also before the release */
  async of(productId: string): Promise<ReleaseOutcome> {
    const { facts, startedAt, finishedAt, releaseAt } = await this.commands.state(product, productId);
    if (!facts) throw noSuch('product');
    if (startedAt === null || releaseAt === null) throw noSuch('release');
    const tally = await this.tallies.of(productId);
    return {
      productTitle: facts.productTitle,
      releaseAt: new Date(releaseAt).toISOString(),
      startedAt: new Date(startedAt).toISOString(),
      finishedAt: finishedAt === null ? null : new Date(finishedAt).toISOString(),
      ...tally.figures(releaseAt),
    };
  }
}
