import { formatCardNumber } from '@supreme-access/contract/cards.js';
import { digitsIn } from '@supreme-access/contract/typed-text.js';
import { useFormContext } from 'react-hook-form';
import { TextField } from '../../ui/field.js';
import { brandName, type CardValues, formatExpiry } from './card-values.js';
import { formatted } from './formatted-field.js';

interface CardFieldsProps {
  nameless?: boolean;
  codeless?: boolean;
  onNumber?(number: string): void;
}

export function CardFields({ nameless = false, codeless = false, onNumber }: CardFieldsProps) {
  const { register, formState } = useFormContext<{ card: CardValues }>();
  const errors = formState.errors.card;
  return (
    <div className="grid grid-cols-2 gap-x-6 gap-y-2">
      {!nameless && (
        <TextField
          label="Full Name"
          className="col-span-2"
          autoComplete="cc-name"
          error={errors?.name?.message}
          {...register('card.name')}
        />
      )}
      <CardNumber onNumber={onNumber} />
      <TextField
        label="Expiry (MM/YY)"
        mono
        inputMode="numeric"
        autoComplete="cc-exp"
        placeholder="MM/YY"
        error={errors?.expiry?.message}
        {...formatted(register('card.expiry'), formatExpiry)}
      />
      {!codeless && (
        <TextField
          label="Security Code"
          mono
          inputMode="numeric"
          autoComplete="cc-csc"
          placeholder="000"
          error={errors?.code?.message}
          {...formatted(register('card.code'), digitsIn)}
        />
      )}
    </div>
  );
}

function CardNumber({ onNumber }: Pick<CardFieldsProps, 'onNumber'>) {
  const { register, watch, formState } = useFormContext<{ card: CardValues }>();
  return (
    <TextField
      label="Card Number"
      className="col-span-2"
      mono
      inputMode="numeric"
      autoComplete="cc-number"
      placeholder="0000 0000 0000 0000"
      hint={brandName(watch('card.number')) || ' '}
      error={formState.errors.card?.number?.message}
      {...formatted(register('card.number', { onChange: ({ target }) => onNumber?.(target.value) }), formatCardNumber)}
    />
  );
}
