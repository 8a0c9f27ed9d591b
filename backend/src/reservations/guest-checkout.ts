import { Injectable } from '@nestjs/common';
import { parseAmount } from '@supreme-access/contract/amounts.js';
import type { UnitAmount } from '@supreme-access/contract/currencies.js';
import type { Slot } from '../catalogue/products/slots.js';
import { requestOf } from '../event-sourcing/command-metadata.js';
import { type CommandMetadata, Refused } from '../event-sourcing/decider.js';
import type { RequestContext } from '../event-sourcing/requester.js';
import { MailBudget } from '../mail/mail-budget.js';
import { GuestRecords } from '../orders/guest-records.js';
import { AcoPayloads } from './aco-payloads.js';
import { orderOf, Reservations } from './reservations.js';

interface ReservationInput {
  email: string;
  name: string;
  productId: string;
  stripeToken: string;
  acoDataPayload: string;
  promoCode?: string | null;
  agreed?: Slot['agreed'];
  limit?: UnitAmount | null;
}

/** the confirmation and the withdrawal */
const MAILS_OF_AN_ORDER = 2;

/** Reserves without a saved profile. Customer and card are saved before the slot, and erased after a refusal. */
@Injectable()
export class GuestCheckout {
  constructor(
    private readonly payloads: AcoPayloads,
    private readonly records: GuestRecords,
    private readonly reservations: Reservations,
    private readonly budget: MailBudget,
  ) {}

  /** `sender`: the admin whose JWE it is, absent for guests. @throws Refused */
  async reserve(input: ReservationInput, context: RequestContext, sender?: string): Promise<Slot> {
    return this.reservations.once(input.productId, context, () =>
      sender === undefined ? this.reserveMailed(input, context) : this.secure(input, context, sender),
    );
  }

  private async reserveMailed(input: ReservationInput, context: RequestContext): Promise<Slot> {
    const { metadata } = context;
    const mails = [input.email, [metadata.client], MAILS_OF_AN_ORDER, requestOf(metadata)] as const;
    await this.budget.spend(...mails);
    try {
      return await this.secure(input, context);
    } catch (error) {
      // A refused request sends no mail, so it must not use up the budget.
      if (error instanceof Refused && error.code !== 'outcome-unknown') await this.budget.giveBack(...mails);
      throw error;
    }
  }

  private async secure(input: ReservationInput, context: RequestContext, sender?: string): Promise<Slot> {
    const { acoDataPayload: jwe, productId, email, name, stripeToken, agreed } = input;
    const { metadata } = context;
    const { aco, size, style, hasCode } =
      sender === undefined
        ? await this.payloads.ofGuest(jwe, productId, context)
        : await this.payloads.ofAccount(jwe, sender, metadata);
    const orderId = orderOf(metadata, productId);
    const accountId = sender === undefined ? (context.session?.accountId ?? null) : null;
    const codeless = await this.reservations.isCodeless(productId, hasCode);
    const { personKey, cardFingerprint } = this.records.recognise(aco, codeless);
    const network = sender === undefined ? (metadata.client ?? null) : null;
    const guest = accountId === null ? { guest: { cardFingerprint, network } } : {};
    const promoCode = input.promoCode || null;
    const limit = input.limit && parseAmount(input.limit);
    const chosen = { productId, size, style, promoCode, accountId, email, name, agreed, limit, ...guest };
    let payer = { customerId: '', paymentMethodId: '' };
    const unsaved = { ...chosen, profile: { ...UNSAVED, profileId: orderId, personKey }, payer };
    const got = await this.reservations.foresee(unsaved, this.reservations.command(unsaved, context));
    if (got) return got;
    const asking = { orderId, aco, codeless, email, name, stripeToken };
    let codeRecord: string | null = null;
    try {
      const profile = await this.records.saveProfile(asking, metadata);
      codeRecord = profile.codeRecord;
      payer = await this.records.saveCard(asking, metadata);
      const request = { ...chosen, profile, payer };
      return await this.reservations.reserve(request, this.reservations.command(request, context));
    } catch (error) {
      if (error instanceof Refused && error.kind !== 'unavailable')
        await this.forget({ orderId, customerId: payer.customerId, codeRecord }, productId, metadata, error.code);
      throw error;
    }
  }

  /** A refused guest gets no mail, and so no link to erase the data. */
  private async forget(
    traces: Parameters<GuestRecords['erase']>[0],
    productId: string,
    metadata: CommandMetadata,
    refusal: string,
  ): Promise<void> {
    if (!(await this.reservations.giveUp(traces.orderId, productId, metadata, refusal))) return;
    await this.records.erase(traces, metadata).catch((trouble: unknown) => {
      // Stripe is unavailable: the customer stays there without an order, and the refusal stands.
      if (!(trouble instanceof Refused)) throw trouble;
    });
  }
}

const UNSAVED = { revision: 0, cardRecord: '', codeRecord: null, poBox: false };
