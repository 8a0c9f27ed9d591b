import { money, plainAmount } from '@supreme-access/contract/labels.js';
import type { RetailAmount } from '@supreme-access/contract/shapes/primitives.js';
import type { PublicProduct } from '@supreme-access/contract/shapes/products.js';
import { useState } from 'react';
import { TextField } from '../../ui/field.js';

const NO_AMOUNT = 'Enter the most that you agree to, such as 200.00.';

type Priced = Pick<PublicProduct, 'retailPrice' | 'defaultLimit'>;
export type LimitCheck = { ok: true; limit: RetailAmount | null } | { ok: false; problem: string };

/** The server alone judges an amount; null where the product publishes none. */
export function readLimit(text: string, { defaultLimit }: Priced): LimitCheck {
  if (!defaultLimit) return { ok: true, limit: null };
  const typed = text
    .replace(/[\s']/g, '')
    .replace(/,(?=\d{3}(\D|$))/g, '')
    .replace(',', '.');
  if (!/^\d{1,9}(\.\d+)?$/.test(typed) || Number(typed) === 0) return { ok: false, problem: NO_AMOUNT };
  return { ok: true, limit: { amount: Number(typed), currency: defaultLimit.currency } };
}

/** What was typed, and until then the product's own limit. */
export function useLimit(product: Priced) {
  const [typed, setTyped] = useState<string | null>(null);
  const { defaultLimit } = product;
  const text = typed ?? (defaultLimit ? plainAmount(defaultLimit.amount, defaultLimit.currency) : '');
  return { text, setText: setTyped, check: () => readLimit(text, product) };
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
