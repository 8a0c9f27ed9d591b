import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectVault } from '../config/tokens.js';
import { Refused } from '../event-sourcing/decider.js';
import { isMissing, StaleVault, stillMissing } from '../stores/vault/referenced-secret.js';
import { Secrets } from '../stores/vault/secrets.js';
import { keptIn, type Vault, type VaultEntry } from '../stores/vault/vault.js';

interface LinkPurpose {
  purpose: string;
}
export interface SignedLink<L> {
  link: L;
  /** only mails may show it */
  token: string;
  /** ms UTC */
  expiresAt: number;
}

interface KeptLink<L> {
  link: L;
  expiresAt: number;
}

/** ms; a link may precede its event by this time */
export const LINK_MOMENT = 60_000;
const NAME = 16;
const NAME_LENGTH = 22;
const TOKEN = /^([\w-]{22})([\w-]{43})$/;

/** The URL token derives from the record's name under its own key: records, events and rows reveal no link. */
@Injectable()
export class MailedLinks {
  constructor(
    @InjectVault() private readonly vault: Vault,
    private readonly secrets: Secrets,
  ) {}

  /** Stores a link durably and returns its record. `of`: hash of a request, whose duplicates share one link. */
  async make<L extends LinkPurpose>(link: L, expiresAt: number, of?: string): Promise<string> {
    const record = of?.slice(0, NAME_LENGTH) ?? randomBytes(NAME).toString('base64url');
    const isNew = await this.vault.put('link', record, { link, expiresAt } satisfies KeptLink<L>, { expiresAt });
    if (!isNew && of === undefined) throw new Error('two links have one record');
    return record;
  }

  /** Returns whether `ask` caused the event that names the link; otherwise it goes again: no erasure would find it. */
  async offer<L extends LinkPurpose>(
    link: L,
    expiresAt: number,
    ask: (record: string) => Promise<{ events: readonly unknown[] }>,
  ): Promise<boolean> {
    const record = await this.make(link, expiresAt);
    try {
      const isNamed = (await ask(record)).events.length > 0;
      if (!isNamed) await this.forget(record);
      return isNamed;
    } catch (error) {
      // Without an answer the event may be there.
      if (error instanceof Refused) await this.forget(record);
      throw error;
    }
  }

  /** null for a foreign, used or expired token. @throws StaleVault */
  async open<L extends LinkPurpose>(token: string): Promise<(SignedLink<L> & { record: string }) | null> {
    const record = this.recordOf(token);
    if (record === null) return null;
    const entry = await this.vault.get<KeptLink<L>>('link', record);
    // An expired token is absent too: only a vault with missing records leaves the case open.
    if (entry === undefined && (await stillMissing(this.vault)).length > 0) throw new StaleVault('a mailed link');
    const opened = this.signed(record, entry);
    return opened ? { ...opened, record } : null;
  }

  /** The link of an event's record; null when it is used or past `until` (ms UTC). @throws StaleVault */
  async read<L extends LinkPurpose>(record: string, until: number): Promise<SignedLink<L> | null> {
    const entry = await this.vault.get<KeptLink<L>>('link', record);
    if (entry === undefined && Date.now() < until - LINK_MOMENT) throw isMissing(this.vault, 'link', record);
    return this.signed(record, entry);
  }

  async forget(record: string): Promise<void> {
    await this.vault.erase('link', record);
  }

  private signed<L>(record: string, entry: VaultEntry<KeptLink<L>> | 'erased' | undefined): SignedLink<L> | null {
    const kept = keptIn(entry);
    return kept ? { ...kept, token: record + this.sign(record) } : null;
  }

  private recordOf(token: string): string | null {
    const [, record, signature] = TOKEN.exec(token) ?? [];
    if (record === undefined || signature === undefined) return null;
    return timingSafeEqual(Buffer.from(signature), Buffer.from(this.sign(record))) ? record : null;
  }

  private sign(record: string): string {
    return createHmac('sha256', this.secrets.get('mailed-link')).update(record).digest('base64url');
  }
}
