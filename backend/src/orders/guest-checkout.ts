import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { AcoInput } from '../contract/api-types.js';
import { MANDATE_VERSION, TEXTS } from '../contract/texts.js';
import { StripeGateway } from '../payments/stripe-gateway.js';
import { Refused } from '../platform/decider.js';
import { BrowserKeys, JweRefused } from '../platform/encryption/browser-keys.js';
import type { Asked } from '../platform/http/request.js';
import type { Slot } from '../products/product.js';
import { GuestProfiles } from '../profiles/guest-profiles.js';
import { orderOf, Reservations } from './reservations.js';

interface Wish {
  email: string;
  name: string;
  productId: string;
  stripeToken: string;
  acoDataPayload: string;
  promoCode?: string | null;
}

/** Reservations one address may make as guests in ten minutes; a household, not a farm. */
const PER_ADDRESS = 60;

/** A slot for someone without an account. Customer and card are saved before the slot. */
@Injectable()
export class GuestCheckout {
  private readonly asked = new LRUCache<string, { count: number }>({ max: 50_000, ttl: 600_000 });

  constructor(
    private readonly keys: BrowserKeys,
    private readonly stripe: StripeGateway,
    private readonly profiles: GuestProfiles,
    private readonly reservations: Reservations,
  ) {}

  /** `sender`: the account whose JWE it is (an admin's), absent for guests. @throws Refused */
  async reserve(wish: Wish, { origin, keyed, ip }: Asked, sender?: string): Promise<Slot> {
    if (sender === undefined) this.throttle(ip);
    const aco = await this.open(wish.acoDataPayload, origin.commandId, sender);
    const orderId = orderOf(origin, wish.productId);
    const profile = await this.profiles.save({ orderId, aco, origin });
    const payer = await this.saveCard(wish, orderId);
    const { size = '', style = '' } = aco.productForm ?? {};
    const request = {
      productId: wish.productId,
      size,
      style,
      accountId: null,
      email: wish.email,
      name: wish.name,
      profile,
      payer,
      promoCode: wish.promoCode || null,
    };
    return this.reservations.reserve(request, origin, keyed);
  }

  private async open(jwe: string, commandId: string, subject?: string): Promise<AcoInput> {
    try {
      const asked = { audience: 'aco', commandId, now: Date.now(), ...(subject ? { subject } : {}) } as const;
      return await this.keys.open<AcoInput>(jwe, asked);
    } catch (error) {
      if (error instanceof JweRefused) throw new Refused('aco-invalid', 'invalid', TEXTS.aco);
      throw error;
    }
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
    if (!saved.ok) throw new Refused('card-invalid', 'invalid', TEXTS.card);
    return { customerId: saved.customerId, paymentMethodId: saved.paymentMethodId };
  }

  private throttle(ip: string): void {
    const seen = this.asked.get(ip) ?? { count: 0 };
    if (seen.count === 0) this.asked.set(ip, seen);
    seen.count += 1;
    if (seen.count > PER_ADDRESS)
      throw new Refused('too-many', 'too-many', 'Too many orders from here. Try again later.', 600);
  }
}
