import { useFormContext } from 'react-hook-form';
import { PHONE_MAX } from '../../../../backend/src/contract/limits.js';
import { mobilePhone } from '../../../../backend/src/contract/phones.js';
import { TextField } from '../../ui/field.js';
import { EMAIL } from '../auth/register.js';
import { AddressFields } from './address-fields.js';
import { splitName } from './profile-title.js';
import { countryOf, type ProfileValues } from './profile-values.js';

/** Who the profile is for and where it ships to. */
export function ProfileFields() {
  const { register, formState, getValues } = useFormContext<ProfileValues>();
  const { errors } = formState;
  const mobile = (phone: string) => mobilePhone(phone, countryOf(getValues('address.country'))) !== null;
  return (
    <div className="grid gap-2">
      <TextField
        label="Profile Name"
        placeholder="Main Profile"
        error={errors.profileName?.message}
        {...register('profileName', { validate: (name) => name.trim() !== '' || 'Give the profile a name.' })}
      />
      <TextField
        label="Full Name"
        autoComplete="name"
        error={errors.fullName?.message}
        {...register('fullName', { validate: (name) => splitName(name) !== null || 'Write your first and last name.' })}
      />
      <TextField
        label="Phone Number"
        type="tel"
        mono
        autoComplete="tel"
        maxLength={PHONE_MAX.profile}
        error={errors.phone?.message}
        {...register('phone', { validate: (phone) => mobile(phone) || 'Write a valid mobile number.' })}
      />
      <TextField
        label="Email"
        type="email"
        autoComplete="email"
        error={errors.email?.message}
        {...register('email', { validate: (email) => EMAIL.test(email.trim()) || 'Write a valid email.' })}
      />
      <AddressFields />
    </div>
  );
}
