import { Link, Navigate, useNavigate } from 'react-router-dom';
import type { AccountInfo, BillingAddress, CardInput } from '../../../backend/src/contract/api-types.js';
import { TEXTS } from '../../../backend/src/contract/texts.js';
import { useAccount } from '../features/account/account.js';
import { useOnward } from '../features/auth/return-to.js';
import { FeeCard } from '../features/payment/fee-card.js';
import { useCompleteSetup } from '../features/setup/complete-setup.js';
import { SetupPage } from '../features/setup/setup-page.js';
import { setupStage } from '../features/setup/setup-stage.js';
import { useAlerts } from '../ui/alert.js';
import { Button } from '../ui/button.js';
import { FormActions } from '../ui/form-page.js';
import { LoadFailure, Loading } from '../ui/load-state.js';

export function SetupCard() {
  const account = useAccount();
  const { state } = useOnward();
  if (account.isError) return <LoadFailure error={account.error} retry={account.refetch} />;
  if (!account.data) return <Loading />;
  const { billingAddress } = account.data;
  const before = setupStage({ ...account.data, customer_id: 'asked for here' });
  if (before || !billingAddress) return <Navigate to={before ?? '/signup2'} replace state={state} />;
  return (
    <SetupPage
      step={3}
      title="Which card?"
      lead={
        <>
          <p className="font-semibold text-fg">{TEXTS.promise}</p>
          <p className="mt-2">
            It is encrypted before it leaves this page, and kept where only the checkout can read it.
          </p>
        </>
      }
    >
      <SetupCardForm account={account.data} address={billingAddress} />
    </SetupPage>
  );
}

function SetupCardForm({ account, address }: { account: AccountInfo; address: BillingAddress }) {
  const completeSetup = useCompleteSetup();
  const navigate = useNavigate();
  const alerts = useAlerts();
  const { state } = useOnward();
  const save = async (token: string, card: CardInput | null) => {
    await completeSetup(account, address, token, card);
    await navigate('/signupcomplete', { state });
  };
  return (
    <FeeCard
      name={account.name}
      save={save}
      onProblem={(text) => (text ? alerts.show('danger', text) : alerts.clear())}
      className="grid gap-4"
    >
      {(busy) => (
        <FormActions>
          <Button type="submit" disabled={busy} className="max-lg:w-full">
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
