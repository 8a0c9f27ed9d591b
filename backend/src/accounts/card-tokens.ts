import { Injectable } from '@nestjs/common';
import type { CardInput } from '@supreme-access/contract/api-types.js';
import { ZIP_MAX } from '@supreme-access/contract/limits.js';
import { TEXTS } from '@supreme-access/contract/texts.js';
import type { Config } from '../platform/config.js';
import { type Origin, Refused } from '../platform/decider.js';
import { BrowserKeys, JweRefused } from '../platform/encryption/browser-keys.js';
import { InjectClock, InjectConfig } from '../platform/platform.js';
import { acceptedCard } from '../profiles/read-profile.js';
import { StripeGateway } from '../stripe/stripe-gateway.js';

const NOBODY_KNOWS = 'The card could not be checked. Please try again.';

/** Exchanges encrypted card data for a provider's token. Raw numbers pass through here only where that is allowed. */
@Injectable()
export class CardTokens {
  constructor(
    private readonly keys: BrowserKeys,
    private readonly stripe: StripeGateway,
    @InjectConfig() private readonly config: Config,
    @InjectClock() private readonly clock: () => number,
  ) {}

  /** `accountId` null: a guest. @throws Refused 'card-invalid' | 'card-relay-off' */
  async make(jwe: string, accountId: string | null, { commandId }: Origin): Promise<string> {
    const isLive = this.config.stripe.secretKey !== null;
    if (isLive && !this.config.cardRelay) {
      throw new Refused(
        'card-relay-off',
        'forbidden',
        'Card numbers are not taken here. Use the card field of the page.',
      );
    }
    const input = await this.open(jwe, accountId, commandId);
    const card = acceptedCard(input, this.clock(), !isLive);
    const made = card && (await this.stripe.createToken(card, zipBeside(input)));
    if (made?.ok) return made.tokenId;
    if (made?.code === 'unknown') throw new Refused('card-unknown', 'unavailable', NOBODY_KNOWS, 2);
    throw cardInvalid();
  }

  private async open(jwe: string, accountId: string | null, commandId: string): Promise<CardInput> {
    const who = accountId === null ? {} : { subject: accountId };
    try {
      return await this.keys.open<CardInput>(jwe, { audience: 'card', ...who, commandId, now: this.clock() });
    } catch (error) {
      if (error instanceof JweRefused) throw cardInvalid();
      throw error;
    }
  }
}

/** What a stranger sent as the zip, if it may be one. */
function zipBeside({ address_zip: zip }: { address_zip?: unknown }): string | undefined {
  const text = typeof zip === 'string' ? zip.trim() : '';
  return text !== '' && text.length <= ZIP_MAX && !/\p{Cc}/u.test(text) ? text : undefined;
}

function cardInvalid(): Refused {
  return new Refused('card-invalid', 'invalid', TEXTS.card);
}
