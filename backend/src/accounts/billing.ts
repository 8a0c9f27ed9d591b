import { Injectable } from '@nestjs/common';
import { toBillingAddress } from '@supreme-access/contract/addresses.js';
import { MANDATE_VERSION, TEXTS } from '@supreme-access/contract/texts.js';
import { type Origin, Refused } from '../platform/decider.js';
import { CardSaves } from '../stripe/card-saves.js';
import { type SavedCard, SetBilling } from './account.js';
import { AccountDesk } from './account-desk.js';
import { AccountReader } from './account-reader.js';

/** Where bills go and which card pays the fees. A card is saved for later; nothing is charged or held. */
@Injectable()
export class Billing {
  constructor(
    private readonly desk: AccountDesk,
    private readonly reader: AccountReader,
    private readonly cards: CardSaves,
  ) {}

  /** What is left out stays as it is. @throws Refused 'address-invalid' | 'card-invalid' | 'card-unknown' | 'too-many' */
  async set(accountId: string, billingAddress: object | null, token: string | null, origin: Origin): Promise<void> {
    const address = billingAddress && toBillingAddress(billingAddress);
    if (!address && (billingAddress || token === null)) {
      throw new Refused('address-invalid', 'invalid', TEXTS.address);
    }
    const card = token === null ? null : await this.save(accountId, token, origin);
    await this.desk.ask(SetBilling, accountId, { address, card }, origin);
  }

  private async save(accountId: string, token: string, origin: Origin): Promise<SavedCard> {
    const { email, name, customerId } = await this.reader.find(accountId);
    const saved = await this.cards.save({
      customerId,
      email,
      name: name || email,
      token,
      ref: { accountId },
      mandateVersion: MANDATE_VERSION,
      idempotencyKey: `card:${origin.commandId}`,
    });
    if (saved.ok) {
      const { paymentMethodId, brand, last4, expMonth: month, expYear: year, fingerprint } = saved;
      const mandateVersion = MANDATE_VERSION;
      return { customerId: saved.customerId, paymentMethodId, brand, last4, month, year, fingerprint, mandateVersion };
    }
    if (saved.code === 'unknown') throw new Refused('card-unknown', 'unavailable', saved.text, 2);
    throw new Refused('card-invalid', 'invalid', TEXTS.card);
  }
}
