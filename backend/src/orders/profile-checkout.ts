import { Injectable } from '@nestjs/common';
import { type AccountDoc, accountsProjection } from '../accounts/accounts.js';
import { TEXTS } from '../contract/texts.js';
import { type Origin, Refused } from '../platform/decider.js';
import type { Asked } from '../platform/http/request.js';
import { Latest } from '../platform/read-models/latest.js';
import type { Slot } from '../products/product.js';
import { CodeDesk } from '../profiles/code-desk.js';
import { type ProfileDoc, profilesProjection } from '../profiles/profiles.js';
import { type ReservationRequest, Reservations } from './reservations.js';

interface Wish {
  productId: string;
  size: string;
  style: string;
  profileId: string;
  promoCode?: string | null;
  eCode?: string | null;
}

/** A slot for a signed-in shopper, with one of their saved profiles. */
@Injectable()
export class ProfileCheckout {
  constructor(
    private readonly latest: Latest,
    private readonly reservations: Reservations,
    private readonly codes: CodeDesk,
  ) {}

  /** @throws Refused 'not-found' | 'insufficient-data' | 'code-required' and what a reservation refuses */
  async reserve(accountId: string, wish: Wish, { origin, keyed }: Asked): Promise<Slot> {
    let request: ReservationRequest;
    try {
      request = await this.requestOf(accountId, wish, origin);
    } catch (refusal) {
      // A repeat may come when its code or profile are gone: it has its answer already.
      const isRepeat = keyed && refusal instanceof Refused;
      const earlier = isRepeat ? await this.reservations.earlier(wish.productId, origin) : undefined;
      if (!earlier) throw refusal;
      return earlier;
    }
    return this.reservations.reserve(request, origin, keyed);
  }

  private async requestOf(accountId: string, wish: Wish, origin: Origin): Promise<ReservationRequest> {
    const [account, profile] = await Promise.all([
      this.latest.current(accountsProjection, accountId, canPay),
      this.latest.current(profilesProjection, wish.profileId, (one) => one.accountId === accountId),
    ]);
    if (profile?.accountId !== accountId) throw new Refused('not-found', 'not-found', 'There is no such profile.');
    if (!account?.customerId || !account.paymentMethodId) {
      throw new Refused('insufficient-data', 'invalid', TEXTS.insufficient);
    }
    return {
      productId: wish.productId,
      size: wish.size,
      style: wish.style,
      accountId,
      email: account.email,
      name: account.name,
      profile: await this.withCode(profile, accountId, wish, origin.commandId),
      payer: { customerId: account.customerId, paymentMethodId: account.paymentMethodId },
      promoCode: wish.promoCode || null,
    };
  }

  /** The profile with the security code sent along, else with the one on file while it is there. */
  private async withCode(
    profile: ProfileDoc,
    accountId: string,
    { eCode }: Wish,
    commandId: string,
  ): Promise<ProfileDoc> {
    if (eCode) return { ...profile, codeRecord: await this.codes.keepEncrypted(eCode, accountId, commandId) };
    if (await this.hasCode(profile)) return profile;
    // Another process may just have saved it anew.
    const logged = await this.latest.logged(profilesProjection, profile.profileId);
    if (logged?.accountId === accountId && (await this.hasCode(logged))) return logged;
    throw new Refused('code-required', 'invalid', "Please enter your card's security code.");
  }

  private async hasCode({ codeRecord }: ProfileDoc): Promise<boolean> {
    return codeRecord !== null && (await this.codes.isOnFile(codeRecord));
  }
}

function canPay({ customerId, paymentMethodId }: AccountDoc): boolean {
  return customerId !== null && paymentMethodId !== null;
}
