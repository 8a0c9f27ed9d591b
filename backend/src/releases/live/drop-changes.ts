import type { PublicProduct } from '@supreme-access/contract/shapes/products.js';
import type { LiveEventName, LiveEvents, Progress, Schedule } from '@supreme-access/contract/shapes/releases.js';

/** A drop as everybody may see it. */
export interface Standing {
  product: PublicProduct;
  listed: boolean;
  /** of the waiting list: another one after each change, also where as many wait as before; null: not known */
  line: string | null;
  /** while its release runs, and for as long as it is followed afterwards */
  progress: Progress | null;
}

export type Told = { [Name in LiveEventName]: readonly [Name, LiveEvents[Name]] }[LiveEventName];

/** How a drop is, for whoever knows the product: when it departs, or how far it has come. */
export function present({ product, progress }: Standing): Told[] {
  const { productId, releaseAt, releaseStartedAt, releaseFinishedAt } = product;
  if (releaseFinishedAt) return [['finished', { productId, finishedAt: releaseFinishedAt }]];
  if (releaseStartedAt) return [startOf(product, progress), ...progressOf(progress)];
  return releaseAt ? [['scheduled', scheduleOf(product)]] : [];
}

/** The same for whoever knows nothing of it. */
export function whole(now: Standing): Told[] {
  return [['product', now.product], slotsOf(now.product), ...present(now)];
}

function slotsOf({ productId, reserved, remaining }: PublicProduct): Told {
  return ['slots', { productId, reserved, remaining }];
}

/** What has happened from one look to the next, in the order in which it does. */
export function changes(before: Standing, now: Standing): Told[] {
  const [was, is] = [before.product, now.product];
  const { productId, remaining, releaseStartedAt, releaseFinishedAt } = is;
  const told: Told[] = [];
  if (factsOf(was) !== factsOf(is) || before.line !== now.line) told.push(['product', is]);
  if (was.reserved !== is.reserved || was.remaining !== remaining) told.push(slotsOf(is));
  if (!releaseStartedAt) told.push(...rescheduled(was, is), ...soldOrFreed(was, is));
  if (!was.releaseStartedAt && releaseStartedAt) told.push(startOf(is, now.progress));
  if (JSON.stringify(before.progress) !== JSON.stringify(now.progress)) told.push(...progressOf(now.progress));
  if (!was.releaseFinishedAt && releaseFinishedAt) {
    told.push(['finished', { productId, finishedAt: releaseFinishedAt }]);
  }
  if (before.listed && !now.listed) told.push(['gone', { productId }]);
  return told;
}

/** The same for whoever looks at all that is listed. */
export function shopChanges(before: Standing | undefined, now: Standing): Told[] {
  if (!now.listed) return before?.listed ? [['gone', { productId: now.product.productId }]] : [];
  return before?.listed ? changes(before, now) : [['product', now.product], ...present(now)];
}

function rescheduled(was: PublicProduct, is: PublicProduct): Told[] {
  const schedule = scheduleOf(is);
  if (JSON.stringify(scheduleOf(was)) === JSON.stringify(schedule)) return [];
  return [was.releaseAt === null && is.releaseAt !== null ? ['scheduled', schedule] : ['moved', schedule]];
}

function soldOrFreed({ remaining: before }: PublicProduct, { productId, remaining }: PublicProduct): Told[] {
  if (before > 0 && remaining === 0) return [['sold-out', { productId }]];
  return before === 0 && remaining > 0 ? [['slot-freed', { productId, remaining }]] : [];
}

function startOf({ productId, releaseStartedAt, reserved }: PublicProduct, progress: Progress | null): Told {
  return ['started', { productId, startedAt: releaseStartedAt ?? '', due: progress?.due ?? reserved }];
}

function progressOf(progress: Progress | null): Told[] {
  return progress ? [['progress', progress]] : [];
}

function scheduleOf({ productId, releaseAt, releaseTz, reservationClosesAt }: PublicProduct): Schedule {
  return { productId, releaseAt, releaseTz, reservationClosesAt };
}

/** All but what has events of its own. */
function factsOf(product: PublicProduct): string {
  const { reserved, remaining, releaseStartedAt, releaseFinishedAt, ...facts } = product;
  return JSON.stringify(facts);
}
