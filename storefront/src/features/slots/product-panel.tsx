import type { PublicProduct } from '@supreme-access/contract/api-types.js';
import { type ReactNode, useState } from 'react';
import { DropFacts } from '../shop/drop-facts.js';
import { ProductHeading } from '../shop/product-heading.js';
import { ChooseSlot } from './choose-slot.js';
import { type Choice, ConfirmSlot } from './confirm-slot.js';

interface ProductPanelProps {
  product: PublicProduct;
  level: 'page' | 'dialog';
  /** what the button says while the drop is open */
  action: string;
  quantity?: boolean;
  /** where the shopper goes once a slot is secured */
  goesTo: string;
  /** what stands between the facts and the choice */
  notice?: ReactNode;
  /** what stands at the end, after the words on the retail price */
  children?: ReactNode;
}

/** What sheet and page show of a product: its facts, what has to be chosen, and the ticket to confirm. */
export function ProductPanel({ product, level, action, quantity, goesTo, notice, children }: ProductPanelProps) {
  const [choice, setChoice] = useState<Choice | null>(null);
  return (
    <>
      <ProductHeading product={product} level={level} />
      <DropFacts product={product} />
      {notice}
      <ChooseSlot product={product} action={action} quantity={quantity} onChoice={setChoice} />
      <p className="text-sm text-muted">The retail price of the item is not included. {children}</p>
      {choice && <ConfirmSlot product={product} choice={choice} goesTo={goesTo} onClose={() => setChoice(null)} />}
    </>
  );
}
