import type { PublicProduct } from '@supreme-access/contract/api-types.js';
import { type ReactNode, useState } from 'react';
import { useIntent } from '../../api/intent.js';
import { InlineAlert } from '../../ui/alert.js';
import { DropFacts } from '../shop/drop-facts.js';
import { ProductHeading } from '../shop/product-heading.js';
import { ProductStory } from '../shop/product-story.js';
import { ChooseSlot } from './choose-slot.js';
import { type Choice, ConfirmSlot } from './confirm-slot.js';
import type { SecureOutcome } from './secure-states.js';

const SECURED = 'The slot is yours. You find the ticket under Orders.';

interface ProductPanelProps {
  product: PublicProduct;
  level: 'page' | 'dialog';
  action: string;
  quantity?: boolean;
  goesTo: string;
  notice?: ReactNode;
  children?: ReactNode;
}

export function ProductPanel({ product, level, action, quantity, goesTo, notice, children }: ProductPanelProps) {
  const [choice, setChoice] = useState<Choice | null>(null);
  const [late, setLate] = useState<SecureOutcome | null>(null);
  const send = useIntent();
  const choose = (chosen: Choice) => {
    setLate(null);
    setChoice(chosen);
  };
  return (
    <>
      <ProductHeading product={product} level={level} />
      <DropFacts product={product} />
      {notice}
      <ChooseSlot product={product} action={action} quantity={quantity} onChoice={choose} />
      {late && <InlineAlert type={late.ok ? 'success' : 'danger'} text={late.ok ? SECURED : late.message} />}
      <ProductStory product={product} />
      <p className="text-sm text-muted">The retail price of the item is not included. {children}</p>
      {choice && (
        <ConfirmSlot {...{ product, choice, goesTo, send }} onClose={() => setChoice(null)} onLate={setLate} />
      )}
    </>
  );
}
