import { CardCvcElement, CardExpiryElement, CardNumberElement } from '@stripe/react-stripe-js';
import type { StripeElementChangeEvent } from '@stripe/stripe-js';
import { type ReactNode, useId, useState, useSyncExternalStore } from 'react';
import { TextField } from '../../ui/field.js';

interface StripeFieldsProps {
  holder?: { name: string; onChange(name: string): void };
  brand: string;
  onTyping(change: CardChange): void;
}

export type CardChange = StripeElementChangeEvent & { brand?: string };

export function StripeFields({ holder, brand, onTyping }: StripeFieldsProps) {
  const dark = useSyncExternalStore(watchScheme, () => scheme().matches);
  const options = { style: elementStyle() };
  return (
    // Colours do not reach into an iframe, so another colour scheme needs new ones.
    <div key={dark ? 'dark' : 'light'} className="grid grid-cols-2 gap-x-6 gap-y-2">
      {holder && (
        <TextField
          label="Full Name"
          className="col-span-2"
          autoComplete="cc-name"
          value={holder.name}
          onChange={(event) => holder.onChange(event.target.value)}
        />
      )}
      <Framed label="Card Number" hint={brand} onTyping={onTyping} className="col-span-2">
        {(frame) => <CardNumberElement {...frame} options={{ ...options, showIcon: true }} />}
      </Framed>
      <Framed label="Expiry (MM/YY)" onTyping={onTyping}>
        {(frame) => <CardExpiryElement {...frame} options={options} />}
      </Framed>
      <Framed label="Security Code" onTyping={onTyping}>
        {(frame) => <CardCvcElement {...frame} options={options} />}
      </Framed>
    </div>
  );
}

interface FramedProps {
  label: string;
  hint?: string;
  onTyping(change: CardChange): void;
  className?: string;
  children(frame: { id: string; onChange(event: CardChange): void }): ReactNode;
}

function Framed({ label, hint = '', onTyping, className = '', children }: FramedProps) {
  const id = useId();
  const [problem, setProblem] = useState('');
  const onChange = (change: CardChange) => {
    onTyping(change);
    setProblem(change.error?.message ?? '');
  };
  return (
    <div className={`grid content-start gap-1 ${className}`}>
      <label htmlFor={id} className="text-sm text-muted">
        {label}
      </label>
      <div className="grid h-12 content-center rounded border-b border-edge px-0.5 focus-within:bg-sheet">
        {children({ id, onChange })}
      </div>
      <p aria-live="polite" className={`min-h-5 text-sm ${problem ? 'font-medium text-lost' : 'text-muted'}`}>
        {problem || hint}
      </p>
    </div>
  );
}

const scheme = () => window.matchMedia('(prefers-color-scheme: dark)');

function watchScheme(changed: () => void): () => void {
  const query = scheme();
  query.addEventListener('change', changed);
  return () => query.removeEventListener('change', changed);
}

function elementStyle() {
  const { color } = getComputedStyle(document.body);
  const lost = getComputedStyle(document.documentElement).getPropertyValue('--lost');
  return {
    base: { color, iconColor: color, fontFamily: 'ui-monospace, monospace', fontSize: '16px' },
    invalid: { color: lost, iconColor: lost },
  };
}
