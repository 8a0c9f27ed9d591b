import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type ProductFacts, type ProductState, product } from '../catalogue/products/product.js';
import { FreeSlot, type Slot } from '../catalogue/products/slots.js';
import { promo, ReturnRedemption } from '../catalogue/promos/promo.js';
import { InjectClock } from '../config/tokens.js';
import { subjectOfGuest } from '../customers/profiles/guest-profiles.js';
import { derivedMetadata, systemStep } from '../event-sourcing/command-metadata.js';
import { Commands } from '../event-sourcing/commands.js';
import { type CommandMetadata, type Handled, noSuch, Refused } from '../event-sourcing/decider.js';
import { ConsistentReads } from '../projections/consistent-reads.js';
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

/** Returns the account that has verified the address, or null. */
export type OwnerOf = (email: string | null) => Promise<string | null>;

@Injectable()
export class Orders implements OnModuleInit {
  private ownerOf: OwnerOf = async () => null;

  constructor(
    private readonly commands: Commands,
    private readonly reads: Reads,
    private readonly latest: ConsistentReads,
    @InjectClock() private readonly clock: () => number,
  ) {}

  /** @throws Refused 'not-found' */
  async find(orderId: string): Promise<OrderDoc> {
    const doc = await this.latest.find(ordersProjection, orderId);
    if (!doc) throw noSuch('order');
    return doc;
  }

  /** Adds the newest times that this process knows. @throws Refused 'not-found' */
  async current(orderId: string): Promise<OrderDoc> {
    const doc = await this.find(orderId);
    // Only the slot's event names the buyer, and the order's stream lacks it.
    const { stamped, times, atShop } = (await this.latest.current(ordersProjection, orderId)) ?? doc;
    return { ...doc, stamped, times, atShop };
  }

  /** @throws Refused 'not-found', also for another account's order */
  async findOwn(orderId: string, accountId: string): Promise<OrderDoc> {
    const doc = await this.find(orderId);
    // The read model may lag behind OrderJoined.
    const owner = doc.accountId ?? (await this.commands.state(order, orderId)).placed?.accountId;
    if (owner !== accountId) throw noSuch('order');
    return doc;
  }

  ofAccount(accountId: string): Promise<OrderDoc[]> {
    return this.reads.find(ordersProjection, { where: { accountId }, sort: [['orderDate', 'desc']] });
  }

  /** @throws Refused 'not-found' */
  async product(productId: string): Promise<ProductFacts> {
    const { facts } = await this.commands.state(product, productId);
    if (!facts) throw noSuch('product');
    return facts;
  }

  /** A command places its order first, under another command id: the same id would make it look like a repeat. */
  onModuleInit(): void {
    this.commands.before(order, async ({ type, id, metadata }) => {
      if (type !== 'PlaceOrder') await this.place(id, systemStep('place-order', metadata));
    });
  }

  asksForOwners(ownerOf: OwnerOf): void {
    this.ownerOf = ownerOf;
  }

  /** Appends OrderPlaced from the reserved slot. Idempotent. */
  async place(
    orderId: string,
    metadata: CommandMetadata,
    reservedSlot?: Slot,
  ): Promise<Handled<OrderState, OrderEvent> | undefined> {
    // Stale state is safe here, because placing is idempotent.
    return (await this.commands.cached(order, orderId)).placed
      ? undefined
      : this.placeNew(orderId, metadata, reservedSlot);
  }

  /** As `place`, without reading a stream that has probably not begun. */
  async placeNew(
    orderId: string,
    metadata: CommandMetadata,
    reservedSlot?: Slot,
  ): Promise<Handled<OrderState, OrderEvent>> {
    const doc = await this.find(orderId);
    const slot = reservedSlot ?? (await this.slotOf(doc));
    const accountId = slot.accountId ?? (await this.ownerOf(doc.email));
    // The guest's fingerprints stay in the product's stream.
    const { guest: _, ...rest } = slot;
    const data = { ...rest, accountId, livemode: true, subject: subjectOf(slot) };
    const because = { ...metadata, causationId: doc.reservation.eventId };
    return this.commands.execute(order, new PlaceOrder(orderId, data, because));
  }

  /** Releases a slot without attempts: for its holder until reservations close, for an admin until the release. */
  async withdraw(orderId: string, reason: string, by: Withdrawal['by'], metadata: CommandMetadata): Promise<void> {
    const { productId } = await this.find(orderId);
    const drop = await this.commands.state(product, productId);
    if (by === 'holder' && isClosed(drop, this.clock()) && !(await this.isWithdrawn(orderId))) {
      throw new Refused(
        'reservations-closed',
        'conflict',
        'Reservations are closed. This slot can no longer be withdrawn.',
      );
    }
    await this.takeBack(orderId, { by, reason }, metadata);
  }

  /** Ignores the close of reservations, because an erased person must not hold a slot. */
  async takeBack(orderId: string, withdrawal: Withdrawal, metadata: CommandMetadata): Promise<void> {
    const { productId } = await this.find(orderId);
    const { startedAt } = await this.commands.state(product, productId);
    if (startedAt !== null && !(await this.isWithdrawn(orderId))) throw releaseStarted();
    await this.commands.execute(order, new WithdrawOrder(orderId, withdrawal, metadata));
    await this.giveBack(orderId, metadata);
  }

  private async isWithdrawn(orderId: string): Promise<boolean> {
    return (await this.commands.state(order, orderId)).withdrawn !== null;
  }

  /** Releases the slot, then returns the promo. Idempotent; a worker finishes it after a crash. */
  async giveBack(orderId: string, metadata: CommandMetadata): Promise<number | undefined> {
    const { placed, withdrawn } = await this.commands.state(order, orderId);
    if (!placed || !withdrawn) return undefined;
    const { productId, promo: used } = placed;
    const freeing = { orderId, reason: 'withdrawn', ...(used && { promoCode: used.code }) };
    const freed = await this.commands.execute(product, new FreeSlot(productId, freeing, metadata));
    if (!used) return freed.position;
    // The promo is returned last, so that no active slot keeps a discount that is free again.
    const returning = new ReturnRedemption(used.code, { orderId }, derivedMetadata(metadata));
    return (await this.commands.execute(promo, returning)).position;
  }

  private async slotOf({ orderId, productId }: OrderDoc): Promise<Slot> {
    const cached = (await this.commands.cached(product, productId)).slots.get(orderId);
    const slot = cached ?? (await this.commands.state(product, productId)).slots.get(orderId);
    if (!slot) throw noSuch('order');
    return slot;
  }
}

/** The key that encrypts the buyer: an order without a saved profile has its own, also within an account. */
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
