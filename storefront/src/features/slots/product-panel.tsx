import type { PublicProduct } from '@supreme-access/contract/shapes/products.js';
import { type ReactNode, useState } from 'react';
import { DropFacts } from '../shop/drop-facts.js';
import { ProductHeading } from '../shop/product-heading.js';
import { ProductStory } from '../shop/product-story.js';
import { ChooseSlot } from './choose-slot.js';
import type { Choice } from './confirm-slot.js';
import { Confirming } from './confirming.js';
import { HeldSlots, useHeldSlots } from './held-slots.js';

interface ProductPanelProps {
  product: PublicProduct;
  level: 'page' | 'dialog';
  action: string;
  quantity?: boolean;
  goesTo: string;
  notice?: ReactNode;
  offered?: string | undefined;
  children?: ReactNode;
}

export function ProductPanel(props: ProductPanelProps) {
  const { product, level, action, quantity, goesTo, notice, offered, children } = props;
  const [choice, setChoice] = useState<Choice | null>(null);
  const held = useHeldSlots(product.productId);
  return (
    <>
      <ProductHeading product={product} level={level} />
      <DropFacts product={product} offered={offered} />
      <HeldSlots orders={held} />
      {notice}
      <ChooseSlot {...{ product, action, quantity, held }} onChoice={setChoice} />
      <Confirming {...{ product, choice, goesTo }} onClose={() => setChoice(null)} />
      <ProductStory product={product} />
      <p className="text-sm text-muted">The retail price of the item is not included. {children}</p>
    </>
  );
}
