import { Button } from '../../ui/button.js';
import { FeeCard } from '../cards/fee-card.js';

/** Another card for a fee that the first one could not pay. */
export function FeeCardForm({ name, pay }: { name: string; pay(token: string): Promise<void> }) {
  return (
    <FeeCard
      name={name}
      zip={null}
      save={pay}
      className="grid gap-4 border-t border-fg pt-6"
      lead={<h2 className="heading text-head">Another card</h2>}
    >
      {(busy) => (
        <Button type="submit" look="quiet" disabled={busy} className="justify-self-start">
          {busy ? 'Paying...' : 'Pay With This Card'}
        </Button>
      )}
    </FeeCard>
  );
}
