import { Injectable } from '@nestjs/common';
import { MANDATE_VERSION, TEXTS } from '@supreme-access/contract/texts.js';
import { GuestProfiles, type Recognised, subjectOfGuest } from '../customers/profiles/guest-profiles.js';
import { SecurityCodes } from '../customers/profiles/security-codes.js';
import { type CommandMetadata, Refused } from '../event-sourcing/decider.js';
import { Sealer } from '../event-sourcing/sealer.js';
import { CardSaves } from '../stripe/card-saves.js';
import { StripeGateway } from '../stripe/stripe-gateway.js';

interface Guest {
  orderId: string;
  aco: unknown;
  /** no security code is wanted */
  codeless: boolean;
  email: string;
  name: string;
  stripeToken: string;
}

interface GuestTraces {
  orderId: string;
  customerId: string;
  codeRecord: string | null;
}

@Injectable()
export class GuestRecords {
  constructor(
    private readonly profiles: GuestProfiles,
    private readonly stripe: StripeGateway,
    private readonly cards: CardSaves,
    private readonly sealer: Sealer,
    private readonly codes: SecurityCodes,
  ) {}

  /** @throws Refused 'aco-invalid' */
  recognise(aco: unknown, codeless: boolean): Recognised {
    return this.profiles.recognise(aco, codeless);
  }

  /** @throws Refused 'aco-invalid' | 'aco-gone' */
  saveProfile({ orderId, aco, codeless }: Guest, metadata: CommandMetadata) {
    return this.profiles.save({ orderId, aco, codeless, metadata });
  }

  /** @throws Refused 'card-invalid', or 'card-unknown' without a definite answer */
  async saveCard({ orderId, email, name, stripeToken: token }: Guest, { client }: CommandMetadata) {
    const request = {
      customerId: null,
      email,
      name,
      token,
      ref: { orderId },
      mandateVersion: MANDATE_VERSION,
      idempotencyKey: `guest:${orderId}`,
    };
    const saved = await this.cards.save(request, client);
    if (saved.ok) return { customerId: saved.customerId, paymentMethodId: saved.paymentMethodId };
    // The card was not refused, so a retry under the same key is safe.
    if (saved.code === 'unknown') throw new Refused('card-unknown', 'unavailable', saved.text, 2);
    throw new Refused('card-invalid', 'invalid', TEXTS.card);
  }

  /** Erases all records, the key last; idempotent. '' and null mean none. @throws Refused 'erasure-unfinished' */
  async erase({ orderId, customerId, codeRecord }: GuestTraces, metadata: CommandMetadata): Promise<void> {
    if (codeRecord !== null) await this.codes.forget(codeRecord);
    await this.profiles.erase(orderId, metadata);
    const answer = customerId === '' ? null : await this.stripe.deleteCustomer(customerId);
    if (answer && answer.kind !== 'deleted') {
      const text = 'Not everything could be erased yet. The rest will follow automatically.';
      throw new Refused('erasure-unfinished', 'unavailable', text, 30);
    }
    await this.sealer.erase(subjectOfGuest(orderId));
  }
}
