import { Injectable } from '@nestjs/common';
import type { CheckedCard } from '@supreme-access/contract/cards.js';
import { InjectVault } from '../../config/tokens.js';
import { isUuid, randomId } from '../../event-sourcing/ids.js';
import { isMissing, referencedSecret } from '../../stores/vault/referenced-secret.js';
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

export interface GivenCode {
  code: string;
  /** ms UTC */
  givenAt: number;
}

/** `source` is the profile's record or a request hash: a repeated request names the same record. */
export function ownCodeOf(orderId: string, source: string): string {
  return `${codesCopiedFrom(source)}${orderId}`;
}

/** How the records of orders begin that are copies of a profile's. */
export function codesCopiedFrom(source: string): string {
  return `${source}.`;
}

/** The record itself where it is no copy. */
export function sourceOfCode(record: string): string {
  return record.slice(0, Math.max(0, record.lastIndexOf('.'))) || record;
}

/** The profile's record that an order's code may be read from. Codes that were typed for the order are named by hashes. */
export function profileCodeOf(record: string): string | null {
  const source = sourceOfCode(record);
  return isUuid(source) ? source : null;
}

/** A profile's own code, and not an order's. */
export function isOfProfile(record: string): boolean {
  return !record.includes('.');
}

/** Stores card numbers and codes in the vault only, under names that are never overwritten. */
@Injectable()
export class CardVault {
  constructor(@InjectVault() private readonly vault: Vault) {}

  /** Durable when it resolves, before an event names the records. */
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

  /** Idempotent by `record`; false once the code was erased. */
  async keepOwnCode(record: string, given: GivenCode): Promise<boolean> {
    return (await this.vault.put('code', record, given)) || (await this.vault.has('code', [record])).has(record);
  }

  /** null once erased. @throws StaleVault */
  async card(record: string): Promise<VaultCard | null> {
    const entry = await referencedSecret<VaultCard>(this.vault, 'card', record);
    return entry === 'erased' ? null : entry.value;
  }

  /** Before an order has its own copy, its code is the profile's. null once erased. @throws StaleVault */
  async code(record: string): Promise<GivenCode | null> {
    const [read, source] = [(id: string) => this.vault.get<GivenCode | string>('code', id), sourceOfCode(record)];
    let entry = (await read(record)) ?? (await read(source));
    // The copy is made before its source is erased.
    if (entry === 'erased') entry = (await read(record)) ?? entry;
    if (entry === undefined) throw isMissing(this.vault, 'code', record, source);
    if (entry === 'erased') return null;
    return typeof entry.value === 'string' ? { code: entry.value, givenAt: entry.createdAt } : entry.value;
  }

  async isErased({ kind, record }: Secret): Promise<boolean> {
    return (await this.vault.get(kind, record)) === 'erased';
  }

  /** Copies the code of a profile for orders; one that was erased stays erased. Durable when it resolves. */
  async copyCode(source: string, copies: readonly string[]): Promise<void> {
    const given = await this.code(source);
    if (given !== null) await Promise.all(copies.map((record) => this.vault.put('code', record, given)));
  }

  /** Returns the records whose code exists. @throws StaleVault */
  async codesOnFile(records: readonly (string | null)[]): Promise<ReadonlySet<string>> {
    const named = records.filter((record) => record !== null);
    const there = new Set(await this.vault.has('code', named));
    const rest = named.filter((record) => !there.has(record));
    const inUse = await this.vault.has('code', rest.map(sourceOfCode));
    const erased = await this.vault.getMany(
      'code',
      rest.map(sourceOfCode).filter((source) => !inUse.has(source)),
    );
    // Copies are made before their sources are erased, so they are read last.
    const own = await this.vault.getMany('code', rest);
    for (const record of rest) {
      const source = sourceOfCode(record);
      const entry = own.get(record) ?? erased.get(source);
      if (entry === undefined && !inUse.has(source)) throw isMissing(this.vault, 'code', record, source);
      if (entry !== 'erased') there.add(record);
    }
    return there;
  }

  codes(): ReturnType<Vault['list']> {
    return this.vault.list('code');
  }

  async forget({ kind, record }: Secret): Promise<void> {
    await this.vault.erase(kind, record);
  }
}
