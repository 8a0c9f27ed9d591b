import { Injectable } from '@nestjs/common';
import { InjectVault } from '../config/tokens.js';
import { randomId } from '../event-sourcing/ids.js';
import { referencedSecret } from '../stores/vault/referenced-secret.js';
import { keptIn, type Vault } from '../stores/vault/vault.js';

/** ms that a payment token is kept; the token itself lives an hour, the question what it paid for 72 */
export const TOKEN_LIFE = 30 * 24 * 3_600_000;

/** Credentials of a checkout at a shop; events name their records alone, which are durable first. */
@Injectable()
export class CheckoutSecrets {
  constructor(@InjectVault() private readonly vault: Vault) {}

  /** `madeAt`: ms UTC */
  async keepToken(token: string, madeAt: number): Promise<string> {
    const record = randomId();
    // The event that names it may follow a moment later.
    await this.vault.put('payment-token', record, token, { expiresAt: madeAt + TOKEN_LIFE + 60_000 });
    return record;
  }

  /** null once erased. @throws StaleVault */
  async token(record: string): Promise<string | null> {
    const entry = await referencedSecret<string>(this.vault, 'payment-token', record);
    return entry === 'erased' ? null : entry.value;
  }

  /** `until`: ms UTC */
  async keepLink(url: string, until: number): Promise<string> {
    const record = randomId();
    await this.vault.put('link', record, url, { expiresAt: until });
    return record;
  }

  async link(record: string): Promise<string | null> {
    return keptIn(await this.vault.get<string>('link', record)) ?? null;
  }
}
