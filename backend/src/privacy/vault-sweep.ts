import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy, Optional } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import type { ReadinessCondition } from '@supreme-access/contract/shapes/system.js';
import { type WorkPlace, worksHere } from '../config/config.js';
import { InjectClock, InjectConfig, InjectVault } from '../config/tokens.js';
import { Discovered } from '../event-sourcing/discovered.js';
import { type HealthCheck, HealthChecks } from '../event-sourcing/health-checks.js';
import { KeepsRecords, pagesOf, type RecordKeeper } from '../event-sourcing/record-keepers.js';
import { Projector } from '../projections/projector.js';
import { Resealing } from '../stores/vault/resealing.js';
import type { Vault, VaultKind } from '../stores/vault/vault.js';

const EVERY = 3_600_000;
/** ms */
const EXPIRED_EVERY = 600_000;
/** ms; the record is written before its event, which cannot follow after this time */
const UNNAMED_LIFE = 24 * 3_600_000;
const PAGE = 500;

@HealthChecks()
@Injectable()
export class VaultSweep implements OnApplicationBootstrap, OnModuleDestroy, HealthCheck {
  constructor(
    @InjectVault() private readonly vault: Vault,
    private readonly projector: Projector,
    @InjectClock() private readonly clock: () => number,
    private readonly discovered: Discovered,
    @InjectConfig() private readonly config: WorkPlace,
    @Optional() @Inject(Resealing) private readonly resealing: Resealing | null = null,
  ) {}

  @Interval(EXPIRED_EVERY)
  async removeExpired(): Promise<void> {
    if (this.isLeftToTheOtherThread) return;
    await this.vault.removeExpired(this.clock());
  }

  onApplicationBootstrap(): void {
    void this.sealAnew();
  }

  onModuleDestroy(): Promise<void> | undefined {
    return this.resealing?.stop();
  }

  condition(): ReadinessCondition {
    const unsealed = {
      name: 'Master keys',
      state: 'fine',
      says: 'Records are not sealed with a master key.',
      todo: null,
    } as const;
    return this.resealing?.condition() ?? unsealed;
  }

  @Interval(EVERY)
  async sealAnew(): Promise<void> {
    if (!this.isLeftToTheOtherThread) await this.resealing?.run();
  }

  /** Incomplete read models make records look unnamed, so nothing is removed then. */
  @Interval(EVERY)
  async sweep(): Promise<void> {
    if (!worksHere(this.config)) return;
    const keepers = this.discovered.of(KeepsRecords);
    for (const keeper of keepers) await keeper.sweep?.();
    if (!(await this.projector.isWhole())) return;
    for (const kind of new Set(keepers.flatMap(({ records }) => records))) {
      const own = keepers.filter(({ records }) => records.includes(kind));
      for await (const page of pagesOf(this.old(kind), PAGE)) {
        const unnamed = await unnamedBy(own, kind, page);
        if (unnamed.length === 0) continue;
        // A read model may have been dropped meanwhile.
        if (!(await this.projector.isWhole())) return;
        for (const id of unnamed) await this.vault.erase(kind, id);
      }
    }
  }

  /** The thread that answers is the vault's only writer. */
  private get isLeftToTheOtherThread(): boolean {
    return this.config.part === 'follows';
  }

  private async *old(kind: VaultKind): AsyncIterable<string> {
    for await (const { id, createdAt } of this.vault.list(kind)) {
      if (this.clock() - createdAt > UNNAMED_LIFE) yield id;
    }
  }
}

async function unnamedBy(
  keepers: readonly RecordKeeper[],
  kind: VaultKind,
  page: readonly string[],
): Promise<readonly string[]> {
  let left = page;
  for (const keeper of keepers) {
    const named = await keeper.named(kind, left);
    left = left.filter((id) => !named.has(id));
  }
  return left;
}
