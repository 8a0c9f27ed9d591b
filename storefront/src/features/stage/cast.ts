import type { Order } from '@supreme-access/contract/shapes/orders.js';
import { useEffect, useState } from 'react';
import { useByServerTime } from '../../api/clock.js';

/** ms before the release from which a ticket is on stage */
export const CURTAIN = 60_000;

/** Whether its release is a minute away, or under way. `now`: ms UTC by the server's clock. */
export function isDue({ status, slotNumber, releaseAt }: Order, now: number): boolean {
  if (slotNumber === null) return false;
  if (status === 'processing') return true;
  return status === 'pending' && releaseAt !== null && Date.parse(releaseAt) - now <= CURTAIN;
}

/** What is on stage of one drop. */
export interface Cast extends Pick<Order, 'productId' | 'productTitle' | 'releaseAt'> {
  orders: Order[];
}

/** The orders on stage, by drop. Who has been there stays until they are sent off: how it ended is what one came for. */
export function useCast(orders: readonly Order[]) {
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
  const cast = orders.filter(({ orderId }) => !gone.has(orderId) && (seen.has(orderId) || due.includes(orderId)));
  const drops = new Map<string, Cast>();
  for (const order of cast) {
    const { productId, productTitle, releaseAt } = order;
    const drop = drops.get(productId) ?? { productId, productTitle, releaseAt, orders: [] };
    drop.orders.push(order);
    drops.set(productId, drop);
  }
  const sendOff = ({ orders: left }: Cast) =>
    setGone((before) => new Set([...before, ...left.map(({ orderId }) => orderId)]));
  return { drops: [...drops.values()], sendOff };
}
