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

/** counts without a record of an older key, an hour apart, until that key is forgotten */
const EMPTY_COUNTS = 2;

/** Reseals with the first master key; it can be interrupted, because each record names its key. */
export class Resealing {
  left: number | null = null;
  private running: Promise<void> | null = null;
  private isStopped = false;
  /** in a row; another process may still seal with an older key after the first of them */
  private emptyCounts = 0;

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
    if (others.length === 0) return { name: 'Master keys', state: 'fine', says: `${sealed}.`, todo: null };
    const older = others.join(', ');
    const isDone = this.emptyCounts >= EMPTY_COUNTS;
    const says = isDone ? `${sealed}. Only backups need ${older} any more.` : `${sealed}; ${this.progress()}.`;
    const todo = isDone
      ? `Take ${older} out of MASTER_KEY or its file, and keep it as long as the backups of its time.`
      : `Keep ${older} after the first one (MASTER_KEY=new,old, or a line each in its file) until this says that only backups need it.`;
    return { name: 'Master keys', state: 'fine', says, todo };
  }

  private progress(): string {
    if (this.left === null) return 'others are being counted';
    return this.left > 0
      ? `${this.left} are not yet`
      : 'none was found that is not, and they are counted again within the hour';
  }

  private async sealAll(): Promise<void> {
    const [first, ...others] = this.keys.all.map(({ id }) => id);
    if (others.length === 0) {
      this.left = 0;
      return;
    }
    const left = await this.count();
    if (left === null) return;
    this.left = left;
    this.emptyCounts = left === 0 ? this.emptyCounts + 1 : 0;
    if (left > 0) return await this.sealAnew(left);
    if (this.emptyCounts < EMPTY_COUNTS) return;
    await this.vault.forgetOlderKeys();
    if (this.emptyCounts > EMPTY_COUNTS) return;
    const text = 'no record of the vault needs these master keys any more: take them out of MASTER_KEY or its file';
    this.logger.info({ first, others }, text);
  }

  /** Returns null when it is stopped. */
  private async count(): Promise<number | null> {
    let left = 0;
    for await (const { count } of this.vault.older()) {
      if (this.isStopped) return null;
      left += count;
    }
    return this.isStopped ? null : left;
  }

  private async sealAnew(records: number): Promise<void> {
    const first = this.keys.first.id;
    this.logger.info({ records, first }, 'records of the vault are sealed with its first master key');
    let left = records;
    for await (const page of this.vault.older()) {
      if (this.isStopped) return;
      await page.sealAnew();
      left = Math.max(0, left - page.count);
      this.left = left;
    }
    this.left = 0;
  }
}
