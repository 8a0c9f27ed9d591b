import { useSession } from '../api/session.js';
import { ButtonLink } from './button.js';

interface BoardLinkProps {
  look?: 'solid' | 'volt';
  className?: string;
}

/** To what can be had: the shop, or the public board for who has no account to open the shop with. */
export function BoardLink({ look, className }: BoardLinkProps) {
  const [to, label] = useSession() ? ['/shop', 'Go to the Shop'] : ['/', 'See All Drops'];
  return (
    <ButtonLink to={to} look={look} className={className}>
      {label}
    </ButtonLink>
  );
}
