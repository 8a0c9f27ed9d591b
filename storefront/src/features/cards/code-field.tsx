import { TextField } from '../../ui/field.js';

/** What is wrong with a card's security code, '' when nothing is. */
export function codeProblem(code: string): string {
  return /^\d{3,4}$/.test(code) ? '' : 'The security code has 3 or 4 digits.';
}

interface CodeFieldProps {
  code: string;
  onChange(code: string): void;
  error?: string;
  hint?: string;
  autoFocus?: boolean;
}

export function CodeField({ code, onChange, error, hint, autoFocus }: CodeFieldProps) {
  return (
    <TextField
      label="Security Code"
      mono
      value={code}
      onChange={(event) => onChange(event.target.value.replace(/\D/g, '').slice(0, 4))}
      inputMode="numeric"
      autoComplete="cc-csc"
      maxLength={4}
      error={error || undefined}
      hint={hint}
      autoFocus={autoFocus}
    />
  );
}
