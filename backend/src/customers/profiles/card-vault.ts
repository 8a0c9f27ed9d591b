import { Injectable } from '@nestjs/common';
import type { CheckedCard } from '@supreme-access/contract/cards.js';
import { InjectVault } from '../../config/tokens.js';
import { randomId } from '../../event-sourcing/ids.js';
import { namedRecord, namedRecords } from '../../stores/vault/named-record.js';
import type { Vault } from '../../stores/vault/vault.js';
import type { Secret } from './profile.js';

export interface VaultCard {
  name: string;
  /** digits only */
  number: string;
  /** 1-12 */
  month: number;
  year: number;
}

/** A code as an order keeps it for itself; profiles keep the bare digits. */
export interface GivenCode {
  code: string;
  /** when somebody typed it, ms UTC */
  givenAt: number;
}

/**
 * Names of the records in which orders keep a security code of their own. A name says whose it is and what it was made of (`source`: the
 * profile's record, or a hash of what was sent along), so that a repeated request writes the same record.
 */
export function ownCodeOf(orderId: string, source: string): string {
  return `${orderId}.${source}`;
}

export function sourceOfCode(record: string): string {
  return record.slice(record.indexOf('.') + 1);
}

/** Card numbers and security codes: in the vault only, each under a record of its own that is never overwritten. */
@Injectable()
export class CardVault {
  constructor(@InjectVault() private readonly vault: Vault) {}

  /** Durable when it resolves; the event that names the records comes after. */
  async keep({ name, number, month, year, code }: CheckedCard): Promise<{ cardRecord: string; codeRecord: string }> {
    const codeRecord = randomId();
    const [cardRecord] = await Promise.all([
      this.keepCard({ name, number, month, year }),
      this.vault.put('code', codeRecord, code),
    ]);
    return { cardRecord, codeRecord };
  }

  async keepCard({ name, number, month, year }: VaultCard): Promise<string> {
    const cardRecord = randomId();
    await this.vault.put('card', cardRecord, { name, number, month, year });
    return cardRecord;
  }

  /** An order's own code, under the name of `ownCodeOf`: repeated it is the same record. False once that was forgotten. */
  async keepOwnCode(record: string, given: GivenCode): Promise<boolean> {
    return (await this.vault.put('code', record, given)) || (await this.vault.has('code', [record])).has(record);
  }

  /** null once it is forgotten. @throws VaultBehind */
  async card(record: string): Promise<VaultCard | null> {
    const entry = await namedRecord<VaultCard>(this.vault, 'card', record);
    return entry === 'erased' ? null : entry.value;
  }

  /** null once it is forgotten. @throws VaultBehind */
  async code(record: string): Promise<GivenCode | null> {
    const entry = await namedRecord<GivenCode | string>(this.vault, 'code', record);
    if (entry === 'erased') return null;
    return typeof entry.value === 'string' ? { code: entry.value, givenAt: entry.createdAt } : entry.value;
  }

  /** Those of the records whose code is still there; the others were forgotten. @throws VaultBehind */
  async codesOnFile(records: readonly (string | null)[]): Promise<ReadonlySet<string>> {
    const asked = records.filter((record) => record !== null);
    const there = await this.vault.has('code', asked);
    const gone = asked.filter((record) => !there.has(record));
    await namedRecords(this.vault, 'code', gone);
    return there;
  }

  /** Every code that is kept. */
  codes(): ReturnType<Vault['list']> {
    return this.vault.list('code');
  }

  async forget({ kind, record }: Secret): Promise<void> {
    await this.vault.erase(kind, record);
  }
}
