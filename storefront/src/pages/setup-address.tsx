import { FormProvider, useForm } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import { toBillingAddress } from '../../../backend/src/contract/addresses.js';
import { TEXTS } from '../../../backend/src/contract/texts.js';
import { messageOf } from '../api.js';
import { useDraft } from '../draft.js';
import { setBilling, useAccount, useRefresh } from '../features/account/account.js';
import { useOnward } from '../features/auth/return-to.js';
import { AddressFields } from '../features/contact/address-fields.js';
import { ADDRESS_FIELDS, type AddressValues, fromBilling } from '../features/contact/address-values.js';
import { SetupPage } from '../features/setup/setup-page.js';
import { useIntent } from '../intent.js';
import { useAlerts } from '../ui/alert.js';
import { Button } from '../ui/button.js';
import { FormActions } from '../ui/form-page.js';

/** Saves the billing address, then goes on to the card. */
function useSaveAddress(forget: () => void) {
  const send = useIntent();
  const refresh = useRefresh();
  const navigate = useNavigate();
  const alerts = useAlerts();
  const { state } = useOnward();
  return async (values: { address: AddressValues }) => {
    const address = toBillingAddress(values.address);
    if (!address) return alerts.show('danger', TEXTS.address);
    alerts.clear();
    try {
      await setBilling(send, address);
      forget();
      await refresh('account');
      await navigate('/signup3', { state });
    } catch (error) {
      alerts.show('danger', messageOf(error));
    }
  };
}

export function SetupAddress() {
  const { data: account } = useAccount();
  const alerts = useAlerts();
  const form = useForm({
    values: { address: fromBilling(account?.billingAddress) },
    resetOptions: { keepDirtyValues: true },
  });
  const { isSubmitting } = form.formState;
  const save = useSaveAddress(useDraft('address', form, ADDRESS_FIELDS));
  const submit = form.handleSubmit(save, () => alerts.show('danger', TEXTS.address));
  return (
    <SetupPage
      step={2}
      title="Where do you live?"
      lead="Your billing address. It is also where your first profile ships to."
    >
      <FormProvider {...form}>
        <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
          <AddressFields />
          <FormActions>
            <Button type="submit" disabled={isSubmitting} className="max-lg:flex-1">
              {isSubmitting ? 'Saving...' : 'Continue'}
            </Button>
          </FormActions>
        </form>
      </FormProvider>
    </SetupPage>
  );
}
