import { PHONE_MAX } from '@supreme-access/contract/limits.js';
import { TEXTS } from '@supreme-access/contract/texts.js';
import { useForm } from 'react-hook-form';
import { useAlerts } from '../../ui/alert.js';
import { Button } from '../../ui/button.js';
import { useDraft } from '../../ui/draft.js';
import { TextField } from '../../ui/field.js';
import { FormActions } from '../../ui/form-page.js';
import { useAccount } from '../account/account.js';
import { PERSON_CHECKS } from '../contact/person-checks.js';
import { useSaveName } from './save-step.js';

export function NameForm() {
  const { data: account, isLoading } = useAccount();
  const { name = '', phone = '' } = account ?? {};
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
        error={errors.phone?.message}
        hint="A mobile number. Outside the US, start with + and the country code."
        {...form.register('phone', { validate: (phone) => PERSON_CHECKS.mobile(phone, PHONE_MAX.setup) })}
      />
      <FormActions>
        <Button type="submit" disabled={isSubmitting || isLoading} className="max-lg:flex-1">
          {isSubmitting ? 'Saving...' : 'Continue'}
        </Button>
      </FormActions>
    </form>
  );
}
