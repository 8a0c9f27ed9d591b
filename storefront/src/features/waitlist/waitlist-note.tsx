import type { PublicProduct } from '@supreme-access/contract/shapes/products.js';
import { useSession } from '../../api/session.js';
import { ButtonLink } from '../../ui/button.js';
import { productPath } from './own-places.js';
import { waitingText } from './waitlist.js';

export function WaitlistNote({ product: { waiting } }: { product: PublicProduct }) {
  const isSignedIn = useSession() !== null;
  return (
    <section aria-label="Waiting list" className="grid gap-2 border-y border-rule py-3">
      <p className="flex items-baseline justify-between gap-4">
        <span>Waiting list</span>
        <span className="count">{waitingText(waiting)}</span>
      </p>
      {!isSignedIn && (
        <p>You need an account to join the waiting list. After you log in, you come back to this drop.</p>
      )}
    </section>
  );
}

export function JoinLink({ product }: { product: PublicProduct }) {
  const page = productPath(product);
  const to = useSession() === null ? { to: '/login', state: { returnTo: page } } : { to: page };
  return (
    <ButtonLink {...to} variant="volt" className="w-full text-lg">
      Join the Waiting List
    </ButtonLink>
  );
}
