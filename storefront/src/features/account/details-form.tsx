import { toBillingAddress } from '@supreme-access/contract/addresses.js';
import { PHONE_MAX } from '@supreme-access/contract/limits.js';
import type { AccountInfo } from '@supreme-access/contract/shapes/people.js';
import { TEXTS } from '@supreme-access/contract/texts.js';
import { Suspense, useState } from 'react';
import { FormProvider, useForm, useFormContext } from 'react-hook-form';
import { ApiError, messageOf } from '../../api/api.js';
import { useIntent } from '../../api/intent.js';
import { useAlerts } from '../../ui/alert.js';
import { Button } from '../../ui/button.js';
import { hasDraft, useDraft } from '../../ui/draft.js';
import { TextField } from '../../ui/field.js';
import { FormActions } from '../../ui/form-page.js';
import { inDialog, lazyPart } from '../../ui/lazy-part.js';
import { CHECKS } from '../auth/register.js';
import { AddressFields } from '../contact/address-fields.js';
import { ADDRESS_FIELDS, type AddressValues, countryOf, fromBilling } from '../contact/address-values.js';
import { PERSON_CHECKS } from '../contact/person-checks.js';
import { type DetailChanges, type OwnProof, setBilling, updateDetails, useRefresh } from './account.js';

const PasswordDialog = lazyPart(
  async () => (await import('./password-dialog.js')).PasswordDialog,
  inDialog(({ title }) => title),
);

export const DETAILS_STEP = 'details';

interface Values {
  name: string;
  phone: string;
  email: string;
  address: AddressValues;
}

/** Only what differs is sent: an unchanged email must not ask for the password. */
export function changesOf(account: DetailChanges, values: DetailChanges): DetailChanges {
  const keys = (['name', 'phone', 'email'] as const).filter((key) => values[key] !== account[key]);
  return Object.fromEntries(keys.map((key) => [key, values[key]]));
}

export function DetailsForm({ account: latest, onDone }: { account: AccountInfo; onDone(): void }) {
  // What another tab has changed meanwhile was not changed here.
  const [account] = useState(latest);
  const { name, phone, email, billingAddress } = account;
  const form = useForm<Values>({ defaultValues: { name, phone, email, address: fromBilling(billingAddress) } });
  const { isSubmitting } = form.formState;
  const forget = useDraft(DETAILS_STEP, form, ['name', 'phone', 'email', ...ADDRESS_FIELDS]);
  const close = () => {
    forget();
    onDone();
  };
  const [withAddress, setWithAddress] = useState(billingAddress !== null || hasDraft(DETAILS_STEP, 'address'));
  const alerts = useAlerts();
  const { save, asking, stopAsking } = useSaveDetails(account, withAddress, close);
  const submit = form.handleSubmit(
    (values) => save(values),
    () => alerts.show('danger', TEXTS.form),
  );
  return (
    <FormProvider {...form}>
      <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-2">
        <PersonFields account={account} />
        {withAddress ? (
          <AddressFields />
        ) : (
          <Button variant="quiet" className="my-2 justify-self-start" onClick={() => setWithAddress(true)}>
            Add Billing Address
          </Button>
        )}
        <FormActions>
          <Button type="submit" disabled={isSubmitting} className="max-lg:flex-1">
            {isSubmitting ? 'Saving...' : 'Save'}
          </Button>
          <Button variant="quiet" onClick={close}>
            Back
          </Button>
        </FormActions>
      </form>
      <Suspense fallback={null}>
        {asking && (
          <PasswordDialog
            title="Confirm your password."
            text="You are changing the email you log in with. Enter your password to continue."
            action="Confirm"
            onProof={(proof) => save(form.getValues(), proof)}
            onClose={stopAsking}
          />
        )}
      </Suspense>
    </FormProvider>
  );
}

/** Unchanged values are not checked: an account may have no phone yet. */
function PersonFields({ account }: { account: Pick<AccountInfo, 'name' | 'phone'> }) {
  const { register, formState } = useFormContext<Values>();
  const { errors } = formState;
  const name = (text: string) => text === account.name || PERSON_CHECKS.fullName(text);
  const phone = (text: string, { address }: Values) =>
    text === account.phone || PERSON_CHECKS.mobile(text, PHONE_MAX.setup, countryOf(address.country));
  return (
    <>
      <TextField
        label="Name"
        autoComplete="name"
        error={errors.name?.message}
        {...register('name', { validate: name })}
      />
      <TextField
        label="Phone"
        type="tel"
        mono
        autoComplete="tel"
        error={errors.phone?.message}
        {...register('phone', { validate: phone })}
      />
      <TextField
        label="Email"
        type="email"
        autoComplete="email"
        error={errors.email?.message}
        {...register('email', { validate: CHECKS.email })}
      />
    </>
  );
}

function useSaveDetails(account: AccountInfo, withAddress: boolean, onDone: () => void) {
  const [asking, setAsking] = useState(false);
  const details = useIntent();
  const billing = useIntent();
  const refresh = useRefresh();
  const alerts = useAlerts();
  const save = async ({ address, ...values }: Values, proof?: OwnProof) => {
    const billingAddress = withAddress ? toBillingAddress(address) : null;
    if (withAddress && !billingAddress) return alerts.show('danger', TEXTS.address);
    const changes = changesOf(account, values);
    try {
      if (Object.keys(changes).length > 0) await updateDetails(details, changes, proof);
      if (
        billingAddress &&
        JSON.stringify(billingAddress) !== JSON.stringify(toBillingAddress(account.billingAddress))
      ) {
        await setBilling(billing, billingAddress);
      }
      await refresh('account');
      onDone();
      alerts.show('success', 'Your details are saved.');
    } catch (error) {
      if (error instanceof ApiError && error.code === 'password-required') return setAsking(true);
      if (proof) throw error;
      alerts.show('danger', messageOf(error));
    }
  };
  return { save, asking, stopAsking: () => setAsking(false) };
}
