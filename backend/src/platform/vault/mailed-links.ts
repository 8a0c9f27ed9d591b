import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { sha256 } from '../ids.js';
import { InjectVault } from '../platform.js';
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

  async open<L extends LinkPurpose>(token: string): Promise<(KnownLink<L> & { record: string }) | null> {
    if (!TOKEN.test(token)) return null;
    const record = sha256(token);
    const known = await this.read<L>(record);
    return known && { ...known, record };
  }

  /** The link of a record that an event names; null once it has expired or was erased. */
  async read<L extends LinkPurpose>(record: string): Promise<KnownLink<L> | null> {
    return keptIn(await this.vault.get<KnownLink<L>>('link', record)) ?? null;
  }

  async forget(record: string): Promise<void> {
    await this.vault.erase('link', record);
  }
}
