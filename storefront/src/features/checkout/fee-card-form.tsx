import { useAlerts } from '../../ui/alert.js';
import { Button } from '../../ui/button.js';
import { FeeCard } from '../payment/fee-card.js';

/** Another card for a fee that the first one could not pay. */
export function FeeCardForm({ name, pay }: { name: string; pay(token: string): Promise<void> }) {
  const alerts = useAlerts();
  return (
    <FeeCard
      name={name}
      save={pay}
      onProblem={(text) => (text ? alerts.show('danger', text) : alerts.clear())}
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
