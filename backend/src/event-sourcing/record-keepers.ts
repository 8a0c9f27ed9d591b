import type { VaultKind } from '../stores/vault/vault.js';
import { discoverable } from './discovered.js';

export interface RecordKeeper {
  readonly records: readonly VaultKind[];
  named(kind: VaultKind, records: readonly string[]): Promise<ReadonlySet<string>>;
  needs?(record: { kind: VaultKind; record: string }): Promise<boolean>;
  sweep?(): Promise<void>;
}

export const KeepsRecords = discoverable<RecordKeeper>();

export async function* pagesOf<T>(all: AsyncIterable<T>, size: number): AsyncIterable<T[]> {
  let page: T[] = [];
  for await (const one of all) {
    if (page.push(one) < size) continue;
    yield page;
    page = [];
  }
  if (page.length > 0) yield page;
}
