import { parseCardCode } from '@supreme-access/contract/card-codes.js';
import { digitsIn } from '@supreme-access/contract/typed-text.js';
import { TextField } from '../../ui/field.js';

export function codeProblem(code: string): string {
  return parseCardCode(code) !== null ? '' : 'The security code has 3 or 4 digits.';
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
      onChange={(event) => onChange(digitsIn(event.target.value))}
      inputMode="numeric"
      autoComplete="cc-csc"
      error={error || undefined}
      hint={hint}
      autoFocus={autoFocus}
    />
  );
}
