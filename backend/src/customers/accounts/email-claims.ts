import { createHmac } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectClock } from '../../config/tokens.js';
import { derivedMetadata } from '../../event-sourcing/command-metadata.js';
import { Commands } from '../../event-sourcing/commands.js';
import type { CommandMetadata } from '../../event-sourcing/decider.js';
import { isAddress } from '../../http/fields.js';
import { Secrets } from '../../stores/vault/secrets.js';
import { account } from './account.js';
import { holdsAddress } from './account-address.js';
import { Accounts } from './accounts.js';
import { ABANDONED_AFTER, ClaimEmail, email, emailTaken, FreeEmail, holderOf } from './email.js';

/** HMAC-SHA256 (base64url) of the normalised address. A new secret would free every address. */
export function emailKey(secret: string, address: string): string {
  return createHmac('sha256', secret).update(address.trim().normalize('NFC').toLowerCase()).digest('base64url');
}

/** Rejects quoted names ('"a b"@example.com'), which are valid but break mail headers. */
export function isMailable(address: string): boolean {
  return isAddress(address, { blacklisted_chars: '"(),:;<>' });
}

@Injectable()
export class EmailClaims {
  constructor(
    private readonly commands: Commands,
    private readonly accounts: Accounts,
    private readonly secrets: Secrets,
    @InjectClock() private readonly clock: () => number,
  ) {}

  keyOf(address: string): string {
    return emailKey(this.secrets.get('email'), address);
  }

  async accountOf(key: string): Promise<string | null> {
    const holder = await this.holder(key);
    // The same reads happen without an account, against timing attacks.
    const { registered, closed, emailKey: own } = await this.accounts.state(holder ?? `nobody-${key}`);
    return registered && !closed && own === key ? holder : null;
  }

  /** Whether this request made `own` or completed a claim. @throws Refused when the command id is taken */
  async isMadeBy(key: string, own: string, metadata: CommandMetadata): Promise<boolean> {
    if (await this.commands.isDone(account, own, metadata)) return true;
    const holder = await this.holder(key);
    return holder !== null && holder !== own && (await this.commands.isDone(account, holder, metadata));
  }

  private async checkFree(key: string, accountId: string, metadata: CommandMetadata): Promise<void> {
    const holder = await this.holder(key);
    if (holder !== null && holder !== accountId) await this.freeAbandoned(key, holder, metadata);
  }

  /** Claims the address or completes an interrupted claim; returns the account id. @throws Refused 'email-taken' */
  async claimForNew(key: string, accountId: string, metadata: CommandMetadata): Promise<string> {
    const holder = await this.holder(key);
    if (holder !== null && !(await this.accounts.state(holder)).registered) return holder;
    await this.claim(key, accountId, metadata);
    return accountId;
  }

  /** @throws Refused 'email-taken' */
  async claim(key: string, accountId: string, metadata: CommandMetadata): Promise<void> {
    await this.checkFree(key, accountId, metadata);
    await this.commands.execute(email, new ClaimEmail(key, { accountId }, derivedMetadata(metadata)));
  }

  async free(key: string, accountId: string, freeAt: number | null, metadata: CommandMetadata): Promise<void> {
    await this.commands.execute(email, new FreeEmail(key, { accountId, freeAt }, derivedMetadata(metadata)));
  }

  private async holder(key: string): Promise<string | null> {
    return holderOf(await this.commands.state(email, key), this.clock());
  }

  private async freeAbandoned(key: string, holder: string, metadata: CommandMetadata): Promise<void> {
    const { claimedAt } = await this.commands.state(email, key);
    const now = this.clock();
    const state = await this.accounts.state(holder);
    const used = !state.erased && holdsAddress(state, key, now);
    if (used || claimedAt > now - ABANDONED_AFTER) throw emailTaken();
    await this.free(key, holder, null, metadata);
  }
}
