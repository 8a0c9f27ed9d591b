import { Injectable } from '@nestjs/common';
import { MANDATE_VERSION, TEXTS } from '../contract/texts.js';
import { StripeGateway } from '../payments/stripe-gateway.js';
import { Refused } from '../platform/decider.js';
import type { Asked } from '../platform/http/request.js';
import type { Slot } from '../products/product.js';
import { GuestProfiles } from '../profiles/guest-profiles.js';
import { AcoPayloads } from './aco-payloads.js';
import { orderOf, Reservations } from './reservations.js';

interface Wish {
  email: string;
  name: string;
  productId: string;
  stripeToken: string;
  acoDataPayload: string;
  promoCode?: string | null;
}

/** A slot for someone without an account. Customer and card are saved before the slot. */
@Injectable()
export class GuestCheckout {
  constructor(
    private readonly payloads: AcoPayloads,
    private readonly stripe: StripeGateway,
    private readonly profiles: GuestProfiles,
    private readonly reservations: Reservations,
  ) {}

  /** `sender`: the account whose JWE it is (an admin's), absent for guests. @throws Refused */
  async reserve(wish: Wish, asked: Asked, sender?: string): Promise<Slot> {
    const { acoDataPayload: jwe, productId, email, name } = wish;
    const { origin, keyed } = asked;
    const isGuest = sender === undefined;
    const { aco, size, style } = isGuest
      ? await this.payloads.ofGuest(jwe, productId, asked)
      : await this.payloads.ofAccount(jwe, sender, origin);
    const orderId = orderOf(origin, productId);
    const profile = await this.profiles.save({ orderId, aco, origin });
    const payer = await this.saveCard(wish, orderId);
    const chosen = { productId, size, style, promoCode: wish.promoCode || null };
    return this.reservations.reserve({ ...chosen, accountId: null, email, name, profile, payer }, origin, keyed);
  }

  private async saveCard({ email, name, stripeToken: token }: Wish, orderId: string) {
    const saved = await this.stripe.saveCard({
      customerId: null,
      email,
      name,
      token,
      ref: { orderId },
      mandateVersion: MANDATE_VERSION,
      idempotencyKey: `guest:${orderId}`,
    });
    if (saved.ok) return { customerId: saved.customerId, paymentMethodId: saved.paymentMethodId };
    // Nobody said no to the card: asking again under the same key is safe.
    if (saved.code === 'unknown') throw new Refused('card-unknown', 'unavailable', TEXTS.card, 2);
    throw new Refused('card-invalid', 'invalid', TEXTS.card);
  }
}
