import { type CaseFiles, stateAt } from '../../backend/src/audit/case-files.js';
import { currentData } from '../../backend/src/event-sourcing/codec.js';
import { statusOf } from '../../backend/src/orders/order-status.js';
import { EVENT_SCHEMA } from '../../backend/src/server/event-schema.js';
import { SKEW } from './trouble.js';
import type { World } from './world.js';

export function checkSlots(world: World, { products }: CaseFiles): void {
  for (const [productId, events] of products) {
    const held = new Set<string>();
    for (const event of events) {
      if (event.type === 'SlotReserved') held.add(event.data.orderId);
      if (event.type !== 'SlotReleased') continue;
      if (!held.delete(event.data.orderId))
        world.find(`${productId}: the slot of ${event.data.orderId} is freed twice`);
    }
  }
}

/** At no event has an account more slots and places of a drop than its limit. */
export function checkLimits(world: World, { products }: CaseFiles): void {
  for (const [productId, events] of products) {
    const owners = new Map<string, string>();
    let limit = Number.POSITIVE_INFINITY;
    for (const { type, data } of events) {
      if (type === 'ProductCreated') limit = data.limitPerAccount ?? limit;
      if (type === 'SlotReserved' && data.accountId !== null) owners.set(data.orderId, data.accountId);
      if (type === 'WaitlistJoined') owners.set(`place ${data.place}`, data.accountId);
      if (type === 'SlotReleased') owners.delete(data.orderId);
      if (type === 'WaitlistLeft' || type === 'OfferLapsed') owners.delete(`place ${data.place}`);
      if (type !== 'SlotReserved' && type !== 'WaitlistJoined') continue;
      const own = [...owners.values()].filter((accountId) => accountId === data.accountId).length;
      if (data.accountId !== null && own > limit)
        world.find(`${productId}: ${data.accountId} has ${own} slots and places, not ${limit}`);
    }
  }
}

export function checkRegistrations(world: World): void {
  for (const { type, stream, data } of world.log.after(0)) {
    if (type === 'MailRequested' && 'kind' in data && data.kind === 'already-registered')
      world.find(`${stream} is mailed that its address was registered again`);
  }
}

/** One request makes one of these at most, however many copies arrive. */
const ONE_OF_EACH = [
  'ProductCreated',
  'ProductEdited',
  'DropCancelled',
  'PromoCreated',
  'InvitationMade',
  'AccountRegistered',
  'CardSaved',
  'ProfileSaved',
  'SlotReserved',
  'WaitlistJoined',
  'SecurityCodeGiven',
  'FeeCharged',
  'RefundRequested',
  'ProofReceived',
];

/** Copies of a request share its correlation id. */
export function checkOneEffect(world: World): void {
  const made = new Set<string>();
  for (const { type, stream, metadata } of world.log.after(0)) {
    if (!ONE_OF_EACH.includes(type) || metadata.actor.kind === 'worker') continue;
    // A saved card pays every waiting order, each once.
    const effect = `${type} of ${metadata.correlationId}${type === 'FeeCharged' ? ` on ${stream}` : ''}`;
    if (made.has(effect)) world.find(`two effects of one request: ${effect}`);
    made.add(effect);
  }
}

/** Every held discount has one redemption, and the other way round. */
export function checkPromos(world: World): void {
  const redeemed = new Set<string>();
  const held = new Set<string>();
  for (const event of world.log.after(0)) {
    const { orderId, promo } = currentData(event, EVENT_SCHEMA) as { orderId: string; promo?: { code: string } | null };
    if (event.type === 'PromoRedeemed') redeemed.add(orderId);
    if (event.type === 'PromoRedemptionReleased') redeemed.delete(orderId);
    if (event.type === 'SlotReserved' && promo) held.add(orderId);
    if (event.type === 'SlotReserved' && promo && !redeemed.has(orderId))
      world.find(`${orderId} has got a discount that is not redeemed`);
    if (event.type === 'PromoRedemptionReleased' && held.has(orderId))
      world.find(`${orderId} keeps a discount whose redemption is returned`);
    if (event.type === 'SlotReleased') held.delete(orderId);
  }
  for (const orderId of redeemed)
    if (!held.has(orderId)) world.find(`a promo is redeemed for ${orderId}, which holds no slot`);
  for (const orderId of held) if (!redeemed.has(orderId)) world.find(`${orderId} has a discount that was not redeemed`);
}

/** ms that a claimed mail may take to be sent */
const ON_ITS_WAY = 120_000;

/** An erased person's key is gone, and no mail follows but the last. */
export function checkErased(world: World, owed: ReadonlySet<string>): void {
  const erasedAt = new Map<string, number>();
  for (const { type, stream, metadata } of world.log.after(0)) {
    if (type === 'PersonalDataErased') erasedAt.set(stream, metadata.recordedAt);
  }
  for (const { subject, email } of world.erased) {
    const id = subject.slice(subject.indexOf('-') + 1);
    if (owed.has(id)) continue;
    if (world.vault.get('subject-key', subject) !== 'erased') world.find(`the key of ${subject} is still there`);
    const at = erasedAt.get(`account-${id}`) ?? erasedAt.get(`order-${id}`);
    if (at === undefined) world.find(`${subject} is not erased`);
    const later = world.post.taken.filter((mail) => mail.to === email && mail.at > (at ?? 0) + SKEW + ON_ITS_WAY);
    for (const { kind } of later) if (kind !== 'account-erased') world.find(`${kind} to ${subject}, who is erased`);
  }
}

export function owedTo({ orders }: CaseFiles): Set<string> {
  const owed = new Set<string>();
  for (const [orderId, events] of orders) {
    const state = stateAt(events);
    if (state.owed > 0) owed.add(state.placed?.accountId ?? orderId);
  }
  return owed;
}

/** Accounts, guests' orders and drops with an open payment: erasure and sums wait for it, or for the 72 hours. */
export function unpaidOf({ orders }: CaseFiles): string[] {
  return [...orders].flatMap(([orderId, events]) => {
    const state = stateAt(events);
    const { accountId, productId = '' } = state.placed ?? {};
    return statusOf(state) === 'action_required' ? [accountId ?? orderId, productId] : [];
  });
}

/** Accounts or drops whose orders changed since then (ms UTC): erasure or sums waited for that. */
export function movedSince(since: number, { orders }: CaseFiles, whose: 'accountId' | 'productId'): string[] {
  return [...orders.values()].flatMap((events) => {
    const id = stateAt(events).placed?.[whose];
    return id && events.some(({ at }) => at > since) ? [id] : [];
  });
}
