import { counted } from '@supreme-access/contract/labels.js';
import type { ProductAction } from '@supreme-access/contract/shapes/products.js';
import { Refused } from '../../event-sourcing/decider.js';

/** ms UTC; null: by hand, or with the release */
interface Times {
  releaseAt: number | null;
  reservationClosesAt: number | null;
}

interface Life {
  delisted: boolean;
  cancelled: boolean;
  /** ms UTC */
  startedAt: number | null;
  finishedAt: number | null;
}

const DELISTED = 'This product was delisted.';
const CANCELLED = 'This drop was cancelled.';
const STARTED = 'The release of this product has started.';

export function editRefusal({ delisted }: Life): string | null {
  return delisted ? DELISTED : null;
}

export function releaseRefusal({ delisted, cancelled, startedAt }: Life): string | null {
  if (startedAt !== null) return STARTED;
  if (cancelled) return CANCELLED;
  return delisted ? DELISTED : null;
}

export function delistRefusal(
  { cancelled, startedAt, finishedAt }: Life,
  held: number,
  openOrders: number,
): string | null {
  const running = startedAt !== null && finishedAt === null;
  const waiting = startedAt === null && !cancelled && held > 0;
  return openOrders > 0 || running || waiting ? 'Orders of this product are still open.' : null;
}

export function productRefusals(life: Life, held: number, openOrders: number): Partial<Record<ProductAction, string>> {
  const all: Record<ProductAction, string | null> = {
    edit: editRefusal(life),
    release: releaseRefusal(life),
    cancel: releaseRefusal(life),
    delist: life.delisted ? DELISTED : delistRefusal(life, held, openOrders),
  };
  return Object.fromEntries(Object.entries(all).filter(([, reason]) => reason !== null));
}

export function releaseStarted(text: string): Refused {
  return new Refused('release-started', 'conflict', text);
}

/** @throws Refused 'stock-below-reserved' */
export function checkStock(totalStock: number, held: number): void {
  if (totalStock >= held) return;
  const text = `${counted(held, 'slot is', 'slots are')} already held. The stock cannot be lower.`;
  throw new Refused('stock-below-reserved', 'conflict', text);
}

/** @throws Refused 'release-past' | 'closing-after-release' */
export function checkTimes({ releaseAt, reservationClosesAt }: Times, now: number): void {
  if (releaseAt !== null && releaseAt <= now) {
    throw new Refused('release-past', 'invalid', 'The release must be in the future.');
  }
  if (reservationClosesAt !== null && releaseAt !== null && reservationClosesAt > releaseAt) {
    throw new Refused('closing-after-release', 'invalid', 'Reservations must close before the release.');
  }
}
