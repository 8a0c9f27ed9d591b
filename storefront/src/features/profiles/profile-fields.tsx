import { PHONE_MAX, PROFILE_NAME_MAX } from '@supreme-access/contract/limits.js';
import { useFormContext } from 'react-hook-form';
import { TextField } from '../../ui/field.js';
import { atMost, CHECKS } from '../auth/register.js';
import { AddressFields } from '../contact/address-fields.js';
import { countryOf } from '../contact/address-values.js';
import { PERSON_CHECKS } from '../contact/person-checks.js';
import type { ProfileValues } from './profile-values.js';

const profileName = (name: string) => (name.trim() === '' ? 'Enter a profile name.' : atMost(PROFILE_NAME_MAX)(name));

export function ProfileFields() {
  const { register, formState, getValues } = useFormContext<ProfileValues>();
  const { errors } = formState;
  const mobile = (phone: string) =>
    PERSON_CHECKS.mobile(phone, PHONE_MAX.profile, countryOf(getValues('address.country')));
  return (
    <div className="grid gap-2">
      <TextField
        label="Profile Name"
        placeholder="Main Profile"
        error={errors.profileName?.message}
        {...register('profileName', { validate: profileName })}
      />
      <TextField
        label="Full Name"
        autoComplete="name"
        error={errors.fullName?.message}
        {...register('fullName', { validate: PERSON_CHECKS.fullName })}
      />
      <TextField
        label="Phone Number"
        type="tel"
        mono
        autoComplete="tel"
        error={errors.phone?.message}
        {...register('phone', { validate: mobile })}
      />
      <TextField
        label="Email"
        type="email"
        autoComplete="email"
        error={errors.email?.message}
        {...register('email', { validate: CHECKS.email })}
      />
      <AddressFields ships />
    </div>
  );
}
