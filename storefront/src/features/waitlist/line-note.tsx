import type { PublicProduct } from '@supreme-access/contract/api-types.js';
import { Link } from 'react-router-dom';
import { useSession } from '../../api/session.js';
import { inLine } from './waitlist.js';

/** The line of a sold-out drop where it cannot be joined: how long it is, and where to go to stand in it. */
export function LineNote({ product: { productId, waiting } }: { product: PublicProduct }) {
  const isSignedIn = useSession() !== null;
  const page = `/product?productId=${encodeURIComponent(productId)}`;
  const state = { returnTo: page };
  return (
    <section aria-label="Waiting list" className="grid gap-2 border-y border-rule py-3">
      <p className="flex items-baseline justify-between gap-4">
        <span>Waiting list</span>
        <span className="count">{inLine(waiting)}</span>
      </p>
      {isSignedIn ? (
        <p>
          <Link to={page}>Join the line</Link> on the product's page.
        </p>
      ) : (
        <p>
          Joining the line needs an account:{' '}
          <Link to="/login" state={state}>
            login
          </Link>{' '}
          or{' '}
          <Link to="/signup" state={state}>
            create one
          </Link>
          , and you come back to this product.
        </p>
      )}
    </section>
  );
}
