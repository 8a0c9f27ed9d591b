import { Injectable } from '@nestjs/common';
import { toBillingAddress } from '@supreme-access/contract/addresses.js';
import { ZIP_MAX } from '@supreme-access/contract/limits.js';
import type { CardInput } from '@supreme-access/contract/sealing.js';
import { MANDATE_VERSION, TEXTS } from '@supreme-access/contract/texts.js';
import { plainText } from '@supreme-access/contract/typed-text.js';
import type { Config } from '../../config/config.js';
import { InjectClock, InjectConfig } from '../../config/tokens.js';
import { type CommandMetadata, Refused } from '../../event-sourcing/decider.js';
import { BrowserKeys, JweRefused } from '../../http/encryption/browser-keys.js';
import { Secrets } from '../../stores/vault/secrets.js';
import { CardAttempts, isFreeToTry } from '../../stripe/card-attempts.js';
import { CardSaves } from '../../stripe/card-saves.js';
import { StripeGateway } from '../../stripe/stripe-gateway.js';
import { cardFingerprint } from '../profiles/person-key.js';
import { acceptedCard } from '../profiles/read-profile.js';
import { type SavedCard, SetBilling } from './account.js';
import { Accounts } from './accounts.js';

@Injectable()
export class Billing {
  constructor(
    private readonly accounts: Accounts,
    private readonly cards: CardSaves,
    private readonly stripe: StripeGateway,
  ) {}

  /** null leaves a value unchanged. @throws Refused 'address-invalid' | 'card-invalid' | 'card-unknown' | 'too-many' | 'password-changed' */
  async set(
    accountId: string,
    billingAddress: object | null,
    token: string | null,
    metadata: CommandMetadata,
  ): Promise<void> {
    const address = billingAddress && toBillingAddress(billingAddress);
    if (!address && (billingAddress || token === null)) {
      throw new Refused('address-invalid', 'invalid', TEXTS.address);
    }
    const { passwordRecord: current, customers } = await this.accounts.state(accountId);
    const card = token === null ? null : await this.save(accountId, token, metadata);
    try {
      await this.accounts.ask(SetBilling, accountId, { address, card, current }, metadata);
    } catch (error) {
      // An erasure does not know this customer.
      const isOver = error instanceof Refused && ['erased', 'password-changed'].includes(error.code);
      if (card && isOver && !customers.includes(card.customerId)) await this.stripe.deleteCustomer(card.customerId);
      throw error;
    }
  }

  private async save(accountId: string, token: string, metadata: CommandMetadata): Promise<SavedCard> {
    const { email, name, customerId } = await this.accounts.find(accountId);
    const request = {
      customerId,
      email,
      name: name || email,
      token,
      ref: { accountId },
      mandateVersion: MANDATE_VERSION,
      idempotencyKey: `card:${metadata.commandId}`,
    };
    const saved = await this.cards.save(request, metadata.client);
    if (saved.ok) {
      const { paymentMethodId, brand, last4, expMonth: month, expYear: year, fingerprint } = saved;
      const mandateVersion = MANDATE_VERSION;
      return { customerId: saved.customerId, paymentMethodId, brand, last4, month, year, fingerprint, mandateVersion };
    }
    if (saved.code === 'unknown') throw new Refused('card-unknown', 'unavailable', saved.text, 2);
    throw cardInvalid();
  }
}

const NOBODY_KNOWS = 'The card could not be checked. Please try again.';

@Injectable()
export class CardTokens {
  constructor(
    private readonly keys: BrowserKeys,
    private readonly stripe: StripeGateway,
    private readonly attempts: CardAttempts,
    private readonly secrets: Secrets,
    @InjectConfig() private readonly config: Config,
    @InjectClock() private readonly clock: () => number,
  ) {}

  /** `accountId` null: a guest. @throws Refused 'card-invalid' | 'card-relay-off' | 'card-unknown' | 'too-many' */
  async make(jwe: string, accountId: string | null, { commandId, client = '' }: CommandMetadata): Promise<string> {
    const { secretKey } = this.config.stripe;
    if (secretKey !== null && !this.config.cardRelay) {
      throw new Refused(
        'card-relay-off',
        'forbidden',
        'Card numbers are not accepted here. Use the card field on the page.',
      );
    }
    await this.attempts.begin({ client, isGuest: accountId === null });
    const input = await this.open(jwe, accountId, commandId);
    const typed = acceptedCard(input, this.clock(), false);
    if (typed && !isFreeToTry(typed.number, secretKey)) {
      await this.attempts.ofCard(cardFingerprint(this.secrets.get('fingerprint'), typed.number));
    }
    const card = secretKey === null ? acceptedCard(input, this.clock(), true) : typed;
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

function zipBeside({ address_zip: zip }: { address_zip?: unknown }): string | undefined {
  const text = typeof zip === 'string' ? plainText(zip) : '';
  return text !== '' && text.length <= ZIP_MAX && !/\p{Cc}/u.test(text) ? text : undefined;
}

function cardInvalid(): Refused {
  return new Refused('card-invalid', 'invalid', TEXTS.card);
}
