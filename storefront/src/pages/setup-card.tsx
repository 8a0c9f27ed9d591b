import { FormProvider, useForm } from 'react-hook-form';
import { Link, Navigate, useNavigate } from 'react-router-dom';
import type { AccountInfo, BillingAddress } from '../../../backend/src/contract/api-types.js';
import { TEXTS } from '../../../backend/src/contract/texts.js';
import { ApiError, messageOf } from '../api.js';
import { serverNow } from '../clock.js';
import { useAccount } from '../features/account/account.js';
import { useOnward } from '../features/auth/return-to.js';
import { CardFields } from '../features/profiles/card-fields.js';
import { NO_CARD, readCard } from '../features/profiles/card-values.js';
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
  const form = useForm({ defaultValues: { card: { ...NO_CARD, name: account.name } } });
  const { isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (values) => {
    alerts.clear();
    const read = readCard(values.card, serverNow());
    if (!read.ok) {
      form.setError(`card.${read.field}`, { message: read.text }, { shouldFocus: true });
      return alerts.show('danger', TEXTS.card);
    }
    try {
      await completeSetup(account, address, read.card);
      await navigate('/signupcomplete', { state });
    } catch (error) {
      const refused = error instanceof ApiError && error.status === 400;
      alerts.show('danger', refused ? TEXTS.card : messageOf(error));
    }
  });
  return (
    <FormProvider {...form}>
      <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
        <CardFields />
        <FormActions>
          <Button type="submit" disabled={isSubmitting} className="max-lg:w-full">
            {isSubmitting ? 'Saving your card...' : 'Complete'}
          </Button>
          <Link to="/signupcomplete" state={state}>
            Add Later
          </Link>
        </FormActions>
      </form>
    </FormProvider>
  );
}
