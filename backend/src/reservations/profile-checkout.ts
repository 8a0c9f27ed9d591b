import { Injectable } from '@nestjs/common';
import { TEXTS } from '@supreme-access/contract/texts.js';
import type { Slot } from '../catalogue/products/slots.js';
import { type AccountDoc, accountsProjection } from '../customers/accounts/accounts.projection.js';
import { type ProfileDoc, profilesProjection } from '../customers/profiles/profiles.projection.js';
import { type CodeForOrder, codeRequired, SecurityCodes } from '../customers/profiles/security-codes.js';
import { type CommandMetadata, noSuch, Refused } from '../event-sourcing/decider.js';
import type { RequestContext } from '../event-sourcing/requester.js';
import { ConsistentReads } from '../projections/consistent-reads.js';
import { orderOf, type ReservationRequest, Reservations } from './reservations.js';

interface Wish {
  productId: string;
  size: string;
  style: string;
  profileId: string;
  promoCode?: string | null;
  eCode?: string | null;
}

@Injectable()
export class ProfileCheckout {
  constructor(
    private readonly latest: ConsistentReads,
    private readonly reservations: Reservations,
    private readonly codes: SecurityCodes,
  ) {}

  /** @throws Refused 'not-found' | 'insufficient-data' | 'code-required' and those of a reservation */
  async reserve(accountId: string, wish: Wish, asked: RequestContext): Promise<Slot> {
    return this.reservations.once(wish.productId, asked, async () => {
      const [request, code] = await this.requestOf(accountId, wish, asked.origin);
      const wanted = this.reservations.command(request, asked);
      const got = await this.reservations.foresee(request, wanted);
      if (got) return got;
      // The record is saved before the event that names it.
      await code.keep();
      return this.reservations.reserve(request, wanted);
    });
  }

  private async requestOf(
    accountId: string,
    wish: Wish,
    origin: CommandMetadata,
  ): Promise<[ReservationRequest, CodeForOrder]> {
    const orderId = orderOf(origin, wish.productId);
    const [account, profile] = await Promise.all([
      this.latest.current(accountsProjection, accountId, canPay),
      this.latest.current(profilesProjection, wish.profileId, (one) => one.accountId === accountId),
    ]);
    if (profile?.accountId !== accountId) throw noSuch('profile');
    if (!account?.customerId || !account.paymentMethodId) {
      throw new Refused('insufficient-data', 'invalid', TEXTS.insufficient);
    }
    const [reserved, code] = await this.withCode(profile, accountId, wish.eCode, orderId, origin);
    const request = {
      productId: wish.productId,
      size: wish.size,
      style: wish.style,
      accountId,
      email: account.email,
      name: account.name,
      profile: { ...reserved, codeRecord: code.codeRecord },
      payer: { customerId: account.customerId, paymentMethodId: account.paymentMethodId },
      promoCode: wish.promoCode || null,
    };
    return [request, code];
  }

  private async withCode(
    profile: ProfileDoc,
    accountId: string,
    eCode: Wish['eCode'],
    orderId: string,
    origin: CommandMetadata,
  ): Promise<[ProfileDoc, CodeForOrder]> {
    if (eCode) return [profile, await this.codes.ofJwe(orderId, eCode, { accountId, commandId: origin.commandId })];
    const copy = await this.codes.ofProfile(orderId, profile.codeRecord);
    if (copy) return [profile, copy];
    // Another process may have just saved a new code.
    const logged = await this.latest.logged(profilesProjection, profile.profileId);
    const later = logged?.accountId === accountId ? await this.codes.ofProfile(orderId, logged.codeRecord) : null;
    if (!logged || !later) throw codeRequired();
    return [logged, later];
  }
}

function canPay({ customerId, paymentMethodId }: AccountDoc): boolean {
  return customerId !== null && paymentMethodId !== null;
}
