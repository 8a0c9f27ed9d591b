import { Injectable } from '@nestjs/common';
import type { CheckedCard } from '@supreme-access/contract/cards.js';
import { InjectVault } from '../../config/tokens.js';
import { randomId } from '../../event-sourcing/ids.js';
import { referencedSecret, referencedSecrets } from '../../stores/vault/referenced-secret.js';
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
    const own = await this.vault.get<GivenCode | string>('code', record);
    const entry = own ?? (await referencedSecret<GivenCode | string>(this.vault, 'code', sourceOfCode(record)));
    if (entry === 'erased') return null;
    return typeof entry.value === 'string' ? { code: entry.value, givenAt: entry.createdAt } : entry.value;
  }

  /** Copies the code of a profile for orders; one that was erased stays erased. Durable when it resolves. */
  async copyCode(source: string, copies: readonly string[]): Promise<void> {
    const given = await this.code(source);
    if (given !== null) await Promise.all(copies.map((record) => this.vault.put('code', record, given)));
  }

  /** Returns the records whose code exists. @throws StaleVault */
  async codesOnFile(records: readonly (string | null)[]): Promise<ReadonlySet<string>> {
    const asked = records.filter((record) => record !== null);
    const there = new Set(await this.vault.has('code', asked));
    const gone = asked.filter((record) => !there.has(record));
    const erased = await this.vault.getMany('code', gone);
    const uncopied = gone.filter((record) => !erased.has(record));
    const sources = await this.vault.has('code', uncopied.map(sourceOfCode));
    for (const record of uncopied) if (sources.has(sourceOfCode(record))) there.add(record);
    const without = uncopied.filter((record) => !there.has(record));
    await referencedSecrets(this.vault, 'code', without.map(sourceOfCode));
    return there;
  }

  codes(): ReturnType<Vault['list']> {
    return this.vault.list('code');
  }

  async forget({ kind, record }: Secret): Promise<void> {
    await this.vault.erase(kind, record);
  }
}
