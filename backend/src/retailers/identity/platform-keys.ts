import { Injectable } from '@nestjs/common';
import type { JWK } from 'jose';
import { InjectClock, InjectVault } from '../../config/tokens.js';
import { KeyRing } from '../../http/encryption/key-ring.js';
import type { Vault } from '../../stores/vault/vault.js';
import { type Sign, signed } from '../signatures/message-signatures.js';

/** ms */
const DAY = 24 * 3_600_000;
/**
 * As advised: a key for 90 days, published before it signs and for more than 7 days after.
 * https://ucp.dev/2026-04-08/specification/signatures (Key Rotation)
 */
const RING = { kind: 'platform-key', use: 'sig', alg: 'ES256', period: 90 * DAY, lead: DAY } as const;

/** The keys that shops know us by. */
@Injectable()
export class PlatformKeys {
  private readonly ring: KeyRing;

  constructor(
    @InjectVault() vault: Vault,
    @InjectClock() private readonly clock: () => number,
  ) {
    this.ring = new KeyRing(vault, RING);
  }

  async publicKeys(): Promise<JWK[]> {
    return (await this.ring.keys(this.clock())).map(({ publicJwk }) => publicJwk);
  }

  readonly sign: Sign = async (request) => signed(request, await this.ring.inUse(this.clock()));
}
