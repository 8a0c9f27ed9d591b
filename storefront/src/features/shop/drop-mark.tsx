import { type DropState, STATE_LABELS } from '@supreme-access/contract/product-states.js';
import type { PublicProduct } from '@supreme-access/contract/shapes/products.js';
import { useDropState } from './drop-state.js';

const STYLES: Record<DropState, string> = {
  open: 'bg-volt text-ink border-ink',
  'sold-out': 'border-fg',
  closed: 'border-fg',
  running: 'bg-fg text-bg border-fg',
  departed: 'border-edge text-muted',
  unavailable: 'border-edge text-muted border-dashed',
};

export function DropMark({ product }: { product: PublicProduct }) {
  const state = useDropState(product);
  return (
    <span className={`count inline-block border px-1.5 py-0.5 text-mini whitespace-nowrap ${STYLES[state]}`}>
      {STATE_LABELS[state]}
    </span>
  );
}
