import { type ProductState, productState, STAFF_STATE_LABELS } from '@supreme-access/contract/product-states.js';
import type { AdminProduct } from '@supreme-access/contract/shapes/products.js';
import { Mono } from '../ui/Mono.js';
import { useServerNow } from '../ui/server-clock.js';
import { INK, VOLT } from '../ui/tokens.js';

const STYLES: Record<ProductState, object> = {
  open: { bgcolor: VOLT, color: INK, borderColor: INK },
  running: { bgcolor: 'text.primary', color: 'background.default', borderColor: 'text.primary' },
  'sold-out': { borderColor: 'text.primary' },
  closed: { borderColor: 'text.primary' },
  departed: { borderColor: 'divider', color: 'text.secondary' },
  unavailable: { borderColor: 'divider', borderStyle: 'dashed', color: 'text.secondary' },
  cancelled: { borderColor: 'error.main', color: 'error.main' },
  delisted: { borderColor: 'divider', color: 'text.secondary', textDecoration: 'line-through' },
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
        ...STYLES[state],
      }}
    >
      {STAFF_STATE_LABELS[state]}
    </Mono>
  );
}
