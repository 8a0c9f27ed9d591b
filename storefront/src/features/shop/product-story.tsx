import { money } from '@supreme-access/contract/labels.js';
import type { PublicProduct } from '@supreme-access/contract/shapes/products.js';

export function RetailPrice({ product: { retailPrice } }: { product: Pick<PublicProduct, 'retailPrice'> }) {
  if (!retailPrice) return null;
  return (
    <p className="text-sm text-muted">
      <span className="count mr-1.5 text-fg">{money(retailPrice.amount, retailPrice.currency)}</span> retail price, paid
      to the retailer
    </p>
  );
}

export function ProductStory({ product: { description } }: { product: Pick<PublicProduct, 'description'> }) {
  const paragraphs = description.split(/\n+/).filter((text) => text.trim() !== '');
  if (paragraphs.length === 0) return null;
  return (
    <section aria-label="Description" dir="auto" className="grid max-w-[60ch] gap-3 wrap-anywhere">
      {paragraphs.map((text, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a text's paragraphs stay where they are
        <p key={index}>{text}</p>
      ))}
    </section>
  );
}
