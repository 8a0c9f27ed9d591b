import { TextField } from '../../ui/field.js';

interface CodeFieldProps {
  code: string;
  onChange(code: string): void;
  error?: string;
  autoFocus?: boolean;
}

export function CodeField({ code, onChange, error, autoFocus }: CodeFieldProps) {
  return (
    <TextField
      label="Security Code"
      mono
      value={code}
      onChange={(event) => onChange(event.target.value.replace(/\D/g, '').slice(0, 4))}
      inputMode="numeric"
      autoComplete="cc-csc"
      required
      pattern="\d{3,4}"
      maxLength={4}
      error={error}
      autoFocus={autoFocus}
    />
  );
}
