import { hasState } from '@supreme-access/contract/addresses.js';
import { COUNTRIES, type Country, US_STATES } from '@supreme-access/contract/countries.js';
import { LINE_MAX, NAME_MAX } from '@supreme-access/contract/limits.js';
import { zipProblem } from '@supreme-access/contract/zips.js';
import { useFormContext } from 'react-hook-form';
import { SelectField, TextField } from '../../ui/field.js';
import { atMost } from '../auth/register.js';
import { AddressLookup } from './address-lookup.js';
import { type AddressValues, countryOf } from './address-values.js';
import { PoBoxQuestion } from './po-box-question.js';

const REQUIRED = { required: 'This field is required.' };
const EVERYWHERE = Object.keys(COUNTRIES) as Country[];

interface AddressFieldsProps {
  countries?: readonly Country[];
  /** Goods are shipped to this address, so a PO box is questioned. */
  ships?: boolean;
}

/** The fields of an address, in a form whose values hold it under `address`. */
export function AddressFields({ countries = EVERYWHERE, ships = false }: AddressFieldsProps) {
  const { register, watch, setValue, formState } = useFormContext<{ address: AddressValues }>();
  const errors = formState.errors.address;
  const country = watch('address.country');
  return (
    <div className="grid grid-cols-2 gap-x-6 gap-y-2">
      <SelectField
        label="Country"
        className="col-span-2"
        autoComplete="country"
        {...register('address.country', { onChange: () => setValue('address.state', '', { shouldDirty: true }) })}
      >
        {countries.map((code) => (
          <option key={code} value={code}>
            {COUNTRIES[code]}
          </option>
        ))}
      </SelectField>
      <AddressLookup countries={countries} className="col-span-2" />
      <TextField
        label="Apartment, suite (optional)"
        className="col-span-2"
        autoComplete="address-line2"
        error={errors?.address2?.message}
        {...register('address.address2', { validate: atMost(LINE_MAX) })}
      />
      <TextField
        label="City"
        className="col-span-2"
        autoComplete="address-level2"
        error={errors?.city?.message}
        {...register('address.city', { ...REQUIRED, validate: atMost(NAME_MAX) })}
      />
      {country === 'US' ? <UsState /> : hasState(countryOf(country)) && <FreeState />}
      <Zip />
      {ships && <PoBoxQuestion />}
    </div>
  );
}

function UsState() {
  const { register, formState } = useFormContext<{ address: AddressValues }>();
  return (
    <SelectField
      label="State"
      autoComplete="address-level1"
      error={formState.errors.address?.state?.message}
      {...register('address.state', REQUIRED)}
    >
      <option value="">Choose</option>
      {Object.entries(US_STATES).map(([code, name]) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}

const zipFits = (zip: string, { address }: { address: AddressValues }) =>
  zipProblem(zip, countryOf(address.country)) ?? true;

function Zip() {
  const { register, formState } = useFormContext<{ address: AddressValues }>();
  return (
    <TextField
      label="Zip"
      autoComplete="postal-code"
      error={formState.errors.address?.zip?.message}
      {...register('address.zip', { ...REQUIRED, validate: zipFits })}
    />
  );
}

function FreeState() {
  const { register, formState } = useFormContext<{ address: AddressValues }>();
  return (
    <TextField
      label="State"
      autoComplete="address-level1"
      error={formState.errors.address?.state?.message}
      {...register('address.state', { ...REQUIRED, validate: atMost(NAME_MAX) })}
    />
  );
}
