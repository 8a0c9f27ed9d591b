import type { AdminProduct } from '@supreme-access/contract/api-types.js';
import { useEffect, useState } from 'react';
import { openStream } from '../http.js';

/** ms until a stream that ended is opened again; what is asked for anew every few seconds is shown meanwhile */
const AGAIN = 3_000;

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
    const stop = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const follow = async () => {
      const path = `/api/products/${encodeURIComponent(productId)}/stream`;
      // However it ends, it is opened again: the page asks for the product by itself meanwhile, and says what is wrong.
      await openStream(path, stop.signal, (event, data) => {
        if (event === 'slots' && isCount(data)) setSlots(data);
      }).catch(() => undefined);
      if (stop.signal.aborted) return;
      setSlots(null);
      timer = setTimeout(() => void follow(), AGAIN);
    };
    void follow();
    return () => {
      stop.abort();
      clearTimeout(timer);
    };
  }, [productId, delisted]);
  return slots ? { ...product, reserved: slots.reserved, remaining: slots.remaining } : product;
}

function isCount(data: unknown): data is SlotCount {
  if (typeof data !== 'object' || data === null) return false;
  const { reserved, remaining } = data as Partial<SlotCount>;
  return typeof reserved === 'number' && typeof remaining === 'number';
}
