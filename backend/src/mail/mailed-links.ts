import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectVault } from '../config/tokens.js';
import { isMissing, stillMissing, VaultBehind } from '../stores/vault/named-record.js';
import { Secrets } from '../stores/vault/secrets.js';
import { keptIn, type Vault, type VaultEntry } from '../stores/vault/vault.js';

interface LinkPurpose {
  purpose: string;
}
export interface KnownLink<L> {
  link: L;
  /** what goes into the URL; only mails may show it */
  token: string;
  /** ms UTC */
  expiresAt: number;
}

interface KeptLink<L> {
  link: L;
  /** ms UTC */
  expiresAt: number;
}

/** A link is made before the event that names it, at most so much, ms. */
const MOMENT = 60_000;
/** bytes of a record's name */
const NAME = 16;
/** the same in base64url */
const NAME_LENGTH = 22;
/** the record's name and 256 bits over it; 65 URL-safe characters */
const TOKEN = /^([\w-]{22})([\w-]{43})$/;

/**
 * A link's record says what it is for, and events name the record. The token that goes into the URL is derived from its name, under a key
 * of its own: whoever reads records, events or rows has no link.
 */
@Injectable()
export class MailedLinks {
  constructor(
    @InjectVault() private readonly vault: Vault,
    private readonly secrets: Secrets,
  ) {}

  /**
   * Keeps a new link; durable when it resolves. Returns the name of its record. `of`: what a request and its copies alone lead to, all
   * of which make one link.
   */
  async make<L extends LinkPurpose>(link: L, expiresAt: number, of?: string): Promise<string> {
    const record = of?.slice(0, NAME_LENGTH) ?? randomBytes(NAME).toString('base64url');
    const isNew = await this.vault.put('link', record, { link, expiresAt } satisfies KeptLink<L>, { expiresAt });
    if (!isNew && of === undefined) throw new Error('two links have one record');
    return record;
  }

  /** null for what is none of ours, was used or has expired. @throws VaultBehind */
  async open<L extends LinkPurpose>(token: string): Promise<(KnownLink<L> & { record: string }) | null> {
    const record = this.recordOf(token);
    if (record === null) return null;
    const entry = await this.vault.get<KeptLink<L>>('link', record);
    // A stranger's token and an expired one are absent too: only a vault that is known to lack records leaves it open.
    if (entry === undefined && (await stillMissing(this.vault)).length > 0) throw new VaultBehind('a mailed link');
    const known = this.known(record, entry);
    return known ? { ...known, record } : null;
  }

  /** The link of a record that an event names and that expires at `until` (ms UTC), or a moment before; null once it has, or was used. @throws VaultBehind */
  async read<L extends LinkPurpose>(record: string, until: number): Promise<KnownLink<L> | null> {
    const entry = await this.vault.get<KeptLink<L>>('link', record);
    if (entry === undefined && Date.now() < until - MOMENT) throw isMissing(this.vault, 'link', record);
    return this.known(record, entry);
  }

  async forget(record: string): Promise<void> {
    await this.vault.erase('link', record);
  }

  private known<L>(record: string, entry: VaultEntry<KeptLink<L>> | 'erased' | undefined): KnownLink<L> | null {
    const kept = keptIn(entry);
    return kept ? { ...kept, token: record + this.sign(record) } : null;
  }

  /** Where the link of a token would lie; null for what cannot be ours. */
  private recordOf(token: string): string | null {
    const [, record, signature] = TOKEN.exec(token) ?? [];
    if (record === undefined || signature === undefined) return null;
    return timingSafeEqual(Buffer.from(signature), Buffer.from(this.sign(record))) ? record : null;
  }

  private sign(record: string): string {
    return createHmac('sha256', this.secrets.get('mailed-link')).update(record).digest('base64url');
  }
}
