import { useSession } from '../api/session.js';
import { ButtonLink } from './button.js';

interface ShopLinkProps {
  variant?: 'solid' | 'volt';
  className?: string;
}

/** The shop, or the home page for visitors without an account. */
export function ShopLink({ variant, className }: ShopLinkProps) {
  const [to, label] = useSession() ? ['/shop', 'Go to the Shop'] : ['/', 'See All Drops'];
  return (
    <ButtonLink to={to} variant={variant} className={className}>
      {label}
    </ButtonLink>
  );
}
