import { TEXTS } from '@supreme-access/contract/texts.js';
import { FormProvider, useForm } from 'react-hook-form';
import { useAlerts } from '../../ui/alert.js';
import { Button } from '../../ui/button.js';
import { useDraft } from '../../ui/draft.js';
import { FormActions } from '../../ui/form-page.js';
import { useAccount } from '../account/account.js';
import { AddressFields } from '../contact/address-fields.js';
import { ADDRESS_FIELDS, fromBilling } from '../contact/address-values.js';
import { useSaveAddress } from './save-step.js';

export function AddressForm() {
  const { data: account, isLoading } = useAccount();
  const alerts = useAlerts();
  const form = useForm({
    values: { address: fromBilling(account?.billingAddress) },
    resetOptions: { keepDirtyValues: true },
  });
  const { isSubmitting } = form.formState;
  const save = useSaveAddress(useDraft('address', form, ADDRESS_FIELDS));
  const submit = form.handleSubmit(
    ({ address }) => save(address),
    () => alerts.show('danger', TEXTS.address),
  );
  return (
    <FormProvider {...form}>
      <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
        <AddressFields />
        <FormActions>
          <Button type="submit" disabled={isSubmitting || isLoading} className="max-lg:flex-1">
            {isSubmitting ? 'Saving...' : 'Continue'}
          </Button>
        </FormActions>
      </form>
    </FormProvider>
  );
}
