import { PURCHASE_COUNTRIES } from '@supreme-access/contract/countries.js';
import { money } from '@supreme-access/contract/labels.js';
import { discounted } from '@supreme-access/contract/money.js';
import { isPoBox } from '@supreme-access/contract/po-boxes.js';
import { STATE_LABELS } from '@supreme-access/contract/product-states.js';
import type { AcoInput } from '@supreme-access/contract/sealing.js';
import type { PublicProduct } from '@supreme-access/contract/shapes/products.js';
import { TEXTS } from '@supreme-access/contract/texts.js';
import { useEffect, useId, useRef, useState } from 'react';
import { FormProvider, type UseFormReturn, useForm } from 'react-hook-form';
import { useAlerts } from '../../ui/alert.js';
import { Button } from '../../ui/button.js';
import { useDraft } from '../../ui/draft.js';
import { ThumbBar } from '../../ui/thumb-bar.js';
import { useInitialAccount } from '../account/account.js';
import { NO_CARD } from '../cards/card-values.js';
import { ADDRESS_FIELDS, fromBilling } from '../contact/address-values.js';
import { PoBoxNote } from '../contact/po-box-note.js';
import { useDropState } from '../shop/drop-state.js';
import { shownPrice } from '../shop/products.js';
import { usePromo } from '../shop/promo.js';
import { PromoNote } from '../shop/promo-note.js';
import { type LimitCheck, LimitField, useLimit } from '../slots/limit-field.js';
import type { Receipt } from '../slots/secure-states.js';
import { JoinLink } from '../waitlist/waitlist-note.js';
import { AcoDetails } from './aco-details.js';
import { type AcoValues, NO_ACO, onlyChoice } from './aco-values.js';
import { Payer } from './payer.js';
import { type PayValues, usePayingCard } from './paying-card.js';
import { usePurchase, zipOf } from './purchase.js';

/** These fields are kept until the slot is secured. Hazard: cards never are. */
const RECIPIENT = ['fullName', 'email', 'phone', ...ADDRESS_FIELDS] as const;
const PAYER = ['name', 'email'] as const;

export interface Bought {
  order: Receipt;
  link: string;
  aco: AcoInput;
  email: string;
}

interface PurchaseFormProps {
  product: PublicProduct;
  products: readonly PublicProduct[];
  onProduct(productId: string): void;
  onBought(bought: Bought): void;
}

export function PurchaseForm({ product, products, onProduct, onBought }: PurchaseFormProps) {
  const [aco, setAco] = useState<AcoInput | null>(null);
  const details = useForm<AcoValues>({
    defaultValues: { ...NO_ACO, ...onlyChoice(product), productId: product.productId },
  });
  const form = useForm<PayValues>({ defaultValues: { name: '', email: '', card: NO_CARD } });
  const forgetRecipient = useDraft('recipient', details, RECIPIENT);
  const forgetPayer = useDraft('payer', form, PAYER);
  usePrefilled(details);
  const alerts = useAlerts();
  const [problem, setProblem] = useState('');
  const limit = useLimit(product);
  const [limitProblem, setLimitProblem] = useState('');
  const { onStripe, cardOf, markCard, isReady, takesNumber } = usePayingCard(form, aco !== null);
  const [isOther, setOther] = useState(false);
  const refuseCard = (text: string) => {
    setProblem(text);
    if (text !== '' && takesNumber) setOther(true);
  };
  const finish = (bought: Bought) => {
    forgetRecipient();
    forgetPayer();
    onBought(bought);
  };
  const opener = useRef<HTMLButtonElement>(null);
  const [isMissing, setMissing] = useState(false);
  const askForAco = () => {
    alerts.show('danger', TEXTS.aco);
    setMissing(true);
    opener.current?.focus();
  };
  const pay = usePay({
    ...{ product, aco, limit: limit.check, onMissing: askForAco, onBought: finish, cardOf },
    onCardProblem: refuseCard,
    onLimitProblem: setLimitProblem,
  });
  const submit = form.handleSubmit(pay, ({ email, name }) => {
    markCard();
    if (!aco) return askForAco();
    alerts.show('danger', email?.message ?? name?.message ?? TEXTS.form);
  });
  const set = (next: AcoInput) => {
    setAco(next);
    alerts.clear();
    onProduct(details.getValues('productId'));
    if (isOther) return;
    const { fullName, email, card } = details.getValues();
    form.reset({ name: fullName, email, card });
    setProblem('');
  };
  const isOpen = useDropState(product) === 'open';
  const id = useId();
  return (
    <div className="flex flex-col gap-8">
      <div hidden={!isOpen}>
        <AcoDetails {...{ products, aco, isMissing, opener }} form={details} onSet={set} />
      </div>
      <FormProvider {...form}>
        <form
          id={id}
          noValidate
          hidden={!isOpen}
          onSubmit={(event) => void submit(event)}
          className="grid gap-4 border-t border-fg pt-6 [&[hidden]]:hidden"
        >
          <Payer
            isSet={aco !== null}
            isOther={isOther}
            problem={problem}
            onOther={() => setOther(true)}
            onStripe={onStripe}
          />
          <LimitField product={product} text={limit.text} error={limitProblem} onChange={limit.setText} />
          {aco && !aco.streetConfirmed && isPoBox(aco.shipping) && <PoBoxNote what="This order" />}
        </form>
        <PayAction form={id} product={product} isReady={isReady} busy={form.formState.isSubmitting} />
      </FormProvider>
    </div>
  );
}

function usePrefilled(details: UseFormReturn<AcoValues>) {
  const { data: account } = useInitialAccount();
  useEffect(() => {
    if (!account) return;
    const { name, email, phone, billingAddress } = account;
    const typed = details.getValues();
    if (!typed.fullName) details.setValue('fullName', name);
    if (!typed.email) details.setValue('email', email);
    if (!typed.phone) details.setValue('phone', phone);
    const { isDirty } = details.getFieldState('address');
    const isOffered = PURCHASE_COUNTRIES.some((country) => country === billingAddress?.country);
    if (isOffered && !isDirty && !typed.address.address1) details.setValue('address', fromBilling(billingAddress));
  }, [account, details]);
}

interface Paying {
  product: PublicProduct;
  aco: AcoInput | null;
  limit(): LimitCheck;
  onMissing(): void;
  onBought(bought: Bought): void;
  cardOf: ReturnType<typeof usePayingCard>['cardOf'];
  /** An empty text clears the problem. */
  onCardProblem(text: string): void;
  onLimitProblem(text: string): void;
}

function usePay({ product, aco, limit, onMissing, onBought, cardOf, onCardProblem, onLimitProblem }: Paying) {
  const purchase = usePurchase();
  const alerts = useAlerts();
  return async (values: PayValues) => {
    const { name, email } = values;
    alerts.clear();
    onCardProblem('');
    onLimitProblem('');
    if (aco?.productForm?.id !== product.productId) return onMissing();
    const agreed = limit();
    if (!agreed.ok) return onLimitProblem(agreed.problem);
    const card = await cardOf(values, zipOf(aco));
    if ('problem' in card) return onCardProblem(card.problem);
    const who = { name: name.trim(), email: email.trim() };
    const terms = { limit: agreed.limit, codeless: product.means === 'token' };
    const outcome = await purchase({ ...who, ...terms, productId: product.productId, aco, card });
    if (outcome.ok) onBought({ order: outcome.order, link: outcome.link, aco, email: who.email });
    else if (outcome.about === 'card') onCardProblem(outcome.message);
    else if (outcome.about === 'limit') onLimitProblem(outcome.message);
    else alerts.show('danger', outcome.message);
  };
}

interface PayActionProps {
  /** The id of the form that this button submits from outside it. */
  form: string;
  product: PublicProduct;
  isReady: boolean;
  busy: boolean;
}

function PayAction({ form, product, isReady, busy }: PayActionProps) {
  const state = useDropState(product);
  const { promo, isLookingUp } = usePromo();
  const isWaiting = busy || !isReady || isLookingUp;
  const price = shownPrice(product);
  const shown = money(promo ? discounted(price, promo.percent) : price, product.currency);
  return (
    <ThumbBar>
      <p className="text-sm">{TEXTS.promise}</p>
      <PromoNote />
      {state === 'sold-out' ? (
        <JoinLink product={product} />
      ) : (
        <Button
          variant="volt"
          type="submit"
          form={form}
          disabled={isWaiting || state !== 'open'}
          className="w-full text-lg"
        >
          {busy ? 'Securing...' : state === 'open' ? `Secure Slot, Fee ${shown}` : STATE_LABELS[state]}
        </Button>
      )}
    </ThumbBar>
  );
}
