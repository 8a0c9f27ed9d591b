import { plainAmount } from '@supreme-access/contract/labels.js';
import { decimalsOf } from '@supreme-access/contract/money.js';
import { typedAmount, typedNumber } from '@supreme-access/contract/typed-text.js';
import { NumberInput, type NumberInputProps, type Validator } from 'react-admin';

type TypedNumberProps = Pick<
  NumberInputProps,
  'source' | 'label' | 'defaultValue' | 'helperText' | 'validate' | 'disabled' | 'sx'
>;

/** Text that is no number stays in the field, to be corrected. */
const parse = (typed: string | number): string | number | null => {
  const text = String(typed);
  return text.trim() === '' ? null : (typedNumber(text) ?? text);
};
const format = (value: unknown): string => (value === null || value === undefined ? '' : String(value));

export const NOT_A_NUMBER = 'Write a number, such as 12.50.';
const isEmpty = (value: unknown) => value === null || value === undefined || value === '';
const decimal: Validator = (value: unknown) => (isEmpty(value) || typeof value === 'number' ? undefined : NOT_A_NUMBER);
const whole: Validator = (value: unknown) =>
  isEmpty(value) || Number.isInteger(value) ? undefined : 'Write a whole number.';

/** Hazard: a browser's number field drops what it cannot read, and makes 1250 of a pasted "12,50". */
const AS_TEXT = { type: 'text', step: undefined, autoComplete: 'off' } as const;

const first = (own: Validator, others: TypedNumberProps['validate']) => [own, ...[others ?? []].flat()];

export function DecimalInput({ validate, ...props }: TypedNumberProps) {
  const slotProps = { htmlInput: { ...AS_TEXT, inputMode: 'decimal' } } as const;
  return (
    <NumberInput {...props} parse={parse} format={format} validate={first(decimal, validate)} slotProps={slotProps} />
  );
}

export function WholeInput({ validate, ...props }: TypedNumberProps) {
  const slotProps = { htmlInput: { ...AS_TEXT, inputMode: 'numeric' } } as const;
  return (
    <NumberInput {...props} parse={parse} format={format} validate={first(whole, validate)} slotProps={slotProps} />
  );
}

/** An amount above 0 of a currency, with its decimals. What can be read as two amounts stays in the field. */
export function AmountInput({ currency, validate, ...props }: TypedNumberProps & { currency: string }) {
  const decimals = decimalsOf(currency);
  const read = (typed: string | number): string | number | null => {
    const amount = typedAmount(String(typed), decimals);
    return typeof amount === 'number' ? amount : String(typed) || null;
  };
  const valid: Validator = (value: unknown) =>
    isEmpty(value) || (typeof value === 'number' && Number(value.toFixed(decimals)) === value)
      ? undefined
      : `Write an amount, such as ${plainAmount(1250, currency)}.`;
  const slotProps = { htmlInput: { ...AS_TEXT, inputMode: 'decimal' } } as const;
  return (
    <NumberInput {...props} parse={read} format={format} validate={first(valid, validate)} slotProps={slotProps} />
  );
}
