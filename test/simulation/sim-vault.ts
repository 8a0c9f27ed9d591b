import { StorageRoom } from '../../backend/src/stores/storage-room.js';
import { assertRecordId } from '../../backend/src/stores/vault/sealed-record.js';
import type { Vault, VaultEntry, VaultKind } from '../../backend/src/stores/vault/vault.js';
import { StoreUnavailable } from '../../backend/src/telemetry/store-unavailable.js';
import type { Connection } from './connection.js';

type Kept = { text: string; createdAt: number; expiresAt?: number } | 'erased';
type PutOptions = { expiresAt?: number };

/** The vault that all processes share. A write is on its disk before the answer. */
export class VaultServer {
  private kept = new Map<string, Kept>();

  constructor(private readonly flush: () => Promise<void>) {}

  copy(): ReadonlyMap<string, Kept> {
    return new Map(this.kept);
  }

  restore(copy: ReadonlyMap<string, Kept>): void {
    this.kept = new Map(copy);
  }

  async put(kind: VaultKind, id: string, value: unknown, { expiresAt }: PutOptions = {}): Promise<boolean> {
    await this.flush();
    const name = nameOf(kind, id);
    if (this.living(name) !== undefined) return false;
    const times = expiresAt === undefined ? {} : { expiresAt };
    this.kept.set(name, { text: JSON.stringify(value), createdAt: Date.now(), ...times });
    return true;
  }

  get<T>(kind: VaultKind, id: string): VaultEntry<T> | 'erased' | undefined {
    const kept = this.living(nameOf(kind, id));
    if (kept === undefined || kept === 'erased') return kept;
    const { text, ...times } = kept;
    return { value: JSON.parse(text) as T, ...times };
  }

  async erase(kind: VaultKind, id: string): Promise<void> {
    await this.flush();
    this.kept.set(nameOf(kind, id), 'erased');
  }

  list(kind: VaultKind): { id: string; createdAt: number; expiresAt?: number }[] {
    const prefix = `${kind}/`;
    return [...this.kept.keys()].sort().flatMap((name) => {
      const kept = name.startsWith(prefix) ? this.living(name) : undefined;
      if (kept === undefined || kept === 'erased') return [];
      const { text: _, ...times } = kept;
      return [{ id: name.slice(prefix.length), ...times }];
    });
  }

  async removeExpired(now: number): Promise<number> {
    await this.flush();
    const gone = [...this.kept].filter(([, kept]) => isExpired(kept, now));
    for (const [name] of gone) this.kept.delete(name);
    return gone.length;
  }

  private living(name: string): Kept | undefined {
    const kept = this.kept.get(name);
    return kept && !isExpired(kept, Date.now()) ? kept : undefined;
  }
}

/** One process's connection to the vault; the adapter retries as the real one does. */
export class SimVault implements Vault {
  constructor(
    private readonly server: VaultServer,
    private readonly connection: Connection,
    private readonly room = StorageRoom.elsewhere(),
  ) {}

  async put(kind: VaultKind, id: string, value: unknown, options?: PutOptions): Promise<boolean> {
    assertRecordId(id);
    this.room.assertWritable(0);
    return this.ask(() => this.server.put(kind, id, value, options));
  }

  async get<T>(kind: VaultKind, id: string): Promise<VaultEntry<T> | 'erased' | undefined> {
    assertRecordId(id);
    return this.ask(async () => this.server.get<T>(kind, id));
  }

  async getMany<T>(kind: VaultKind, ids: readonly string[]): Promise<Map<string, VaultEntry<T> | 'erased'>> {
    for (const id of ids) assertRecordId(id);
    const found = new Map<string, VaultEntry<T> | 'erased'>();
    await this.ask(async () => {
      for (const id of ids) {
        const entry = this.server.get<T>(kind, id);
        if (entry !== undefined) found.set(id, entry);
      }
    });
    return found;
  }

  async has(kind: VaultKind, ids: readonly string[]): Promise<ReadonlySet<string>> {
    const found = await this.getMany(kind, ids);
    return new Set(ids.filter((id) => typeof found.get(id) === 'object'));
  }

  async erase(kind: VaultKind, id: string): Promise<void> {
    assertRecordId(id);
    this.room.assertWritable(0);
    await this.ask(() => this.server.erase(kind, id));
  }

  async *list(kind: VaultKind) {
    yield* await this.ask(async () => this.server.list(kind));
  }

  removeExpired(now: number): Promise<number> {
    return this.ask(() => this.server.removeExpired(now));
  }

  async close(): Promise<void> {}

  private ask<T>(work: () => Promise<T>): Promise<T> {
    return this.connection.carry(work, () => new StoreUnavailable('the vault does not answer'));
  }
}

function nameOf(kind: VaultKind, id: string): string {
  return `${kind}/${id}`;
}

function isExpired(kept: Kept, now: number): boolean {
  return kept !== 'erased' && kept.expiresAt !== undefined && kept.expiresAt <= now;
}
