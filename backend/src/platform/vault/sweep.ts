import { Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { InjectClock, InjectVault } from '../platform.js';
import { Projector } from '../projections/projector.js';
import type { Vault, VaultKind } from './vault.js';

/** Whether an event names a record, as the read models know. */
type IsNamed = (record: string) => Promise<boolean>;

const EVERY = 3_600_000;
/** The record is written before the event that names it; after this long no such event will come, ms. */
const UNNAMED_LIFE = 24 * 3_600_000;

/** Removes what a crash or a refusal left in the vault: records no event names, and what has expired. */
@Injectable()
export class VaultSweep {
  private readonly kinds = new Map<VaultKind, IsNamed>();

  constructor(
    @InjectVault() private readonly vault: Vault,
    private readonly projector: Projector,
    @InjectClock() private readonly clock: () => number,
  ) {}

  /** Whoever writes records of a kind tells which of them are named. */
  register(kind: VaultKind, isNamed: IsNamed): void {
    this.kinds.set(kind, isNamed);
  }

  /** Read models that are not whole make records look unnamed: then nothing is removed but what has expired. */
  @Interval(EVERY)
  async sweep(): Promise<void> {
    await this.vault.removeExpired(this.clock());
    if (!(await this.projector.isWhole())) return;
    for (const [kind, isNamed] of this.kinds) {
      for await (const { id, createdAt } of this.vault.list(kind)) {
        const isOld = this.clock() - createdAt > UNNAMED_LIFE;
        if (!isOld || (await isNamed(id))) continue;
        // A read model may have been dropped since.
        if (!(await this.projector.isWhole())) return;
        await this.vault.erase(kind, id);
      }
    }
  }
}
