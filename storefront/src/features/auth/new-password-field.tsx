import { PASSWORD_MIN } from '@supreme-access/contract/limits.js';
import { useDeferredValue, useEffect, useState } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { loadChunk } from '../../api/chunks.js';
import { PasswordField } from '../../ui/password-field.js';
import type { Strength, strengthOf } from './password-strength.js';

interface NewPasswordFieldProps extends UseFormRegisterReturn {
  label: string;
  error?: string;
  password: string;
  /** Words about the account's owner; a password that contains them is weak. */
  own?: readonly string[];
}

/** A field for a new password with advice; only the server refuses one. */
export function NewPasswordField({ label, error, password, own = [], ...input }: NewPasswordFieldProps) {
  return (
    <div className="grid gap-2">
      <PasswordField
        label={label}
        autoComplete="new-password"
        hint={`At least ${PASSWORD_MIN} characters. Three or four unrelated words make a strong password.`}
        error={error}
        {...input}
      />
      <StrengthMeter strength={useStrength(password, own)} />
    </div>
  );
}

/** Null while nothing is typed or the estimator (some 200 kB) has not loaded. */
function useStrength(password: string, own: readonly string[]): Strength | null {
  const [estimator, setEstimator] = useState<{ strengthOf: typeof strengthOf } | null>(null);
  const typed = useDeferredValue(password);
  const isTyped = password !== '';
  useEffect(() => {
    if (!isTyped) return;
    let isHere = true;
    loadChunk(() => import('./password-strength.js')).then(
      (loaded) => isHere && setEstimator(loaded),
      () => undefined,
    );
    return () => {
      isHere = false;
    };
  }, [isTyped]);
  return typed === '' || estimator === null ? null : estimator.strengthOf(typed, own);
}

const ADVICE = [
  'Very weak. Try three or four unrelated words.',
  'Weak. Add another unrelated word or two.',
  'Fair. One more unrelated word makes it stronger.',
  'Good.',
  'Strong.',
] as const;
const STEPS = [1, 2, 3, 4] as const;

/** Its space is reserved from the start: a button that moves during a press would not be pressed. */
function StrengthMeter({ strength }: { strength: Strength | null }) {
  return (
    <div aria-live="polite" className="min-h-8 text-sm">
      {strength !== null && (
        <>
          <div aria-hidden="true" className="flex h-2 gap-0.5">
            {STEPS.map((step) => (
              <span
                key={step}
                className={`flex-1 border border-fg transition-colors ${step <= strength ? 'bg-fg' : ''}`}
              />
            ))}
          </div>
          <p className="mt-1">{ADVICE[strength]}</p>
        </>
      )}
    </div>
  );
}
