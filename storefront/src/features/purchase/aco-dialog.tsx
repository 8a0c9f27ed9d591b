import { PURCHASE_COUNTRIES } from '@supreme-access/contract/countries.js';
import type { AcoInput } from '@supreme-access/contract/sealing.js';
import type { PublicProduct } from '@supreme-access/contract/shapes/products.js';
import { TEXTS } from '@supreme-access/contract/texts.js';
import { FormProvider, type UseFormReturn } from 'react-hook-form';
import { serverNow } from '../../api/clock.js';
import { usePageSettings } from '../../api/page-settings.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { markProblems } from '../../ui/form-problems.js';
import { AddressFields } from '../contact/address-fields.js';
import { AcoCardFields, AcoChoiceFields, AcoPersonFields } from './aco-fields.js';
import { type AcoField, type AcoValues, readAco } from './aco-values.js';

interface AcoDialogProps {
  form: UseFormReturn<AcoValues>;
  products: readonly PublicProduct[];
  onSet(aco: AcoInput): void;
  onClose(): void;
}

export function AcoDialog({ form, products, onSet, onClose }: AcoDialogProps) {
  const settings = usePageSettings();
  const chosen = products.find(({ productId }) => productId === form.watch('productId'));
  const isToken = chosen?.means === 'token';
  // Where Stripe takes the paying card itself, nobody needs this one's code.
  const codeless = isToken && Boolean(settings.data?.stripePublishableKey);
  const check = () => {
    const values = form.getValues();
    const product = products.find(({ productId }) => productId === values.productId);
    if (!product) return;
    const read = readAco(values, product, serverNow(), codeless);
    if (read.ok) return read.aco;
    const marked = (field: AcoField) => form.getFieldState(field).error !== undefined;
    markProblems(
      form,
      read.problems.filter(({ field }) => !marked(field)),
    );
  };
  const submit = form.handleSubmit(() => {
    const aco = check();
    if (aco) onSet(aco);
  }, check);
  return (
    <Dialog open title="ACO details" shape="sheet" onClose={onClose}>
      <FormProvider {...form}>
        <form noValidate onSubmit={(event) => void submit(event)} className="columns gap-y-10 p-4 lg:p-8">
          <Part
            title="What"
            text="One slot. If your size or colour is sold out at the release, we buy the next available one."
          >
            <AcoChoiceFields products={products} />
          </Part>
          <Part title="Who and where" text="The retailer ships to this name and address.">
            <AcoPersonFields />
            <AddressFields countries={PURCHASE_COUNTRIES} ships />
          </Part>
          <Part title="The retailer's charge" text={isToken ? BY_TOKEN : BY_CARD}>
            <AcoCardFields codeless={codeless} />
          </Part>
          <div
            data-form-actions
            className="sticky bottom-0 z-10 col-span-full -mx-4 -mb-4 grid gap-2 border-t border-rule bg-bg p-4 lg:-mx-8 lg:-mb-8 lg:px-8"
          >
            <p className="text-sm">{TEXTS.promise}</p>
            <Button type="submit">Save ACO Details</Button>
          </div>
        </form>
      </FormProvider>
    </Dialog>
  );
}

const BY_CARD = 'This card pays the retailer for the item once the checkout succeeds. It is encrypted in your browser.';
const BY_TOKEN =
  'The retailer is paid by a token made of the card that pays our fee, and never gets a number or code. This card tells us that you hold one slot alone.';

function Part({ title, text, children }: { title: string; text: string; children: React.ReactNode }) {
  return (
    <section className="col-span-full columns gap-y-4 border-t border-fg pt-5">
      <div className="col-span-4">
        <h3 className="heading text-head">{title}</h3>
        <p className="mt-2 text-sm text-muted">{text}</p>
      </div>
      <div className="col-span-4 grid content-start gap-2 lg:col-span-8">{children}</div>
    </section>
  );
}
