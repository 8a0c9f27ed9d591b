import type { AdminProduct } from '@supreme-access/contract/api-types.js';
import { Mono } from '../ui/Mono.js';
import { useServerNow } from '../ui/server-clock.js';
import { INK, VOLT } from '../ui/tokens.js';
import { type ProductState, productState } from './product-state.js';

/** Open is what matters, so it is the one in volt. */
const LOOKS: Record<ProductState, object> = {
  Open: { bgcolor: VOLT, color: INK, borderColor: INK },
  Releasing: { bgcolor: 'text.primary', color: 'background.default', borderColor: 'text.primary' },
  'Sold out': { borderColor: 'text.primary' },
  Closed: { borderColor: 'text.primary' },
  Departed: { borderColor: 'divider', color: 'text.secondary' },
  'Not open': { borderColor: 'divider', borderStyle: 'dashed', color: 'text.secondary' },
  Cancelled: { borderColor: 'error.main', color: 'error.main' },
  Delisted: { borderColor: 'divider', color: 'text.secondary', textDecoration: 'line-through' },
};

export function ProductStateMark({ product }: { product: AdminProduct }) {
  const state = productState(product, useServerNow(5_000));
  return (
    <Mono
      sx={{
        display: 'inline-block',
        border: 1,
        px: 0.75,
        py: 0.25,
        lineHeight: 1.3,
        whiteSpace: 'nowrap',
        ...LOOKS[state],
      }}
    >
      {state}
    </Mono>
  );
}
