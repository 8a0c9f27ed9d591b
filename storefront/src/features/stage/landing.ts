import type { OrderStamp } from '@supreme-access/contract/shapes/orders.js';
import { STAMP_LABELS, type StampKind } from '@supreme-access/contract/ticket.js';
import { useEffect, useState } from 'react';

/** ms for which a stamp is the last one, so that it can be read even where the server was faster */
export const HELD = 400;

/** What stands in for a stamp that has not landed yet; the others are no promise and are not there before. */
const FORMERLY: Partial<Record<StampKind, StampKind>> = {
  'checked-out': 'checked-out',
  'next-size': 'checked-out',
  charged: 'charged',
  'no-fee': 'charged',
};

/** The ticket while only the first `count` of its stamps have landed. */
export function landed(stamps: readonly OrderStamp[], count: number): OrderStamp[] {
  let left = count;
  return stamps.flatMap((stamp) => {
    if (!stamp.done) return stamp;
    left -= 1;
    if (left >= 0) return stamp;
    const kind = FORMERLY[stamp.kind];
    return kind ? { kind, label: STAMP_LABELS[kind], done: false, at: null } : [];
  });
}

export const doneOf = (stamps: readonly OrderStamp[]): number => stamps.filter(({ done }) => done).length;

/** Stamps one by one, each held for a moment; those that are there from the start are no news. */
export function useLanded(stamps: readonly OrderStamp[]): { stamps: OrderStamp[]; isLanding: boolean } {
  const done = doneOf(stamps);
  const [count, setCount] = useState(done);
  const [isHeld, setHeld] = useState(false);
  const shown = Math.min(count, done);
  useEffect(() => {
    if (isHeld) {
      const timer = setTimeout(() => setHeld(false), HELD);
      return () => clearTimeout(timer);
    }
    if (shown < done) {
      setCount(shown + 1);
      setHeld(true);
    }
  }, [isHeld, shown, done]);
  return { stamps: landed(stamps, shown), isLanding: isHeld || shown < done };
}
