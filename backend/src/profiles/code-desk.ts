import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { CARD_CODE_LENGTHS } from '../contract/limits.js';
import { TEXTS } from '../contract/texts.js';
import { Refused } from '../platform/decider.js';
import { BrowserKeys, JweRefused } from '../platform/encryption/browser-keys.js';
import { InjectClock } from '../platform/platform.js';
import { CardVault } from './card-vault.js';
import type { Secret } from './profile.js';

/** How long a code that was seen is believed to be still there, ms; a checkout reads the vault itself. */
const BELIEVED = 60_000;

/** Security codes that come along with a reservation, and whether the one on file is still there. */
@Injectable()
export class CodeDesk {
  private readonly seen = new LRUCache<string, true>({ max: 50_000, ttl: BELIEVED });

  constructor(
    private readonly cards: CardVault,
    private readonly keys: BrowserKeys,
    @InjectClock() private readonly clock: () => number,
  ) {}

  /** Opens a JWE (aud 'code') and keeps the code; answers its record. @throws Refused with the card text */
  async keepEncrypted(jwe: string, accountId: string, commandId: string): Promise<string> {
    const asked = { audience: 'code', subject: accountId, commandId, now: this.clock() } as const;
    const { code } = await this.keys.open<{ code?: unknown }>(jwe, asked).catch((error: unknown) => {
      throw error instanceof JweRefused ? new Refused('card-invalid', 'invalid', TEXTS.card) : error;
    });
    const isCode = typeof code === 'string' && /^\d+$/.test(code) && CARD_CODE_LENGTHS.some((n) => n === code.length);
    if (!isCode) throw new Refused('card-invalid', 'invalid', TEXTS.card);
    return this.cards.keepCode(code);
  }

  async isOnFile(record: string): Promise<boolean> {
    if (this.seen.has(record)) return true;
    const isThere = (await this.cards.codesOnFile([record])).has(record);
    if (isThere) this.seen.set(record, true);
    return isThere;
  }

  /** From now on nobody here believes that it is still there. */
  async forget(secret: Secret): Promise<void> {
    this.seen.delete(secret.record);
    await this.cards.forget(secret);
  }
}
