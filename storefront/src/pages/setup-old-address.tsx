import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import { toBillingAddress } from '../../../backend/src/contract/addresses.js';
import { OLD_ADDRESS_MAX } from '../../../backend/src/contract/limits.js';
import { TEXTS } from '../../../backend/src/contract/texts.js';
import { messageOf } from '../api.js';
import { useDraft } from '../draft.js';
import { setBilling, useRefresh } from '../features/account/account.js';
import { useOnward } from '../features/auth/return-to.js';
import { SetupPage } from '../features/setup/setup-page.js';
import { useIntent } from '../intent.js';
import { useAlerts } from '../ui/alert.js';
import { Button } from '../ui/button.js';
import { TextField } from '../ui/field.js';
import { FormActions } from '../ui/form-page.js';

const FIELDS = ['address', 'city', 'state', 'zip'] as const;
const LABELS = { address: 'Address', city: 'City', state: 'State', zip: 'Zip' } as const;
const AUTO_COMPLETE = {
  address: 'address-line1',
  city: 'address-level2',
  state: 'address-level1',
  zip: 'postal-code',
} as const;

type Values = Record<(typeof FIELDS)[number], string>;

/** The older address step: four short fields, for an address in the United States. */
export function SetupOldAddress() {
  const form = useForm<Values>({ defaultValues: { address: '', city: '', state: '', zip: '' } });
  const { errors, isSubmitting } = form.formState;
  const alerts = useAlerts();
  const save = useSaveAddress(useDraft('old-address', form, FIELDS));
  const submit = form.handleSubmit(save, () => alerts.show('danger', TEXTS.address));
  return (
    <SetupPage step={2} title="Where do you live?" lead="Your billing address in the United States, in four lines.">
      <form noValidate onSubmit={(event) => void submit(event)} className="grid grid-cols-2 gap-x-6 gap-y-2">
        {FIELDS.map((name) => (
          <TextField
            key={name}
            label={LABELS[name]}
            className={name === 'address' || name === 'city' ? 'col-span-2' : ''}
            hint={name === 'state' ? 'Two letters, such as NY.' : undefined}
            maxLength={OLD_ADDRESS_MAX[name]}
            autoComplete={AUTO_COMPLETE[name]}
            error={errors[name]?.message}
            {...form.register(name, { validate: (text) => text.trim() !== '' || 'This is needed.' })}
          />
        ))}
        <div className="col-span-2">
          <FormActions>
            <Button type="submit" disabled={isSubmitting} className="max-lg:flex-1">
              {isSubmitting ? 'Saving...' : 'Continue'}
            </Button>
          </FormActions>
        </div>
      </form>
    </SetupPage>
  );
}

function useSaveAddress(forget: () => void) {
  const send = useIntent();
  const refresh = useRefresh();
  const navigate = useNavigate();
  const alerts = useAlerts();
  const { state: onward } = useOnward();
  return async ({ address, city, state, zip }: Values) => {
    alerts.clear();
    const billing = toBillingAddress({ line1: address, city, state, postal_code: zip });
    if (!billing) return alerts.show('danger', TEXTS.address);
    try {
      await setBilling(send, billing);
      forget();
      await refresh('account');
      await navigate('/signup3', { state: onward });
    } catch (error) {
      alerts.show('danger', messageOf(error));
    }
  };
}
