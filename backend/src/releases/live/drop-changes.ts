import type { PublicProduct } from '@supreme-access/contract/shapes/products.js';
import type { LiveEventName, LiveEvents, Progress, Schedule } from '@supreme-access/contract/shapes/releases.js';

export interface DropNow {
  product: PublicProduct;
  listed: boolean;
  /** changes with every change of the waiting list; null: unknown */
  line: string | null;
  /** during its release, and while it is followed afterwards */
  progress: Progress | null;
}

export type LiveChange = { [Name in LiveEventName]: readonly [Name, LiveEvents[Name]] }[LiveEventName];

export function present({ product, progress }: DropNow): LiveChange[] {
  const { productId, releaseAt, releaseStartedAt, releaseFinishedAt } = product;
  if (releaseFinishedAt) return [['finished', { productId, finishedAt: releaseFinishedAt }]];
  if (releaseStartedAt) return [startOf(product, progress), ...progressOf(progress)];
  return releaseAt ? [['scheduled', scheduleOf(product)]] : [];
}

export function whole(now: DropNow): LiveChange[] {
  return [['product', now.product], slotsOf(now.product), ...present(now)];
}

function slotsOf({ productId, reserved, remaining }: PublicProduct): LiveChange {
  return ['slots', { productId, reserved, remaining }];
}

export function changes(before: DropNow, now: DropNow): LiveChange[] {
  const [was, is] = [before.product, now.product];
  const { productId, remaining, releaseStartedAt, releaseFinishedAt } = is;
  const changed: LiveChange[] = [];
  if (factsOf(was) !== factsOf(is) || before.line !== now.line) changed.push(['product', is]);
  if (was.reserved !== is.reserved || was.remaining !== remaining) changed.push(slotsOf(is));
  if (!releaseStartedAt) changed.push(...rescheduled(was, is), ...soldOrFreed(was, is));
  if (!was.releaseStartedAt && releaseStartedAt) changed.push(startOf(is, now.progress));
  if (JSON.stringify(before.progress) !== JSON.stringify(now.progress)) changed.push(...progressOf(now.progress));
  if (!was.releaseFinishedAt && releaseFinishedAt) {
    changed.push(['finished', { productId, finishedAt: releaseFinishedAt }]);
  }
  if (before.listed && !now.listed) changed.push(['gone', { productId }]);
  return changed;
}

export function shopChanges(before: DropNow | undefined, now: DropNow): LiveChange[] {
  if (!now.listed) return before?.listed ? [['gone', { productId: now.product.productId }]] : [];
  return before?.listed ? changes(before, now) : [['product', now.product], ...present(now)];
}

function rescheduled(was: PublicProduct, is: PublicProduct): LiveChange[] {
  const schedule = scheduleOf(is);
  if (JSON.stringify(scheduleOf(was)) === JSON.stringify(schedule)) return [];
  return [was.releaseAt === null && is.releaseAt !== null ? ['scheduled', schedule] : ['moved', schedule]];
}

function soldOrFreed({ remaining: before }: PublicProduct, { productId, remaining }: PublicProduct): LiveChange[] {
  if (before > 0 && remaining === 0) return [['sold-out', { productId }]];
  return before === 0 && remaining > 0 ? [['slot-freed', { productId, remaining }]] : [];
}

function startOf({ productId, releaseStartedAt, reserved }: PublicProduct, progress: Progress | null): LiveChange {
  return ['started', { productId, startedAt: releaseStartedAt ?? '', due: progress?.due ?? reserved }];
}

function progressOf(progress: Progress | null): LiveChange[] {
  return progress ? [['progress', progress]] : [];
}

function scheduleOf({ productId, releaseAt, releaseTz, reservationClosesAt }: PublicProduct): Schedule {
  return { productId, releaseAt, releaseTz, reservationClosesAt };
}

function factsOf(product: PublicProduct): string {
  const { reserved, remaining, releaseStartedAt, releaseFinishedAt, ...facts } = product;
  return JSON.stringify(facts);
}
