import { type InputHTMLAttributes, type ReactNode, type Ref, type SelectHTMLAttributes, useId } from 'react';

interface Wording {
  label: string;
  error?: string | undefined;
  hint?: string | undefined;
}

const CONTROL =
  'h-12 w-full rounded border-b border-edge bg-transparent px-0.5 text-lg outline-offset-2 placeholder:text-edge hover:border-fg focus:bg-sheet aria-invalid:border-b-2 aria-invalid:border-lost disabled:text-muted';

export type TextFieldProps = Wording &
  InputHTMLAttributes<HTMLInputElement> & {
    ref?: Ref<HTMLInputElement>;
    mono?: boolean;
    after?: ReactNode;
  };

export function TextField({ label, error, hint, mono, after, className = '', ...input }: TextFieldProps) {
  const id = useId();
  return (
    <Labelled id={id} label={label} error={error} hint={hint} className={className}>
      <div className="flex items-center gap-2">
        <input
          id={id}
          dir={mono ? 'ltr' : 'auto'}
          className={`${CONTROL} ${mono ? 'count text-base' : ''}`}
          aria-invalid={error ? true : undefined}
          aria-describedby={error || hint ? `${id}-note` : undefined}
          {...input}
        />
        {after}
      </div>
    </Labelled>
  );
}

type SelectFieldProps = Wording & SelectHTMLAttributes<HTMLSelectElement> & { ref?: Ref<HTMLSelectElement> };

export function SelectField({ label, error, hint, className = '', children, ...select }: SelectFieldProps) {
  const id = useId();
  return (
    <Labelled id={id} label={label} error={error} hint={hint} className={className}>
      <div className="relative">
        <select
          id={id}
          className={`${CONTROL} appearance-none truncate pr-8 [&>option]:bg-bg [&>option]:text-fg`}
          aria-invalid={error ? true : undefined}
          aria-describedby={error || hint ? `${id}-note` : undefined}
          {...select}
        >
          {children}
        </select>
        <span
          aria-hidden="true"
          className="count pointer-events-none absolute inset-y-0 right-1 grid place-items-center"
        >
          ↓
        </span>
      </div>
    </Labelled>
  );
}

type CheckFieldProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> & {
  label: ReactNode;
  error?: string | undefined;
  ref?: Ref<HTMLInputElement>;
};

export function CheckField({ label, error, ...input }: CheckFieldProps) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="flex min-h-11 items-center gap-3">
        <input
          id={id}
          type="checkbox"
          className="size-5 shrink-0 accent-fg"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-note` : undefined}
          {...input}
        />
        <span>{label}</span>
      </label>
      <Note id={id} error={error} />
    </div>
  );
}

/** The region is always rendered, so that screen readers announce errors. */
function Note({ id, error, hint }: { id: string; error?: string; hint?: string }) {
  return (
    <p id={`${id}-note`} aria-live="polite" className={`text-sm ${error ? 'font-medium text-lost' : 'text-muted'}`}>
      {error ?? hint}
    </p>
  );
}

interface LabelledProps extends Wording {
  id: string;
  className: string;
  children: ReactNode;
}

function Labelled({ id, label, error, hint, className, children }: LabelledProps) {
  return (
    <div className={`grid content-start gap-1 ${className}`}>
      <label htmlFor={id} className="text-sm text-muted">
        {label}
      </label>
      {children}
      <Note id={id} error={error} hint={hint} />
    </div>
  );
}
