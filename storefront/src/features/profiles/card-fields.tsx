import { type UseFormRegisterReturn, useFormContext } from 'react-hook-form';
import { cardBrand, formatCardNumber } from '../../../../backend/src/contract/cards.js';
import { CARD_FORMATTED_MAX, type CardBrand } from '../../../../backend/src/contract/limits.js';
import { TextField } from '../../ui/field.js';
import { type CardValues, caretAfter, formatExpiry } from './card-values.js';

const BRAND_NAMES: Record<CardBrand, string> = {
  visa: 'Visa',
  amex: 'American Express',
  mastercard: 'Mastercard',
  discover: 'Discover',
  unionpay: 'UnionPay',
  troy: 'Troy',
  dinersclub: 'Diners Club',
  jcb: 'JCB',
};

/** Registers a field whose text is formatted while it is typed, keeping the caret where it was. */
function formatted(field: UseFormRegisterReturn, format: (text: string) => string): UseFormRegisterReturn {
  return {
    ...field,
    onChange: (event: { target: HTMLInputElement; type?: string }) => {
      const input = event.target;
      const caret = input.selectionStart ?? input.value.length;
      const atEnd = caret === input.value.length;
      const digits = input.value.slice(0, caret).replace(/\D/g, '').length;
      input.value = format(input.value);
      const place = atEnd ? input.value.length : caretAfter(input.value, digits);
      if (document.activeElement === input) input.setSelectionRange(place, place);
      return field.onChange(event);
    },
  };
}

/** The fields of a card, in a form whose values hold it under `card`. Nothing of it is kept in the browser. */
export function CardFields() {
  const { register, formState } = useFormContext<{ card: CardValues }>();
  const errors = formState.errors.card;
  return (
    <div className="grid grid-cols-2 gap-x-6 gap-y-2">
      <TextField
        label="Full Name"
        className="col-span-2"
        autoComplete="cc-name"
        error={errors?.name?.message}
        {...register('card.name')}
      />
      <CardNumber />
      <TextField
        label="Expiry (MM/YY)"
        mono
        inputMode="numeric"
        autoComplete="cc-exp"
        maxLength={5}
        placeholder="MM/YY"
        error={errors?.expiry?.message}
        {...formatted(register('card.expiry'), formatExpiry)}
      />
      <TextField
        label="Security Code"
        mono
        inputMode="numeric"
        autoComplete="cc-csc"
        maxLength={4}
        placeholder="000"
        error={errors?.code?.message}
        {...formatted(register('card.code'), (text) => text.replace(/\D/g, ''))}
      />
    </div>
  );
}

/** The number, grouped as it is printed, and its brand as soon as it is known. */
function CardNumber() {
  const { register, watch, formState } = useFormContext<{ card: CardValues }>();
  const brand = cardBrand(watch('card.number'));
  return (
    <TextField
      label="Card Number"
      className="col-span-2"
      mono
      inputMode="numeric"
      autoComplete="cc-number"
      maxLength={CARD_FORMATTED_MAX.default}
      placeholder="0000 0000 0000 0000"
      hint={brand ? BRAND_NAMES[brand] : ' '}
      error={formState.errors.card?.number?.message}
      {...formatted(register('card.number'), formatCardNumber)}
    />
  );
}
