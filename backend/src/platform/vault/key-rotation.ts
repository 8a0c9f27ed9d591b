import { setTimeout as wait } from 'node:timers/promises';
import { Refused } from '../decider.js';
import type { MasterKey } from './master-key.js';
import type { MasterKeys } from './master-keys.js';
import type { VaultKeys } from './vault-keys.js';

/** What a vault does for a rotation of its keys; readers and writers go on meanwhile. */
export interface RotatingVault {
  /** as this process knows them */
  readonly keys: VaultKeys;
  /** as they are stored now */
  readKeys(): Promise<VaultKeys>;
  /** Replaces those that `readKeys` told, durably; false (and nothing changed) when another process has replaced them. */
  replaceKeys(next: VaultKeys): Promise<boolean>;
  /** Seals what lies under an older key under the newest one; may be broken off and repeated. Returns how many records it was. */
  sealAnew(): Promise<number>;
}

export interface Rotated {
  /** id of the master key that is in use from now on */
  masterKey: string;
  /** records that were sealed anew */
  records: number;
  /** an earlier rotation that had been broken off was ended, and no other begun */
  wasUnfinished: boolean;
}

/**
 * A new master key, and a new data key under it. Whoever is killed on the way leaves a vault that opens: the new master key is kept before
 * the vault names it, the vault names it in one write, and records tell which data key they are under.
 */
export class KeyRotation {
  private isRunning = false;

  /** `followMs`: after so long every process that shares the vault knows new keys */
  constructor(
    private readonly vault: RotatingVault,
    private readonly masterKeys: MasterKeys,
    private readonly followMs: number,
  ) {}

  /** the one in use */
  get masterKey(): MasterKey {
    return this.vault.keys.masterKey;
  }

  /** @throws Refused 'rotation-running' | 'no-newer-key' */
  async rotate(): Promise<Rotated> {
    return this.alone(async () => {
      const keys = await this.vault.readKeys();
      if (keys.isSealing) return { ...(await this.seal(keys)), wasUnfinished: true };
      const next = keys.rotated(await this.masterKeys.after(keys.masterKey.id));
      if (!(await this.vault.replaceKeys(next))) throw isUnderWay();
      await wait(this.followMs);
      return { ...(await this.seal(next)), wasUnfinished: false };
    });
  }

  /** Ends a rotation that was broken off; what goes on elsewhere is not disturbed by it. */
  async finish(): Promise<void> {
    if (this.isRunning || !(await this.vault.readKeys()).isSealing) return;
    await this.alone(async () => this.seal(await this.vault.readKeys()));
  }

  private async seal(keys: VaultKeys): Promise<Omit<Rotated, 'wasUnfinished'>> {
    const records = await this.vault.sealAnew();
    await this.vault.replaceKeys(keys.settled());
    return { masterKey: keys.masterKey.id, records };
  }

  private async alone<T>(work: () => Promise<T>): Promise<T> {
    if (this.isRunning) throw isUnderWay();
    this.isRunning = true;
    try {
      return await work();
    } finally {
      this.isRunning = false;
    }
  }
}

function isUnderWay(): Refused {
  return new Refused('rotation-running', 'conflict', 'The master key is already being rotated.');
}
