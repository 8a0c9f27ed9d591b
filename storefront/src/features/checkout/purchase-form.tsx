import { Suspense, useRef, useState } from 'react';
import { FormProvider, type UseFormReturn, useForm, useFormContext } from 'react-hook-form';
import type { AcoInput, CardInput, PublicProduct } from '../../../../backend/src/contract/api-types.js';
import { TEXTS } from '../../../../backend/src/contract/texts.js';
import { serverNow } from '../../clock.js';
import { discounted, money } from '../../format.js';
import { lazyPart } from '../../lazy-page.js';
import { useAlerts } from '../../ui/alert.js';
import { Button } from '../../ui/button.js';
import { TextField } from '../../ui/field.js';
import { FormActions } from '../../ui/form-page.js';
import { LoadFailure, Loading } from '../../ui/load-state.js';
import { CHECKS } from '../auth/register.js';
import type { MakeToken } from '../payment/fee-card.js';
import { usePageSettings } from '../payment/page-settings.js';
import { CardFields } from '../profiles/card-fields.js';
import { type CardValues, NO_CARD, readCard } from '../profiles/card-values.js';
import { DROP_WORDS, useDropState } from '../shop/drop-state.js';
import { shownPrice } from '../shop/products.js';
import { AcoDetails } from './aco-details.js';
import { type AcoValues, NO_ACO } from './aco-values.js';
import { usePromo } from './promo.js';
import { type TokenOfCard, usePurchase } from './purchase.js';
import type { Receipt } from './secure-states.js';

const StripePart = lazyPart(async () => (await import('../payment/stripe-card.js')).StripePart);

interface PayValues {
  name: string;
  email: string;
  card: CardValues;
}

export interface Bought {
  order: Receipt;
  aco: AcoInput;
  email: string;
}

interface PurchaseFormProps {
  product: PublicProduct;
  products: readonly PublicProduct[];
  onProduct(productId: string): void;
  onBought(bought: Bought): void;
}

/** A purchase without an account: auto-checkout details, who pays the fee, and the card that pays it after success. */
export function PurchaseForm({ product, products, onProduct, onBought }: PurchaseFormProps) {
  const [aco, setAco] = useState<AcoInput | null>(null);
  const details = useForm<AcoValues>({ defaultValues: { ...NO_ACO, productId: product.productId } });
  const form = useForm<PayValues>({ defaultValues: { name: '', email: '', card: NO_CARD } });
  const alerts = useAlerts();
  const { onStripe, cardOf } = usePayingCard(form);
  const pay = usePay(product, aco, onBought, cardOf);
  const submit = form.handleSubmit(pay, ({ email, name }) => {
    const text = aco ? (email?.message ?? name?.message) : TEXTS.aco;
    alerts.show('danger', text ?? TEXTS.form);
  });
  const set = (next: AcoInput) => {
    setAco(next);
    alerts.clear();
    onProduct(details.getValues('productId'));
    const { fullName, email, card } = details.getValues();
    // what was typed once need not be typed again; another name or card may pay the fee
    if (!form.getValues('name')) form.setValue('name', fullName);
    if (!form.getValues('email')) form.setValue('email', email);
    if (!form.getValues('card.number')) form.setValue('card', card);
  };
  return (
    <div className="grid gap-8">
      <AcoDetails form={details} products={products} aco={aco} onSet={set} />
      <FormProvider {...form}>
        <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-2">
          <h2 className="heading text-head">Who pays the fee</h2>
          <PayerFields />
          <PayingCard onStripe={onStripe} />
          <PayAction product={product} busy={form.formState.isSubmitting} />
        </form>
      </FormProvider>
    </div>
  );
}

/** The card that was typed into our fields, or a token of the one in Stripe's. */
function usePayingCard(form: UseFormReturn<PayValues>) {
  const makeToken = useRef<MakeToken | null>(null);
  const onStripe = (make: MakeToken) => {
    makeToken.current = make;
  };
  const cardOf = async ({ name, card }: PayValues): Promise<CardInput | TokenOfCard | { problem: string }> => {
    if (makeToken.current) return makeToken.current(name.trim());
    const read = readCard({ ...card, name }, serverNow());
    if (read.ok) return read.card;
    form.setError(`card.${read.field}`, { message: read.text }, { shouldFocus: true });
    return { problem: TEXTS.card };
  };
  return { onStripe, cardOf };
}

function usePay(
  product: PublicProduct,
  aco: AcoInput | null,
  onBought: (bought: Bought) => void,
  cardOf: ReturnType<typeof usePayingCard>['cardOf'],
) {
  const purchase = usePurchase();
  const alerts = useAlerts();
  return async (values: PayValues) => {
    const { name, email } = values;
    alerts.clear();
    if (aco?.productForm?.id !== product.productId) return alerts.show('danger', TEXTS.aco);
    const card = await cardOf(values);
    if ('problem' in card) return alerts.show('danger', card.problem);
    const who = { name: name.trim(), email: email.trim() };
    const outcome = await purchase({ ...who, productId: product.productId, aco, card });
    if (outcome.ok) onBought({ order: outcome.order, aco, email: who.email });
    else alerts.show('danger', outcome.message);
  };
}

/** Our own fields, or Stripe's where the server has a publishable key. */
function PayingCard({ onStripe }: { onStripe(make: MakeToken): void }) {
  const settings = usePageSettings();
  if (settings.isError) return <LoadFailure error={settings.error} retry={settings.refetch} />;
  if (settings.isPending) return <Loading />;
  const { stripePublishableKey } = settings.data;
  if (!stripePublishableKey) return <CardFields nameless />;
  return (
    <Suspense fallback={<Loading />}>
      <StripePart publishableKey={stripePublishableKey} onReady={onStripe} />
    </Suspense>
  );
}

function PayerFields() {
  const { register, formState } = useFormContext<PayValues>();
  const { errors } = formState;
  const reachable = (text: string) => (text.trim() === '' ? TEXTS.emailRequired : CHECKS.email(text));
  return (
    <>
      <TextField
        label="Name"
        autoComplete="name"
        error={errors.name?.message}
        {...register('name', { validate: (text) => text.trim() !== '' || TEXTS.nameRequired })}
      />
      <TextField
        label="Email"
        type="email"
        autoComplete="email"
        error={errors.email?.message}
        hint="We mail you a link to see, withdraw or erase the order."
        {...register('email', { validate: reachable })}
      />
    </>
  );
}

function PayAction({ product, busy }: { product: PublicProduct; busy: boolean }) {
  const state = useDropState(product);
  const { promo } = usePromo();
  const price = shownPrice(product);
  const shown = money(promo ? discounted(price, promo.percent) : price, product.currency);
  return (
    <FormActions>
      <p className="w-full text-sm">{TEXTS.promise}</p>
      <Button look="volt" type="submit" disabled={busy || state !== 'open'} className="w-full text-lg">
        {busy ? 'Securing...' : state === 'open' ? `Pay ${shown}` : DROP_WORDS[state].label}
      </Button>
    </FormActions>
  );
}
