import { Link } from 'react-router-dom';
import { useOnward } from '../features/auth/return-to.js';
import { FeeCard } from '../features/cards/fee-card.js';
import { type CardOwner, CardPromise, CardStep, useSaveCard } from '../features/setup/card-step.js';
import { SetupPage } from '../features/setup/setup-page.js';
import { Button } from '../ui/button.js';
import { FormActions } from '../ui/form-page.js';

export function SetupCard() {
  return (
    <CardStep>
      {(owner) => (
        <SetupPage step={3} title="Which card?" lead={<CardPromise />}>
          <SetupCardForm owner={owner} />
        </SetupPage>
      )}
    </CardStep>
  );
}

function SetupCardForm({ owner }: { owner: CardOwner }) {
  const { state } = useOnward();
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
