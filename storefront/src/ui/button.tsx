import type { ButtonHTMLAttributes, Ref } from 'react';
import { Link, type LinkProps } from 'react-router-dom';

/** solid: the screen's action; volt: the one that takes a slot; quiet: everything else */
type Look = 'solid' | 'volt' | 'quiet';

const BASE =
  'inline-flex min-h-12 items-center justify-center gap-2 rounded px-6 max-[18rem]:px-3 text-base font-semibold no-underline transition-colors disabled:cursor-not-allowed';
const LOOKS: Record<Look, string> = {
  solid: 'bg-fg text-bg hover:bg-press disabled:bg-sheet disabled:text-muted',
  volt: 'border border-ink bg-volt text-ink hover:bg-ink hover:text-volt dark:hover:border-volt disabled:border-edge disabled:bg-sheet disabled:text-muted',
  quiet: 'border border-edge text-fg hover:border-fg hover:bg-sheet disabled:text-muted',
};

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  look?: Look;
  ref?: Ref<HTMLButtonElement>;
}

export function Button({ look = 'solid', className = '', type = 'button', ...rest }: ButtonProps) {
  return <button type={type} className={`${BASE} ${LOOKS[look]} ${className}`} {...rest} />;
}

export function ButtonLink({ look = 'solid', className = '', ...rest }: LinkProps & { look?: Look }) {
  return <Link className={`${BASE} ${LOOKS[look]} ${className}`} {...rest} />;
}
