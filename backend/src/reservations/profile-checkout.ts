import { Injectable } from '@nestjs/common';
import { parseAmount } from '@supreme-access/contract/amounts.js';
import type { UnitAmount } from '@supreme-access/contract/currencies.js';
import { TEXTS } from '@supreme-access/contract/texts.js';
import type { Slot } from '../catalogue/products/slots.js';
import { ownCodeOf } from '../customers/profiles/card-vault.js';
import { profilesProjection } from '../customers/profiles/profiles.projection.js';
import { type CodeForOrder, codeRequired, SecurityCodes } from '../customers/profiles/security-codes.js';
import { type CommandMetadata, noSuch, Refused } from '../event-sourcing/decider.js';
import type { RequestContext } from '../event-sourcing/requester.js';
import { ConsistentReads } from '../projections/consistent-reads.js';
import { Buyers, type ReservingProfile, reservingProfile } from './buyers.js';
import { orderOf, type ReservationRequest, Reservations } from './reservations.js';

interface ReservationInput {
  productId: string;
  size: string;
  style: string;
  profileId: string;
  promoCode?: string | null;
  eCode?: string | null;
  limit?: UnitAmount | null;
}

@Injectable()
export class ProfileCheckout {
  constructor(
    private readonly buyers: Buyers,
    private readonly latest: ConsistentReads,
    private readonly reservations: Reservations,
    private readonly codes: SecurityCodes,
  ) {}

  /** @throws Refused 'not-found' | 'insufficient-data' | 'code-required' and those of a reservation */
  reserve(accountId: string, input: ReservationInput, context: RequestContext): Promise<Slot> {
    const does = () => this.tried(accountId, input, context);
    if (input.eCode || input.promoCode) return this.reservations.once(input.productId, context, does);
    return this.reservations.orEarlier(input.productId, context, does);
  }

  private async tried(accountId: string, input: ReservationInput, context: RequestContext): Promise<Slot> {
    const orderId = orderOf(context.metadata, input.productId);
    const [request, typed] = await this.requestOf(accountId, input, orderId, context.metadata);
    const wanted = this.reservations.command(request, context, orderId);
    // Nothing is written that a refusal would leave behind: neither a redemption nor a code.
    const got = typed || request.promoCode ? await this.reservations.foresee(request, wanted) : undefined;
    if (got) return got;
    // The record is saved before the event that names it.
    await typed?.keep();
    return await this.reservations.reserve(request, wanted);
  }

  private async requestOf(
    accountId: string,
    input: ReservationInput,
    orderId: string,
    metadata: CommandMetadata,
  ): Promise<[ReservationRequest, typed: CodeForOrder | null]> {
    const buyer = this.buyers.of(accountId, input.profileId);
    const [account, profile] = buyer instanceof Promise ? await buyer : buyer;
    if (profile?.accountId !== accountId) throw noSuch('profile');
    if (!account?.customerId || !account.paymentMethodId) {
      throw new Refused('insufficient-data', 'invalid', TEXTS.insufficient);
    }
    const typed =
      input.eCode && !(await this.reservations.isCodeless(input.productId))
        ? await this.codes.ofJwe(orderId, input.eCode, { accountId, commandId: metadata.commandId })
        : null;
    const reserved = typed
      ? { ...profile, codeRecord: typed.codeRecord }
      : await this.withCode(profile, orderId, input.productId);
    const request = {
      productId: input.productId,
      size: input.size,
      style: input.style,
      accountId,
      email: account.email,
      name: account.name,
      profile: reserved,
      payer: { customerId: account.customerId, paymentMethodId: account.paymentMethodId },
      promoCode: input.promoCode || null,
      limit: input.limit && parseAmount(input.limit),
    };
    return [request, typed];
  }

  /** Another process may have just saved a new code. @throws Refused 'code-required' */
  private async withCode(profile: ReservingProfile, orderId: string, productId: string): Promise<ReservingProfile> {
    const { profileId, accountId, codeRecord } = profile;
    if (codeRecord !== null) return { ...profile, codeRecord: ownCodeOf(orderId, codeRecord) };
    const logged = await this.latest.logged(profilesProjection, profileId);
    if (logged?.accountId !== accountId || logged.codeRecord === null) {
      if (await this.reservations.isCodeless(productId, false)) return profile;
      throw codeRequired();
    }
    return { ...reservingProfile(logged), codeRecord: ownCodeOf(orderId, logged.codeRecord) };
  }
}
