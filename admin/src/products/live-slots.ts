import { productTopic } from '@supreme-access/contract/live-topics.js';
import type { AdminProduct } from '@supreme-access/contract/shapes/products.js';
import { useState } from 'react';
import { BROKEN, useTopic } from '../streams.js';

interface SlotCount {
  productId: string;
  reserved: number;
  remaining: number;
}

/** The product with live slots; without a connection, with those of the last request. */
export function useLiveSlots(product: AdminProduct): AdminProduct {
  const [slots, setSlots] = useState<SlotCount | null>(null);
  const { productId, delisted } = product;
  useTopic(delisted ? null : productTopic(productId), (event, data) => {
    if (event === BROKEN) setSlots(null);
    if (event === 'slots' && isCount(data)) setSlots(data);
  });
  return slots?.productId === productId
    ? { ...product, reserved: slots.reserved, remaining: slots.remaining }
    : product;
}

function isCount(data: unknown): data is SlotCount {
  if (typeof data !== 'object' || data === null) return false;
  const { productId, reserved, remaining } = data as Partial<SlotCount>;
  return typeof productId === 'string' && typeof reserved === 'number' && typeof remaining === 'number';
}
