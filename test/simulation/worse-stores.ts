import { AppendOutcomeUnknown, type AppendResult } from '../../backend/src/stores/event-log/event-log.js';
import type { ReadModels } from '../../backend/src/stores/read-models/read-models.js';
import { memoryReadModels } from '../../backend/src/stores/read-models/sqlite-read-models.js';
import type { VaultEntry, VaultKind } from '../../backend/src/stores/vault/vault.js';
import { type Append, LogServer } from './log-server.js';
import { VaultServer } from './sim-vault.js';

/** ms that writes stay in memory */
const IN_MEMORY = 2_000;

/** Answers before the write is on the disk, so that a power failure loses acknowledged writes. */
export class WriteBackLog extends LogServer {
  private readonly times: number[] = [];

  override async append(append: Append): Promise<AppendResult> {
    if (this.isPutBack) throw new AppendOutcomeUnknown('the connection broke');
    const result = this.publish(append);
    while (this.times.length < this.events.length) this.times.push(Date.now());
    return result;
  }

  override crash(): void {
    super.crash();
    const safe = Date.now() - IN_MEMORY;
    while (this.events.length > 0 && (this.times[this.events.length - 1] ?? 0) > safe) {
      const lost = this.events.pop();
      this.times.pop();
      if (lost) this.streams.get(lost.stream)?.pop();
    }
  }

  override putBack(lost: number): () => void {
    const undo = super.putBack(lost);
    const times = this.times.splice(this.events.length);
    return () => {
      undo();
      this.times.push(...times);
    };
  }
}

/** The last writer wins. */
export class OverwritingLog extends LogServer {
  protected override publish(append: Append): AppendResult {
    const last = (this.streams.get(append.stream)?.length ?? 0) - 1;
    return super.publish({ ...append, expected: last });
  }
}

export class ForgetfulVault extends VaultServer {
  private cards = 0;

  override async put(kind: VaultKind, id: string, value: unknown, options?: { expiresAt?: number }): Promise<boolean> {
    if (kind === 'card') this.cards += 1;
    if (kind === 'card' && this.cards % 2 === 0) return true;
    return super.put(kind, id, value, options);
  }
}

/** Confirms every mark. */
export class CredulousVault extends VaultServer {
  override get<T>(kind: VaultKind, id: string): VaultEntry<T> | 'erased' | undefined {
    return super.get<T>(kind, id) ?? (kind === 'mark' ? { value: {} as T, createdAt: 0 } : undefined);
  }
}

/** Read models with a defect in their writes. */
export function modelsThat(fault: 'lose writes' | 'forget positions'): ReadModels {
  const models = memoryReadModels();
  const { write, rows } = models;
  let writes = 0;
  if (fault === 'lose writes') {
    models.write = async (collection, some, ...end) => {
      writes += 1;
      await write.call(models, collection, writes % 50 === 0 ? [] : some, ...end);
    };
    return models;
  }
  models.write = async (collection, some, ...end) => {
    writes += 1;
    const misplaced = some.map((row) => ({ ...row, position: 1e9 + writes }));
    await write.call(models, collection, misplaced, ...end);
  };
  models.rows = async <D>(...args: Parameters<ReadModels['rows']>) => {
    const found = await rows.call(models, ...args);
    return new Map([...found].map(([id, row]) => [id, { ...row, position: 0, document: row.document as D }]));
  };
  return models;
}
