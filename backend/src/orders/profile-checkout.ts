import { Injectable } from '@nestjs/common';
import { accountsProjection } from '../accounts/accounts.js';
import { TEXTS } from '../contract/texts.js';
import { type Origin, Refused } from '../platform/decider.js';
import type { Asked } from '../platform/http/request.js';
import { Reads } from '../platform/read-models/reads.js';
import type { Slot } from '../products/product.js';
import { CodeDesk } from '../profiles/code-desk.js';
import { profilesProjection } from '../profiles/profiles.js';
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
    private readonly reads: Reads,
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
      this.reads.get(accountsProjection, accountId),
      this.reads.get(profilesProjection, wish.profileId),
    ]);
    if (!profile || profile.accountId !== accountId)
      throw new Refused('not-found', 'not-found', 'There is no such profile.');
    if (!account?.customerId || !account.paymentMethodId) {
      throw new Refused('insufficient-data', 'invalid', TEXTS.insufficient);
    }
    const codeRecord = await this.codeFor(accountId, profile.codeRecord, wish, origin.commandId);
    return {
      productId: wish.productId,
      size: wish.size,
      style: wish.style,
      accountId,
      email: account.email,
      name: account.name,
      profile: { ...profile, codeRecord },
      payer: { customerId: account.customerId, paymentMethodId: account.paymentMethodId },
      promoCode: wish.promoCode || null,
    };
  }

  /** The security code's record: the one sent along, else the one on file while it is there. */
  private async codeFor(accountId: string, onFile: string | null, { eCode }: Wish, commandId: string): Promise<string> {
    if (eCode) return this.codes.keepEncrypted(eCode, accountId, commandId);
    if (onFile !== null && (await this.codes.isOnFile(onFile))) return onFile;
    throw new Refused('code-required', 'invalid', "Please enter your card's security code.");
  }
}
