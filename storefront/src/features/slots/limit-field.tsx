import { money, plainAmount } from '@supreme-access/contract/labels.js';
import { decimalsOf } from '@supreme-access/contract/money.js';
import type { RetailAmount } from '@supreme-access/contract/shapes/primitives.js';
import type { PublicProduct } from '@supreme-access/contract/shapes/products.js';
import { typedAmount } from '@supreme-access/contract/typed-text.js';
import { useState } from 'react';
import { TextField } from '../../ui/field.js';

const EXAMPLE = 1250;

type Priced = Pick<PublicProduct, 'retailPrice' | 'defaultLimit'>;
export type LimitCheck = { ok: true; limit: RetailAmount | null } | { ok: false; problem: string };

/** The server alone judges an amount; null where the product publishes none. */
export function readLimit(text: string, { defaultLimit }: Priced): LimitCheck {
  if (!defaultLimit) return { ok: true, limit: null };
  const { currency } = defaultLimit;
  const amount = typedAmount(text, decimalsOf(currency));
  return typeof amount === 'number'
    ? { ok: true, limit: { amount, currency } }
    : { ok: false, problem: problemOf(amount, plainAmount(EXAMPLE, currency)) };
}

function problemOf(amount: 'unclear' | null, example: string): string {
  return amount === 'unclear'
    ? `This can be read as more than one amount. Write it like ${example}.`
    : `Enter the most that you agree to, such as ${example}.`;
}

/** What was typed for the product, and until then its own limit. */
export function useLimit(product: Priced & Pick<PublicProduct, 'productId'>) {
  const [typed, setTyped] = useState({ productId: '', text: '' });
  const { productId, defaultLimit } = product;
  const own = defaultLimit ? plainAmount(defaultLimit.amount, defaultLimit.currency) : '';
  const text = typed.productId === productId ? typed.text : own;
  return {
    text,
    setText: (next: string) => setTyped({ productId, text: next }),
    check: () => readLimit(text, product),
  };
}

interface LimitFieldProps {
  product: Priced;
  text: string;
  error?: string | undefined;
  onChange(text: string): void;
}

export function LimitField({ product: { retailPrice, defaultLimit }, text, error, onChange }: LimitFieldProps) {
  if (!defaultLimit) return null;
  const price = retailPrice ? ` ${money(retailPrice.amount, retailPrice.currency)}` : '';
  return (
    <TextField
      label={`Item${price} + shipping and tax, at most`}
      mono
      inputMode="decimal"
      autoComplete="off"
      value={text}
      onChange={(event) => onChange(event.target.value)}
      after={<span className="count text-muted">{defaultLimit.currency.toUpperCase()}</span>}
      error={error || undefined}
      hint="You pay this to the retailer. If it asks for more, we do not buy, and you are not charged."
    />
  );
}
