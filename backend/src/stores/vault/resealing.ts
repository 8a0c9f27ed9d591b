import type { ReadinessCondition } from '@supreme-access/contract/shapes/system.js';
import type { Logger } from 'pino';
import type { MasterKeys } from './master-keys.js';

export interface OlderRecords {
  count: number;
  sealAnew(): Promise<void>;
}

export interface ResealableVault {
  readonly keys: MasterKeys;
  older(): AsyncIterable<OlderRecords>;
  /** Call it once no record names an older key. */
  forgetOlderKeys(): Promise<void>;
}

/** Reseals with the first master key; it can be interrupted, because each record names its key. */
export class Resealing {
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

  run(): Promise<void> {
    this.running ??= this.sealAll()
      .catch((error: unknown) => this.logger.error({ err: error }, 'the vault could not be sealed with its first key'))
      .finally(() => {
        this.running = null;
      });
    return this.running;
  }

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
