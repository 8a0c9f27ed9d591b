import { formatCardNumber } from '@supreme-access/contract/cards.js';
import { TEXTS } from '@supreme-access/contract/texts.js';
import { digitsIn } from '@supreme-access/contract/typed-text.js';
import { useState } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { serverNow } from '../../api/clock.js';
import { useIntent } from '../../api/intent.js';
import { Button } from '../../ui/button.js';
import { TextField } from '../../ui/field.js';
import { FormActions } from '../../ui/form-page.js';
import { markProblems } from '../../ui/form-problems.js';
import { useReturnTo } from '../auth/return-to.js';
import { CardPreview } from '../cards/card-preview.js';
import { CardError, cardProblem } from '../cards/card-problem.js';
import { cardToken } from '../cards/card-token.js';
import { brandName, type CardProblem, type CardValues, readCard } from '../cards/card-values.js';
import { formatted } from '../cards/formatted-field.js';
import { type CardOwner, useSaveCard } from './card-step.js';
import { type CardFormValues, ExpiryLists } from './expiry-lists.js';

const NAMES = {
  name: 'cardName',
  number: 'cardNumber',
  expiry: 'cardMonth',
  code: 'cardCvv',
} as const satisfies Record<keyof CardValues, keyof CardFormValues>;

export function DrawnCardForm({ owner }: { owner: CardOwner }) {
  const form = useForm<CardFormValues>({
    defaultValues: { cardName: owner.account.name, cardNumber: '', cardMonth: '', cardYear: '', cardCvv: '' },
  });
  const [side, setSide] = useState<'front' | 'back'>('front');
  const [problem, setProblem] = useState('');
  const submit = form.handleSubmit(useSubmitCard(owner, form, setProblem));
  const { cardName, cardNumber, cardMonth, cardYear, cardCvv } = form.watch();
  const card = { name: cardName, number: cardNumber, month: cardMonth, year: cardYear, code: cardCvv };
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-6">
      <CardPreview card={card} side={side} />
      <Fields form={form} onSide={setSide} />
      <CardError text={problem} />
      <Actions busy={form.formState.isSubmitting} />
    </form>
  );
}

const CHOOSE_EXPIRY = 'Choose month and year. The card must not have expired.';

function useSubmitCard(owner: CardOwner, form: UseFormReturn<CardFormValues>, showProblem: (problem: string) => void) {
  const save = useSaveCard(owner);
  const token = useIntent();
  return async ({ cardName, cardNumber, cardMonth, cardYear, cardCvv }: CardFormValues) => {
    showProblem('');
    const typed = { name: cardName, number: cardNumber, expiry: `${cardMonth}/${cardYear}`, code: cardCvv };
    const read = readCard(typed, serverNow());
    if (read.ok) {
      return cardToken(token, read.card, owner.address.postal_code)
        .then((made) => save(made, read.card))
        .catch((error) => showProblem(cardProblem(error)));
    }
    const textOf = ({ field, text }: CardProblem) => (field === 'expiry' ? CHOOSE_EXPIRY : text);
    markProblems(
      form,
      read.problems.map((one) => ({ field: NAMES[one.field], text: textOf(one) })),
    );
    showProblem(TEXTS.card);
  };
}

interface FieldsProps {
  form: UseFormReturn<CardFormValues>;
  onSide(side: 'front' | 'back'): void;
}

function Fields({ form, onSide }: FieldsProps) {
  const { errors } = form.formState;
  return (
    <div className="grid grid-cols-2 gap-x-6 gap-y-2 sm:grid-cols-3">
      <TextField
        label="Card Number"
        className="col-span-full"
        mono
        inputMode="numeric"
        autoComplete="cc-number"
        hint={brandName(form.watch('cardNumber')) || ' '}
        error={errors.cardNumber?.message}
        {...formatted(form.register('cardNumber'), formatCardNumber)}
      />
      <TextField
        label="Card Name"
        className="col-span-full"
        autoComplete="cc-name"
        error={errors.cardName?.message}
        {...form.register('cardName')}
      />
      <ExpiryLists form={form} />
      <TextField
        label="CVV"
        mono
        inputMode="numeric"
        autoComplete="cc-csc"
        error={errors.cardCvv?.message}
        onFocus={() => onSide('back')}
        {...formatted(form.register('cardCvv', { onBlur: () => onSide('front') }), digitsIn)}
      />
    </div>
  );
}

function Actions({ busy }: { busy: boolean }) {
  const { state } = useReturnTo();
  return (
    <FormActions>
      <Button type="submit" disabled={busy} className="max-lg:flex-1">
        {busy ? 'Saving your card...' : 'Submit'}
      </Button>
      <Link to="/signupcomplete" state={state}>
        Add Later
      </Link>
    </FormActions>
  );
}
