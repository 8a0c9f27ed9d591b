import { Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { Discovered, discoverable } from '../discovered.js';
import { InjectClock, InjectVault } from '../platform.js';
import { Projector } from '../projections/projector.js';
import type { Vault, VaultKind } from './vault.js';

/** Whoever writes records of these kinds, and which of them an event names, as the read models know. */
export interface RecordKeeper {
  readonly records: readonly VaultKind[];
  isNamed(kind: VaultKind, record: string): Promise<boolean>;
}

export const KeepsRecords = discoverable<RecordKeeper>();

const EVERY = 3_600_000;
/** The record is written before the event that names it; after this long no such event will come, ms. */
const UNNAMED_LIFE = 24 * 3_600_000;

/** Removes what a crash or a refusal left in the vault: records no event names, and what has expired. */
@Injectable()
export class VaultSweep {
  constructor(
    @InjectVault() private readonly vault: Vault,
    private readonly projector: Projector,
    @InjectClock() private readonly clock: () => number,
    private readonly discovered: Discovered,
  ) {}

  /** Read models that are not whole make records look unnamed: then nothing is removed but what has expired. */
  @Interval(EVERY)
  async sweep(): Promise<void> {
    await this.vault.removeExpired(this.clock());
    if (!(await this.projector.isWhole())) return;
    const keepers = this.discovered.of(KeepsRecords);
    for (const kind of new Set(keepers.flatMap(({ records }) => records))) {
      for await (const { id, createdAt } of this.vault.list(kind)) {
        const isOld = this.clock() - createdAt > UNNAMED_LIFE;
        if (!isOld || (await isNamed(keepers, kind, id))) continue;
        // A read model may have been dropped since.
        if (!(await this.projector.isWhole())) return;
        await this.vault.erase(kind, id);
      }
    }
  }
}

async function isNamed(keepers: readonly RecordKeeper[], kind: VaultKind, record: string): Promise<boolean> {
  for (const keeper of keepers) if (keeper.records.includes(kind) && (await keeper.isNamed(kind, record))) return true;
  return false;
}
