import type { ReadinessCondition } from '@supreme-access/contract/shapes/system.js';
import type { Logger } from 'pino';
import type { MasterKeys } from './master-keys.js';

/** Some records that are sealed with another master key than the first one. */
export interface OlderRecords {
  count: number;
  /** Seals them with the first key; what was erased or replaced meanwhile is left as it is. */
  sealAnew(): Promise<void>;
}

/** What a vault does for its master keys; readers and writers go on meanwhile. */
export interface ResealableVault {
  readonly keys: MasterKeys;
  older(): AsyncIterable<OlderRecords>;
  /** Call it once no record names another key than the first: the next start does without the others. */
  forgetOlderKeys(): Promise<void>;
}

/**
 * Seals with the first master key whatever is sealed with another one. It may be broken off and begun again: each record names its key,
 * and the vault names the older keys until the last record is sealed anew.
 */
export class Resealing {
  /** records that are not sealed with the first key; null: not counted yet */
  left: number | null = null;
  private running: Promise<void> | null = null;
  private isStopped = false;

  constructor(
    private readonly vault: ResealableVault,
    private readonly logger: Pick<Logger, 'info' | 'error'>,
  ) {}

  get keys(): MasterKeys {
    return this.vault.keys;
  }

  /** One at a time. What fails is begun again by the next call. */
  run(): Promise<void> {
    this.running ??= this.sealAll()
      .catch((error: unknown) => this.logger.error({ err: error }, 'the vault could not be sealed with its first key'))
      .finally(() => {
        this.running = null;
      });
    return this.running;
  }

  /** Resolves once nothing is under way any more. */
  async stop(): Promise<void> {
    this.isStopped = true;
    await this.running;
  }

  condition(): ReadinessCondition {
    const others = this.keys.all.slice(1).map(({ id }) => id);
    const sealed = `Records are sealed with the master key ${this.keys.first.id}`;
    const older = this.left === null ? 'others are being counted' : `${this.left} are not yet`;
    const isDone = this.left === 0;
    const noMore = others.length === 0 ? '' : ` Only backups need ${others.join(', ')} any more.`;
    const todo = isDone ? null : `Keep ${others.join(', ')} until all are.`;
    return { name: 'Vault', state: 'fine', says: isDone ? `${sealed}.${noMore}` : `${sealed}; ${older}.`, todo };
  }

  private async sealAll(): Promise<void> {
    const [first, ...others] = this.keys.all.map(({ id }) => id);
    // A record that names a key that was not given ends the start.
    if (others.length === 0) this.left = 0;
    if (this.left === 0) return;
    let left = 0;
    for await (const { count } of this.vault.older()) left += count;
    this.left = left;
    if (left > 0)
      this.logger.info({ records: left, first }, 'records of the vault are sealed with its first master key');
    for await (const records of this.vault.older()) {
      if (this.isStopped) return;
      await records.sealAnew();
      this.left = Math.max(0, this.left - records.count);
    }
    await this.vault.forgetOlderKeys();
    this.left = 0;
    const text = 'no record of the vault needs these master keys any more: only backups of their time do';
    this.logger.info({ first, others }, text);
  }
}
