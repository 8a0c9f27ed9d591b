import { Injectable } from '@nestjs/common';
import type { Size } from '@supreme-access/contract/limits.js';
import type { GuestMarks } from '../catalogue/products/account-limit.js';
import { type ProductState, product } from '../catalogue/products/product.js';
import { isActive, ReserveSlot, type Slot, VoidReservation } from '../catalogue/products/slots.js';
import { promo, promoId, promoInvalid, RedeemPromo } from '../catalogue/promos/promo.js';
import { returnRedemption } from '../catalogue/promos/return-redemption.js';
import type { Config } from '../config/config.js';
import { InjectClock, InjectConfig } from '../config/tokens.js';
import { type PersonHash, personHashes } from '../customers/profiles/person-key.js';
import { derivedMetadata } from '../event-sourcing/command-metadata.js';
import { Commands } from '../event-sourcing/commands.js';
import {
  type Command,
  type CommandMetadata,
  type Decider,
  type DomainEvent,
  Refused,
} from '../event-sourcing/decider.js';
import { orderIdFrom } from '../event-sourcing/ids.js';
import type { RequestContext } from '../event-sourcing/requester.js';
import { subjectOf } from '../orders/orders.js';
import type { Money } from '../retailers/retailer.js';
import { Secrets } from '../stores/vault/secrets.js';

export interface ReservationRequest {
  productId: string;
  size: string;
  style: string;
  accountId: string | null;
  email: string;
  name: string;
  profile: {
    profileId: string;
    revision: number;
    cardRecord: string;
    codeRecord: string | null;
    /** never leaves the server */
    personKey: string;
    poBox: boolean;
    streetConfirmed?: true;
  };
  payer: { customerId: string; paymentMethodId: string };
  /** marks of a guest; `network` null: an admin makes the order */
  guest?: { cardFingerprint: string; network: string | null };
  promoCode: string | null;
  /** an admin's price, minor units, and its reason */
  agreed?: Slot['agreed'];
  /** null: the product's own */
  limit?: Money | null;
}

/** `isNew`: redeemed by this request, not by an earlier one for the same order */
interface Redemption {
  code: string;
  percent: number;
  isNew: boolean;
}

type Repeated = Pick<RequestContext, 'metadata' | 'keyed'>;

/** Deterministic: the same command and product give the same order id. */
export function orderOf(metadata: CommandMetadata, productId: string): string {
  return orderIdFrom(metadata.commandId, productId);
}

@Injectable()
export class Reservations {
  readonly personHash: PersonHash;

  constructor(
    private readonly commands: Commands,
    secrets: Secrets,
    @InjectClock() private readonly clock: () => number,
    @InjectConfig() private readonly config: Pick<Config, 'limitPerAccount'>,
  ) {
    this.personHash = personHashes(secrets.get('person'));
  }

  get limitPerAccount(): number {
    return this.config.limitPerAccount;
  }

  /** Whether the retailer is paid with a token, which needs no code. Without a code the log is asked as well. */
  async isCodeless(productId: string, hasCode = true): Promise<boolean> {
    if ((await this.commands.cached(product, productId)).facts?.means === 'token') return true;
    return !hasCode && (await this.commands.state(product, productId)).facts?.means === 'token';
  }

  /** Runs `does` unless this request already has its slot: a repeat never fails on its first copy. @throws Refused */
  async once(productId: string, context: Repeated, does: () => Promise<Slot>): Promise<Slot> {
    if (!context.keyed) return does();
    const isCached = (await this.commands.cached(product, productId)).slots.has(orderOf(context.metadata, productId));
    return (isCached && (await this.earlier(productId, context))) || this.orEarlier(productId, context, does);
  }

  /** For work that writes nothing of its own before the slot. @throws Refused */
  async orEarlier(productId: string, context: Repeated, does: () => Promise<Slot>): Promise<Slot> {
    try {
      return await does();
    } catch (refusal) {
      const slot = context.keyed && refusal instanceof Refused ? await this.earlier(productId, context) : undefined;
      if (!slot) throw refusal;
      return slot;
    }
  }

  private async earlier(productId: string, { metadata }: Repeated): Promise<Slot | undefined> {
    return (await this.commands.state(product, productId, metadata)).slots.get(orderOf(metadata, productId));
  }

  /** Checks before any write. Returns the slot of a double click, or undefined to go on. @throws Refused */
  async foresee(request: ReservationRequest, wanted: ReserveSlot): Promise<Slot | undefined> {
    const code = request.promoCode && promoId(request.promoCode);
    // The promo code is part of the double-click check.
    const foreseen = code ? withPromo(wanted, { code, percent: 0 }) : wanted;
    const { state, events } = await this.decided(product, foreseen);
    if (events.length === 0) return slotIn(state, wanted);
    if (code) await this.decided(promo, this.redeeming(request, wanted, code));
    return undefined;
  }

  /** A refusal or a slot that is there already on cached state is decided again on current state. */
  private async decided<State, C extends Command, E extends DomainEvent>(decider: Decider<State, C, E>, command: C) {
    const on = (state: State) => ({ state, events: decider.decide(command, state, this.clock()) });
    try {
      const cached = on(await this.commands.cached(decider, command.id));
      if (cached.events.length > 0) return cached;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
    }
    return on(await this.commands.state(decider, command.id));
  }

  /** Voids the order id after a refusal. Returns false when a copy of the request holds its slot. */
  async giveUp(orderId: string, productId: string, metadata: CommandMetadata, refusal: string): Promise<boolean> {
    const command = new VoidReservation(productId, { orderId, refusal }, derivedMetadata(metadata));
    return !(await this.commands.execute(product, command)).state.slots.has(orderId);
  }

  /** Returns the slot, also for a repeat or a double click. @throws Refused */
  async reserve(request: ReservationRequest, wanted: ReserveSlot): Promise<Slot> {
    if (!request.promoCode) return slotIn((await this.commands.execute(product, wanted)).state, wanted);
    const redemption = await this.redeem(request, wanted, promoId(request.promoCode));
    return this.reserveRedeemed(wanted, redemption);
  }

  command(
    { profile, productId, accountId, size, style, payer, email, name, agreed, guest, limit }: ReservationRequest,
    { metadata, keyed }: Repeated,
    orderId = orderOf(metadata, productId),
  ): ReserveSlot {
    const data = {
      orderId,
      accountId,
      profileId: profile.profileId,
      profileRevision: profile.revision,
      cardRecord: profile.cardRecord,
      codeRecord: profile.codeRecord,
      person: this.personHash(productId, profile.personKey),
      size: size.trim().toLowerCase() as Size,
      style: style.trim(),
      promo: null,
      payer,
      fallback: true,
      poBox: profile.poBox,
      ...(profile.streetConfirmed && { streetConfirmed: true as const }),
      ...(agreed ? { agreed } : {}),
      ...(limit ? { limit } : {}),
      ...(guest ? { guest: this.marksOf(productId, guest) } : {}),
      limitPerAccount: this.limitPerAccount,
      subject: subjectOf({ accountId, orderId, profileId: profile.profileId }),
      keyed,
      personal: { email, name },
    };
    return new ReserveSlot(productId, data, metadata);
  }

  private marksOf(
    productId: string,
    { cardFingerprint, network }: NonNullable<ReservationRequest['guest']>,
  ): GuestMarks {
    const card = this.personHash(productId, `card ${cardFingerprint}`);
    return network ? { card, network: this.personHash(productId, `network ${network}`) } : { card };
  }

  /** The order matters: redeem, reserve, and return the redemption only when no slot can follow. */
  private async reserveRedeemed(wanted: ReserveSlot, { code, percent, isNew }: Redemption): Promise<Slot> {
    const { metadata, data } = wanted;
    const redeemed = { code, orderId: data.orderId, productId: wanted.id };
    try {
      const { state } = await this.commands.execute(product, withPromo(wanted, { code, percent }));
      const slot = slotIn(state, wanted);
      // A double click or a released slot must leave nothing redeemed.
      if (slot.orderId !== data.orderId || !isActive(state, slot))
        await returnRedemption(this.commands, redeemed, metadata);
      return slot;
    } catch (error) {
      // A refusal returns only what this request redeemed. After other errors a worker checks for the slot.
      if (isNew && error instanceof Refused && error.kind !== 'unavailable')
        await returnRedemption(this.commands, { ...redeemed, refusal: error.code }, metadata);
      throw error;
    }
  }

  private async redeem(request: ReservationRequest, wanted: ReserveSlot, code: string): Promise<Redemption> {
    const { state, events } = await this.commands.execute(promo, this.redeeming(request, wanted, code));
    const percent = state.redeemed.get(wanted.data.orderId)?.percent;
    if (percent === undefined) throw promoInvalid();
    return { code, percent, isNew: events.length > 0 };
  }

  private redeeming(
    { accountId, profile }: ReservationRequest,
    { id: productId, data: { orderId }, metadata }: ReserveSlot,
    code: string,
  ): RedeemPromo {
    const data = { orderId, productId, accountId, person: this.personWith(code, profile.personKey) };
    return new RedeemPromo(code, data, derivedMetadata(metadata));
  }

  /** Hashed per code, so that redemptions of two codes cannot be linked. */
  private personWith(code: string, personKey: string): string {
    return this.personHash(`promo ${code}`, personKey);
  }
}

function withPromo(wanted: ReserveSlot, promo: NonNullable<Slot['promo']>): ReserveSlot {
  return new ReserveSlot(wanted.id, { ...wanted.data, promo }, wanted.metadata);
}

/** This order's slot, or the one of the same profile. @throws Refused 'reservation-expired' */
function slotIn(state: ProductState, { data: { orderId, profileId } }: ReserveSlot): Slot {
  const slot = state.slots.get(orderId) ?? state.slots.get(state.byProfile.get(profileId) ?? '');
  if (!slot) throw new Refused('reservation-expired', 'conflict', 'This slot was withdrawn in the meantime.');
  return slot;
}
