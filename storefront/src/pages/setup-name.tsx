import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import { PHONE_MAX } from '../../../backend/src/contract/limits.js';
import { TEXTS } from '../../../backend/src/contract/texts.js';
import { messageOf } from '../api.js';
import { useDraft } from '../draft.js';
import { updateDetails, useAccount, useRefresh } from '../features/account/account.js';
import { useOnward } from '../features/auth/return-to.js';
import { PERSON_CHECKS } from '../features/contact/person-checks.js';
import { SetupPage } from '../features/setup/setup-page.js';
import { useIntent } from '../intent.js';
import { useAlerts } from '../ui/alert.js';
import { Button } from '../ui/button.js';
import { TextField } from '../ui/field.js';
import { FormActions } from '../ui/form-page.js';

/** Saves name and phone, then goes on to the address. */
function useSaveName(forget: () => void) {
  const send = useIntent();
  const refresh = useRefresh();
  const navigate = useNavigate();
  const alerts = useAlerts();
  const { state } = useOnward();
  return async ({ name, phone }: { name: string; phone: string }) => {
    alerts.clear();
    try {
      await updateDetails(send, { name: name.trim(), phone });
      forget();
      await refresh('account');
      await navigate('/signup2', { state });
    } catch (error) {
      alerts.show('danger', messageOf(error));
    }
  };
}

export function SetupName() {
  return (
    <SetupPage
      step={1}
      title="Who are you?"
      lead="The retailer ships to this name. We call the phone only about an order."
    >
      <NameForm />
    </SetupPage>
  );
}

function NameForm() {
  const { name = '', phone = '' } = useAccount().data ?? {};
  const alerts = useAlerts();
  const form = useForm({ values: { name, phone }, resetOptions: { keepDirtyValues: true } });
  const { errors, isSubmitting } = form.formState;
  const save = useSaveName(useDraft('name', form, ['name', 'phone']));
  const submit = form.handleSubmit(save, () => alerts.show('danger', TEXTS.form));
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
      <TextField
        label="Full Name"
        autoComplete="name"
        error={errors.name?.message}
        {...form.register('name', { validate: PERSON_CHECKS.fullName })}
      />
      <TextField
        label="Phone Number"
        type="tel"
        mono
        autoComplete="tel"
        maxLength={PHONE_MAX.setup}
        error={errors.phone?.message}
        hint="A mobile number. Outside the US write +, country code and number."
        {...form.register('phone', { validate: (phone) => PERSON_CHECKS.mobile(phone) })}
      />
      <FormActions>
        <Button type="submit" disabled={isSubmitting} className="max-lg:flex-1">
          {isSubmitting ? 'Saving...' : 'Continue'}
        </Button>
      </FormActions>
    </form>
  );
}
