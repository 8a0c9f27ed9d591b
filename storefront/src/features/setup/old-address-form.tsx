import { OLD_ADDRESS_MAX } from '@supreme-access/contract/limits.js';
import { TEXTS } from '@supreme-access/contract/texts.js';
import { plainText } from '@supreme-access/contract/typed-text.js';
import { useForm } from 'react-hook-form';
import { useAlerts } from '../../ui/alert.js';
import { Button } from '../../ui/button.js';
import { useDraft } from '../../ui/draft.js';
import { TextField } from '../../ui/field.js';
import { FormActions } from '../../ui/form-page.js';
import { atMost } from '../auth/register.js';
import { useSaveAddress } from './save-step.js';

const FIELDS = ['address', 'city', 'state', 'zip'] as const;
const LABELS = { address: 'Address', city: 'City', state: 'State', zip: 'Zip' } as const;
const AUTO_COMPLETE = {
  address: 'address-line1',
  city: 'address-level2',
  state: 'address-level1',
  zip: 'postal-code',
} as const;

type Values = Record<(typeof FIELDS)[number], string>;

const problemOf = (name: keyof Values) => (typed: string) => {
  const text = plainText(typed);
  return text === '' ? 'This field is required.' : atMost(OLD_ADDRESS_MAX[name])(text);
};

export function OldAddressForm() {
  const form = useForm<Values>({ defaultValues: { address: '', city: '', state: '', zip: '' } });
  const { errors, isSubmitting } = form.formState;
  const alerts = useAlerts();
  const save = useSaveAddress(useDraft('old-address', form, FIELDS));
  const submit = form.handleSubmit(
    ({ address, ...place }) => save({ address1: address, ...place }),
    () => alerts.show('danger', TEXTS.address),
  );
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid grid-cols-2 gap-x-6 gap-y-2">
      {FIELDS.map((name) => (
        <TextField
          key={name}
          label={LABELS[name]}
          className={name === 'address' || name === 'city' ? 'col-span-2' : ''}
          hint={name === 'state' ? 'For example: NY.' : undefined}
          autoComplete={AUTO_COMPLETE[name]}
          error={errors[name]?.message}
          {...form.register(name, { validate: problemOf(name) })}
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
  );
}
