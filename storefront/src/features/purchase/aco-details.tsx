import { sizeLabel, styleLabel } from '@supreme-access/contract/labels.js';
import type { AcoInput } from '@supreme-access/contract/sealing.js';
import type { PublicProduct } from '@supreme-access/contract/shapes/products.js';
import { type Ref, Suspense, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { Button } from '../../ui/button.js';
import { inDialog, lazyPart } from '../../ui/lazy-part.js';
import { addressLine } from '../contact/address-values.js';
import { fullName } from '../contact/names.js';
import type { AcoValues } from './aco-values.js';

const AcoDialog = lazyPart(async () => (await import('./aco-dialog.js')).AcoDialog, inDialog('ACO details', 'sheet'));

interface AcoDetailsProps {
  form: UseFormReturn<AcoValues>;
  products: readonly PublicProduct[];
  aco: AcoInput | null;
  isMissing: boolean;
  opener: Ref<HTMLButtonElement>;
  onSet(aco: AcoInput): void;
}

export function AcoDetails({ form, products, aco, isMissing, opener, onSet }: AcoDetailsProps) {
  const [open, setOpen] = useState(false);
  const set = (next: AcoInput) => {
    onSet(next);
    setOpen(false);
  };
  return (
    <section className="grid justify-items-start gap-4" aria-labelledby="aco">
      <h2 id="aco" className="heading text-head">
        Auto-checkout details
      </h2>
      {aco ? (
        <Summary aco={aco} />
      ) : (
        <p id="aco-missing" className={isMissing ? 'font-medium text-lost' : undefined}>
          Size, address and card for the checkout at the retailer. Not set yet.
        </p>
      )}
      <Button
        ref={opener}
        variant={aco ? 'quiet' : 'solid'}
        aria-describedby={aco ? undefined : 'aco-missing'}
        onClick={() => setOpen(true)}
      >
        Set ACO Details
      </Button>
      <Suspense fallback={null}>
        {open && <AcoDialog form={form} products={products} onSet={set} onClose={() => setOpen(false)} />}
      </Suspense>
    </section>
  );
}

function Summary({ aco: { productForm, shipping, phone, email, card } }: { aco: AcoInput }) {
  const { address1, address2 = '', city, state, zip, country } = shipping;
  const rows = {
    'Size, colour': `${sizeLabel(productForm?.size ?? '')}, ${styleLabel(productForm?.style ?? '')}`,
    'Ships to': `${fullName(shipping)}, ${addressLine({ address1, address2, city, state, zip, country })}`,
    Contact: `${phone}, ${email}`,
    Card: `•••• ${card.number.slice(-4)}`,
  };
  return (
    <dl className="w-full">
      {Object.entries(rows).map(([term, value]) => (
        <div key={term} className="grid gap-x-4 border-b border-rule py-2.5 sm:grid-cols-[10rem_1fr]">
          <dt className="text-sm text-muted">{term}</dt>
          <dd dir="auto" className="break-words">
            {value}
          </dd>
        </div>
      ))}
    </dl>
  );
}
