import { Injectable, type OnModuleInit } from '@nestjs/common';
import { ordersProjection } from '../orders/orders.projection.js';
import { Reads } from '../platform/read-models/reads.js';
import { VaultSweep } from '../platform/vault/sweep.js';
import { profilesProjection } from './profiles.js';

/** Profiles name the card and code they were saved with, orders those they were reserved with; the sweep takes the others. */
@Injectable()
export class NamedRecords implements OnModuleInit {
  constructor(
    private readonly reads: Reads,
    private readonly sweep: VaultSweep,
  ) {}

  onModuleInit(): void {
    this.sweep.register('card', (cardRecord) => this.isNamed({ cardRecord }));
    this.sweep.register('code', (codeRecord) => this.isNamed({ codeRecord }));
  }

  private async isNamed(where: Record<string, string>): Promise<boolean> {
    const named = [this.reads.count(profilesProjection, where), this.reads.count(ordersProjection, where)];
    return (await Promise.all(named)).some((count) => count > 0);
  }
}
