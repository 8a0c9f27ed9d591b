import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { sha256 } from '../ids.js';
import { InjectVault } from '../platform.js';
import { isMissing, stillMissing, VaultBehind } from './named-record.js';
import { keptIn, type Vault } from './vault.js';

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

/** A link is made before the event that names it, at most so much, ms. */
const MOMENT = 60_000;
/** 256 bits, 43 URL-safe characters */
const TOKEN = /^[\w-]{43}$/;

/** The token is a secret and stands in the vault only, under its hash: events name that record, mails read the token. */
@Injectable()
export class MailedLinks {
  constructor(@InjectVault() private readonly vault: Vault) {}

  /** Keeps a new link; durable when it resolves. Returns the name of its record. */
  async make<L extends LinkPurpose>(link: L, expiresAt: number): Promise<string> {
    const token = randomBytes(32).toString('base64url');
    const record = sha256(token);
    const isNew = await this.vault.put('link', record, { link, token, expiresAt }, { expiresAt });
    if (!isNew) throw new Error('two links have one token');
    return record;
  }

  /** null for what is none of ours, was used or has expired. @throws VaultBehind */
  async open<L extends LinkPurpose>(token: string): Promise<(KnownLink<L> & { record: string }) | null> {
    if (!TOKEN.test(token)) return null;
    const record = sha256(token);
    const entry = await this.vault.get<KnownLink<L>>('link', record);
    // A stranger's token and an expired one are absent too: only a vault that is known to lack records leaves it open.
    if (entry === undefined && (await stillMissing(this.vault)).length > 0) throw new VaultBehind('a mailed link');
    const known = keptIn(entry);
    return known ? { ...known, record } : null;
  }

  /** The link of a record that an event names and that expires at `until` (ms UTC), or a moment before; null once it has, or was used. @throws VaultBehind */
  async read<L extends LinkPurpose>(record: string, until: number): Promise<KnownLink<L> | null> {
    const entry = await this.vault.get<KnownLink<L>>('link', record);
    if (entry === undefined && Date.now() < until - MOMENT) throw isMissing(this.vault, 'link', record);
    return keptIn(entry) ?? null;
  }

  async forget(record: string): Promise<void> {
    await this.vault.erase('link', record);
  }
}
