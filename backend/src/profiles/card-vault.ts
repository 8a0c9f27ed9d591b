import { Injectable } from '@nestjs/common';
import type { CheckedCard } from '../contract/cards.js';
import { randomId } from '../platform/ids.js';
import { InjectVault } from '../platform/platform.js';
import type { Vault } from '../platform/vault/vault.js';
import type { Secret } from './profile.js';

/** What a card's vault record holds. */
export interface VaultCard {
  name: string;
  /** digits only */
  number: string;
  /** 1-12 */
  month: number;
  year: number;
}

/** Card numbers and security codes: in the vault only, each under a record of its own that is never overwritten. */
@Injectable()
export class CardVault {
  constructor(@InjectVault() private readonly vault: Vault) {}

  /** Durable when it resolves; the event that names the records comes after. */
  async keep({ name, number, month, year, code }: CheckedCard): Promise<{ cardRecord: string; codeRecord: string }> {
    const cardRecord = randomId();
    const card: VaultCard = { name, number, month, year };
    const [, codeRecord] = await Promise.all([this.vault.put('card', cardRecord, card), this.keepCode(code)]);
    return { cardRecord, codeRecord };
  }

  async keepCode(code: string): Promise<string> {
    const record = randomId();
    await this.vault.put('code', record, code);
    return record;
  }

  /** null once it is forgotten */
  async card(record: string): Promise<VaultCard | null> {
    const entry = await this.vault.get<VaultCard>('card', record);
    return entry === undefined || entry === 'erased' ? null : entry.value;
  }

  async code(record: string): Promise<string | null> {
    const entry = await this.vault.get<string>('code', record);
    return entry === undefined || entry === 'erased' ? null : entry.value;
  }

  /** Those of the records whose code is still there. */
  async codesOnFile(records: readonly (string | null)[]): Promise<ReadonlySet<string>> {
    const asked = records.filter((record) => record !== null);
    return this.vault.has('code', asked);
  }

  async forget({ kind, record }: Secret): Promise<void> {
    await this.vault.erase(kind, record);
  }
}
