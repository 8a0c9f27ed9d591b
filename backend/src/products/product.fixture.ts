import { OFFER_MS } from '@supreme-access/contract/limits.js';
import { discount } from '@supreme-access/contract/money.js';
import { AT, HOUR, origin } from '../platform/given.fixture.js';
import { CreateProduct, type ProductEvent, type ProductFacts } from './product.js';
import { ReserveSlot, type Slot, type SlotRequest } from './slots.js';

export const ID = 'box-hoodie';
export const RELEASE = AT + HOUR;

export const facts: ProductFacts = {
  productTitle: 'Box Hoodie',
  price: 3_500,
  currency: 'usd',
  totalStock: 2,
  avail: true,
  productImage: '',
  pictures: [],
  description: '',
  retailPrice: null,
  styles: ['Stone', 'Ink'],
  sizeType: '',
  tags: ['new'],
  releaseAt: RELEASE,
  releaseTz: 'UTC',
  reservationClosesAt: null,
  retailerProductId: ID,
  limitPerAccount: null,
};
export const personal = { email: 'ada@example.com', name: 'Ada Lovelace' };

export function request(n = 1, changes: Partial<SlotRequest> = {}): SlotRequest {
  return {
    orderId: `order-${n}`,
    accountId: `account-${n}`,
    profileId: `profile-${n}`,
    profileRevision: 0,
    cardRecord: `card-${n}`,
    codeRecord: null,
    person: `person-${n}`,
    size: 'm',
    style: 'Ink',
    promo: null,
    payer: { customerId: `cus_${n}`, paymentMethodId: `pm_${n}` },
    fallback: true,
    poBox: false,
    ...changes,
  };
}

export const create = (changes: Partial<ProductFacts> = {}) => new CreateProduct(ID, { ...facts, ...changes }, origin);

export function reserve(n = 1, changes: Partial<SlotRequest> = {}, keyed = true): ReserveSlot {
  const asked = request(n, changes);
  return new ReserveSlot(ID, { ...asked, subject: `account-${asked.accountId}`, keyed, personal }, origin);
}

export const created = (changes: Partial<ProductFacts> = {}): Extract<ProductEvent, { type: 'ProductCreated' }> => ({
  type: 'ProductCreated',
  data: { productId: ID, ...facts, ...changes, listedAt: AT },
});

export function reserved(n = 1, changes: Partial<Slot> = {}): ProductEvent {
  const asked = request(n, changes);
  const data = {
    ...asked,
    productId: ID,
    productTitle: facts.productTitle,
    slotNumber: n,
    price: facts.price - (asked.promo ? discount(facts.price, asked.promo.percent) : 0),
    listPrice: facts.price,
    currency: 'usd',
    reservedAt: AT,
    personal,
    ...changes,
  };
  return { type: 'SlotReserved', data, subject: `account-${asked.accountId}` };
}

export const released = (n = 1): ProductEvent => ({
  type: 'SlotReleased',
  data: { orderId: `order-${n}`, reason: 'withdrawn' },
});
export const edited = (changes: Partial<ProductFacts>): ProductEvent => ({ type: 'ProductEdited', data: { changes } });
export const told = (releaseAt: number | null): ProductEvent => ({ type: 'HoldersTold', data: { releaseAt } });
export const delisted: ProductEvent = { type: 'ProductDelisted', data: {} };
export const started = (due = 0, at = RELEASE): ProductEvent => ({
  type: 'ReleaseStarted',
  data: { by: 'clock', releaseAt: at, startedAt: at, closesAt: at + 72 * HOUR, due },
});
export const finished = (at = RELEASE): ProductEvent => ({ type: 'ReleaseFinished', data: { finishedAt: at } });
/** The same of a drop with places that were still in line. */
export const unserved = (...places: number[]): ProductEvent => ({
  type: 'ReleaseFinished',
  data: { finishedAt: RELEASE, unserved: places },
});
export const cancelled = (withdrawn = 0): ProductEvent => ({
  type: 'DropCancelled',
  data: { reason: 'the brand called it off', withdrawn },
});

/** The `n`th in line, of a profile, person and account of their own. */
export const joined = (n: number, place = n): ProductEvent => ({
  type: 'WaitlistJoined',
  data: { ...waiting(n, place), person: `person-${n}`, size: 'm', style: 'Ink', joinedAt: AT },
});
export const offered = (n: number, place = n, at = AT, endsAt = at + OFFER_MS): ProductEvent => ({
  type: 'SlotOffered',
  data: { ...waiting(n, place), offeredAt: at, endsAt },
});
export const lapsed = (n: number, reason: 'time' | 'release' | 'cancelled' = 'time', place = n): ProductEvent => ({
  type: 'OfferLapsed',
  data: { ...waiting(n, place), reason },
});
export const left = (
  n: number,
  reason: 'left' | 'erased' | 'reserved' = 'left',
  isOffered = false,
  place = n,
): ProductEvent => ({ type: 'WaitlistLeft', data: { ...waiting(n, place), reason, offered: isOffered } });

function waiting(n: number, place: number) {
  return { place, accountId: `account-${n}`, profileId: `profile-${n}` };
}
