import { Link } from 'react-router-dom';
import { Button } from '../../ui/button.js';
import { FormActions } from '../../ui/form-page.js';
import { useReturnTo } from '../auth/return-to.js';
import { FeeCard } from '../cards/fee-card.js';
import { type CardOwner, useSaveCard } from './card-step.js';

export function CardForm({ owner }: { owner: CardOwner }) {
  const { state } = useReturnTo();
  return (
    <FeeCard name={owner.account.name} save={useSaveCard(owner)} zip={owner.address.postal_code} className="grid gap-4">
      {(busy) => (
        <FormActions>
          <Button type="submit" disabled={busy} className="max-lg:flex-1">
            {busy ? 'Saving your card...' : 'Complete'}
          </Button>
          <Link to="/signupcomplete" state={state}>
            Add Later
          </Link>
        </FormActions>
      )}
    </FeeCard>
  );
}
