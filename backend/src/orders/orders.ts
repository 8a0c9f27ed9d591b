import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type ProductFacts, type ProductState, product } from '../catalogue/products/product.js';
import { FreeSlot, type Slot } from '../catalogue/products/slots.js';
import { promo, ReturnRedemption } from '../catalogue/promos/promo.js';
import { InjectClock } from '../config/tokens.js';
import { subjectOfGuest } from '../customers/profiles/guest-profiles.js';
import { Commands } from '../event-sourcing/commands.js';
import { type Handled, noSuch, type Origin, Refused } from '../event-sourcing/decider.js';
import { freshStep, systemStep } from '../event-sourcing/origins.js';
import { Latest } from '../projections/latest.js';
import { Reads } from '../projections/reads.js';
import {
  type OrderEvent,
  type OrderState,
  order,
  PlaceOrder,
  releaseStarted,
  type Withdrawal,
  WithdrawOrder,
} from './order.js';
import { type OrderDoc, ordersProjection } from './orders.projection.js';

/** The account that has proven an address; null: none has. */
export type OwnerOf = (email: string | null) => Promise<string | null>;

/** Finds orders, places them, and takes slots back. */
@Injectable()
export class Orders implements OnModuleInit {
  private ownerOf: OwnerOf = async () => null;

  constructor(
    private readonly commands: Commands,
    private readonly reads: Reads,
    private readonly latest: Latest,
    @InjectClock() private readonly clock: () => number,
  ) {}

  /** Who and what an order is about; `state` says how it stands. @throws Refused 'not-found' */
  async find(orderId: string): Promise<OrderDoc> {
    const doc = await this.latest.find(ordersProjection, orderId);
    if (!doc) throw noSuch('order');
    return doc;
  }

  /** The same, with the times of what this process knows to have happened to it since. @throws Refused 'not-found' */
  async current(orderId: string): Promise<OrderDoc> {
    const doc = await this.find(orderId);
    // Who ordered stands in the slot's event, which the order's own stream does not hold.
    const { stamped, times } = (await this.latest.current(ordersProjection, orderId)) ?? doc;
    return { ...doc, stamped, times };
  }

  /** An account's own order; someone else's is as good as none. */
  async findOwn(orderId: string, accountId: string): Promise<OrderDoc> {
    const doc = await this.find(orderId);
    // It may have joined the account a moment ago.
    const owner = doc.accountId ?? (await this.commands.state(order, orderId)).placed?.accountId;
    if (owner !== accountId) throw noSuch('order');
    return doc;
  }

  ofAccount(accountId: string): Promise<OrderDoc[]> {
    return this.reads.find(ordersProjection, { where: { accountId }, sort: [['orderDate', 'desc']] });
  }

  /** A product's facts as the log has them. @throws Refused 'not-found' */
  async product(productId: string): Promise<ProductFacts> {
    const { facts } = await this.commands.state(product, productId);
    if (!facts) throw noSuch('product');
    return facts;
  }

  /**
   * Any command on an order whose slot is held, but which is not placed yet, finds it placed. A step of its own: under one command
   * id the stream would take the command for a repeat of the placing. And the system's own, as when its worker does it: nobody
   * asked for it, and it stays when the command is refused.
   */
  onModuleInit(): void {
    this.commands.before(order, async ({ type, id, origin }) => {
      if (type !== 'PlaceOrder') await this.place(id, systemStep('place-order', origin));
    });
  }

  /** Who is asked whose an order is that was made without an account. */
  asksForOwners(ownerOf: OwnerOf): void {
    this.ownerOf = ownerOf;
  }

  /** Appends OrderPlaced from the reserved slot, once. */
  async place(orderId: string, origin: Origin, known?: Slot): Promise<Handled<OrderState, OrderEvent> | undefined> {
    // Once placed it stays so, and a second placing changes nothing.
    if ((await this.commands.cached(order, orderId)).placed) return undefined;
    const doc = await this.find(orderId);
    const slot = known ?? (await this.slotOf(doc));
    const accountId = slot.accountId ?? (await this.ownerOf(doc.email));
    // What a guest is known by concerns the drop alone.
    const { guest: _, ...rest } = slot;
    const data = { ...rest, accountId, livemode: true, subject: subjectOf(slot) };
    const because = { ...origin, causationId: doc.reservation.eventId };
    return this.commands.execute(order, new PlaceOrder(orderId, data, because));
  }

  /** Gives a slot back while nothing has been attempted: by its holder before reservations close, by an admin before the release. */
  async withdraw(orderId: string, reason: string, by: Withdrawal['by'], origin: Origin): Promise<void> {
    const { productId } = await this.find(orderId);
    const drop = await this.commands.state(product, productId);
    if (by === 'holder' && isClosed(drop, this.clock())) {
      throw new Refused(
        'reservations-closed',
        'conflict',
        'Reservations are closed. This slot can no longer be withdrawn.',
      );
    }
    await this.takeBack(orderId, { by, reason }, origin);
  }

  /** The same whether reservations are closed or not, as long as the release has not started: an erased person holds no slot. */
  async takeBack(orderId: string, withdrawal: Withdrawal, origin: Origin): Promise<void> {
    const { productId } = await this.find(orderId);
    const { startedAt } = await this.commands.state(product, productId);
    if (startedAt !== null) throw releaseStarted();
    await this.commands.execute(order, new WithdrawOrder(orderId, withdrawal, origin));
    await this.giveBack(orderId, origin);
  }

  /** After a withdrawal: frees the slot, then returns the redemption. Idempotent; workers finish it after a crash. */
  async giveBack(orderId: string, origin: Origin): Promise<number | undefined> {
    const { placed, withdrawn } = await this.commands.state(order, orderId);
    if (!placed || !withdrawn) return undefined;
    const { productId, promo: used } = placed;
    const freeing = { orderId, reason: 'withdrawn', ...(used && { promoCode: used.code }) };
    const freed = await this.commands.execute(product, new FreeSlot(productId, freeing, origin));
    if (!used) return freed.position;
    // Last: no slot is held at a percentage that is given back already.
    const returning = new ReturnRedemption(used.code, { orderId }, freshStep(origin));
    return (await this.commands.execute(promo, returning)).position;
  }

  private async slotOf({ orderId, productId }: OrderDoc): Promise<Slot> {
    const slot = (await this.commands.state(product, productId)).slots.get(orderId);
    if (!slot) throw noSuch('order');
    return slot;
  }
}

/** Whose key seals who ordered: what was made without a saved profile has one of its own, also where a shopper was signed in. */
export function subjectOf({
  accountId,
  orderId,
  profileId,
}: Pick<Slot, 'accountId' | 'orderId' | 'profileId'>): string {
  return accountId === null || profileId === orderId ? subjectOfGuest(orderId) : `account-${accountId}`;
}

function isClosed({ facts, startedAt, cancelled }: ProductState, now: number): boolean {
  const closesAt = facts?.reservationClosesAt ?? facts?.releaseAt ?? null;
  return startedAt !== null || cancelled || (closesAt !== null && now >= closesAt);
}
