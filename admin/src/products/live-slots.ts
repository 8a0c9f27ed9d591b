import type { AdminProduct } from '@supreme-access/contract/api-types.js';
import { useEffect, useState } from 'react';
import { follow, openStream } from '../http.js';

interface SlotCount {
  reserved: number;
  remaining: number;
}

/** The product with its slots as they are this second; without a connection, as it was last asked for. */
export function useLiveSlots(product: AdminProduct): AdminProduct {
  const [slots, setSlots] = useState<SlotCount | null>(null);
  const { productId, delisted } = product;
  useEffect(() => {
    if (delisted) return;
    const path = `/api/products/${encodeURIComponent(productId)}/stream`;
    // The page asks for the product by itself meanwhile, and says what is wrong.
    const open = (signal: AbortSignal) =>
      openStream(path, signal, (event, data) => {
        if (event === 'slots' && isCount(data)) setSlots(data);
      });
    return follow(open, () => setSlots(null));
  }, [productId, delisted]);
  return slots ? { ...product, reserved: slots.reserved, remaining: slots.remaining } : product;
}

function isCount(data: unknown): data is SlotCount {
  if (typeof data !== 'object' || data === null) return false;
  const { reserved, remaining } = data as Partial<SlotCount>;
  return typeof reserved === 'number' && typeof remaining === 'number';
}
