import { Injectable } from '@nestjs/common';
import type { AcoInput } from '@supreme-access/contract/sealing.js';
import { TEXTS } from '@supreme-access/contract/texts.js';
import { InjectClock } from '../config/tokens.js';
import { cardFingerprint } from '../customers/profiles/person-key.js';
import { type CommandMetadata, Refused } from '../event-sourcing/decider.js';
import type { RequestContext } from '../event-sourcing/requester.js';
import { BrowserKeys, JweRefused } from '../http/encryption/browser-keys.js';
import { type Limit, Limits } from '../http/limits/limits.js';
import { Secrets } from '../stores/vault/secrets.js';

/** Limits per ten minutes. One network address may be a whole household. */
const TEN_MINUTES = 600;
const LIMITS = { address: 60, card: 60, product: 10_000 };

/** Decrypted but not validated. */
export interface OpenedAco {
  aco: unknown;
  /** as typed; '' without a choice */
  size: string;
  style: string;
  hasCode: boolean;
}

@Injectable()
export class AcoPayloads {
  private readonly limits: Record<keyof typeof LIMITS, Limit>;

  constructor(
    private readonly keys: BrowserKeys,
    private readonly secrets: Secrets,
    limits: Limits,
    @InjectClock() private readonly clock: () => number,
  ) {
    const limit = (what: keyof typeof LIMITS) =>
      limits.of({ name: `guests-${what}`, max: LIMITS[what], seconds: TEN_MINUTES });
    this.limits = { address: limit('address'), card: limit('card'), product: limit('product') };
  }

  /** @throws Refused 'aco-invalid', also for another account's JWE */
  async ofAccount(jwe: string, accountId: string, metadata: CommandMetadata): Promise<OpenedAco> {
    return opened(await this.open(jwe, metadata, accountId));
  }

  /** Counted per address, card and product. @throws Refused 'aco-invalid' | 'too-many' */
  async ofGuest(jwe: string, productId: string, { metadata, session }: RequestContext): Promise<OpenedAco> {
    await this.limits.address.take(metadata.client ?? '');
    const aco = await this.open(jwe, metadata, session?.accountId, true);
    await this.limits.card.take(cardFingerprint(this.secrets.get('fingerprint'), cardNumberOf(aco)));
    await this.limits.product.take(productId);
    return opened(aco);
  }

  private async open(
    jwe: string,
    { commandId }: CommandMetadata,
    subject?: string,
    orAbsent = false,
  ): Promise<Partial<AcoInput>> {
    try {
      const expected = {
        audience: 'aco',
        commandId,
        now: this.clock(),
        orAbsent,
        ...(subject ? { subject } : {}),
      } as const;
      return await this.keys.open<Partial<AcoInput>>(jwe, expected);
    } catch (error) {
      if (error instanceof JweRefused) throw new Refused('aco-invalid', 'invalid', TEXTS.aco);
      throw error;
    }
  }
}

function cardNumberOf(aco: Partial<AcoInput>): string {
  const number: unknown = aco.card?.number;
  return typeof number === 'string' || typeof number === 'number' ? String(number) : '';
}

function opened(aco: Partial<AcoInput>): OpenedAco {
  const text = (value: unknown) => (typeof value === 'string' ? value.trim() : '');
  return {
    aco,
    size: text(aco.productForm?.size),
    style: text(aco.productForm?.style),
    hasCode: Boolean(aco.card?.code),
  };
}
