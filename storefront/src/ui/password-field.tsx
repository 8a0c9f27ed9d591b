import { useEffect, useRef, useState } from 'react';
import { TextField, type TextFieldProps } from './field.js';

type PasswordFieldProps = Omit<TextFieldProps, 'type' | 'after' | 'mono'> & {
  autoComplete: 'current-password' | 'new-password';
};

/** A password field that can be shown, and hides its text again on submit. */
export function PasswordField(field: PasswordFieldProps) {
  const [isShown, setShown] = useState(false);
  const toggle = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const form = toggle.current?.form;
    const hide = () => setShown(false);
    form?.addEventListener('submit', hide);
    return () => form?.removeEventListener('submit', hide);
  }, []);
  return (
    <TextField
      spellCheck={false}
      autoCapitalize="none"
      autoCorrect="off"
      {...field}
      type={isShown ? 'text' : 'password'}
      after={
        <button
          ref={toggle}
          type="button"
          aria-pressed={isShown}
          onClick={() => setShown(!isShown)}
          className="min-h-11 shrink-0 rounded border border-edge px-3 text-sm font-medium hover:border-fg aria-pressed:border-fg aria-pressed:bg-fg aria-pressed:text-bg"
        >
          Show<span className="sr-only"> {field.label}</span>
        </button>
      }
    />
  );
}
