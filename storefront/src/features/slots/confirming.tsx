import type { PublicProduct } from '@supreme-access/contract/shapes/products.js';
import { useEffect, useState } from 'react';
import { useIntent } from '../../api/intent.js';
import { InlineAlert } from '../../ui/alert.js';
import { type Choice, ConfirmSlot } from './confirm-slot.js';
import type { SecureOutcome } from './secure-states.js';

const SECURED = 'The slot is yours. You find it under Orders.';

interface ConfirmingProps {
  product: PublicProduct;
  /** Null closes the dialog. */
  choice: Choice | null;
  goesTo: string;
  onClose(): void;
}

/** The confirmation dialog. An outcome after it was closed is shown in its place. */
export function Confirming({ product, choice, goesTo, onClose }: ConfirmingProps) {
  const send = useIntent();
  const [late, setLate] = useState<SecureOutcome | null>(null);
  useEffect(() => {
    if (choice) setLate(null);
  }, [choice]);
  if (choice) return <ConfirmSlot {...{ product, choice, goesTo, send, onClose }} onLate={setLate} />;
  return late && <InlineAlert type={late.ok ? 'success' : 'danger'} text={late.ok ? SECURED : late.message} />;
}
