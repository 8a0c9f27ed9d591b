import type { Order } from '@supreme-access/contract/shapes/orders.js';
import { useEffect, useState } from 'react';
import { useByServerTime } from '../../api/clock.js';

export const OPENS_BEFORE_MS = 60_000;

/** Whether the release is at most a minute away or running. `now` is the server's time, ms UTC. */
export function isDue({ status, slotNumber, releaseAt }: Order, now: number): boolean {
  if (slotNumber === null) return false;
  if (status === 'processing') return true;
  return status === 'pending' && releaseAt !== null && Date.parse(releaseAt) - now <= OPENS_BEFORE_MS;
}

export interface ReleaseGroup extends Pick<Order, 'productId' | 'productTitle' | 'releaseAt'> {
  orders: Order[];
}

/**
 * Orders in the release view by drop. They stay until they are dismissed, so that their ending can be read; one whose
 * release was moved leaves.
 */
export function useReleaseGroups(orders: readonly Order[]) {
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set());
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set());
  const due = useByServerTime((now) =>
    orders
      .filter((order) => isDue(order, now))
      .map(({ orderId }) => orderId)
      .join(' '),
  );
  useEffect(() => {
    if (due) setSeen((before) => new Set([...before, ...due.split(' ')]));
  }, [due]);
  const isShown = ({ orderId, status }: Order) => due.includes(orderId) || (seen.has(orderId) && status !== 'pending');
  const shown = orders.filter((order) => !gone.has(order.orderId) && isShown(order));
  const drops = new Map<string, ReleaseGroup>();
  for (const order of shown) {
    const { productId, productTitle, releaseAt } = order;
    const drop = drops.get(productId) ?? { productId, productTitle, releaseAt, orders: [] };
    drop.orders.push(order);
    drops.set(productId, drop);
  }
  const dismiss = ({ orders: left }: ReleaseGroup) =>
    setGone((before) => new Set([...before, ...left.map(({ orderId }) => orderId)]));
  return { drops: [...drops.values()], dismiss };
}
