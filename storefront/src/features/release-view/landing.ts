import type { OrderStamp } from '@supreme-access/contract/shapes/orders.js';
import { STAMP_LABELS, type StampKind } from '@supreme-access/contract/ticket.js';
import { useEffect, useState } from 'react';

/** Each stamp stays the last one for this time, so that it can be read. */
export const HELD = 400;

const EARLIER: Partial<Record<StampKind, StampKind>> = {
  'checked-out': 'checked-out',
  'next-size': 'checked-out',
  charged: 'charged',
  'no-fee': 'charged',
};

/** The ticket with only the first `count` of its stamps. */
export function landed(stamps: readonly OrderStamp[], count: number): OrderStamp[] {
  let left = count;
  return stamps.flatMap((stamp) => {
    if (!stamp.done) return stamp;
    left -= 1;
    if (left >= 0) return stamp;
    const kind = EARLIER[stamp.kind];
    return kind ? { kind, label: STAMP_LABELS[kind], done: false, at: null } : [];
  });
}

export const doneOf = (stamps: readonly OrderStamp[]): number => stamps.filter(({ done }) => done).length;

/** Shows new stamps one by one; those of the first render are not animated. */
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
