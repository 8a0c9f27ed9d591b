import { Link, useSearchParams } from 'react-router-dom';
import { useSession } from '../../api/session.js';

export function WithAnAccount() {
  const [params] = useSearchParams();
  if (useSession()) return null;
  const state = { returnTo: `/product?${params}` };
  return (
    <p className="border-y border-rule py-3">
      You do not need an account to buy here. To save profiles and hold several slots,{' '}
      <Link to="/login" state={state}>
        log in
      </Link>{' '}
      or{' '}
      <Link to="/signup" state={state}>
        create an account
      </Link>
      . Then you come back to this product.
    </p>
  );
}
