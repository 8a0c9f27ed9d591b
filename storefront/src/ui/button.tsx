import type { ButtonHTMLAttributes, Ref } from 'react';
import { Link, type LinkProps } from 'react-router-dom';

/** `solid` is the screen's main action, `volt` takes a slot, `quiet` is everything else. */
type Variant = 'solid' | 'volt' | 'quiet';

const BASE =
  'inline-flex min-h-12 items-center justify-center gap-2 rounded px-6 max-[18rem]:px-3 text-base font-semibold no-underline transition-colors disabled:cursor-not-allowed';
const VARIANTS: Record<Variant, string> = {
  solid: 'bg-fg text-bg hover:bg-press disabled:bg-sheet disabled:text-muted',
  volt: 'border border-ink bg-volt text-ink hover:bg-ink hover:text-volt dark:hover:border-volt disabled:border-edge disabled:bg-sheet disabled:text-muted',
  quiet: 'border border-edge text-fg hover:border-fg hover:bg-sheet disabled:text-muted',
};

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  variant?: Variant;
  ref?: Ref<HTMLButtonElement>;
}

export function Button({ variant = 'solid', className = '', type = 'button', ...rest }: ButtonProps) {
  return <button type={type} className={`${BASE} ${VARIANTS[variant]} ${className}`} {...rest} />;
}

export function ButtonLink({ variant = 'solid', className = '', ...rest }: LinkProps & { variant?: Variant }) {
  return <Link className={`${BASE} ${VARIANTS[variant]} ${className}`} {...rest} />;
}
