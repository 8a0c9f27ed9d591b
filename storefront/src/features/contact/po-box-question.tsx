import { isPoBox } from '@supreme-access/contract/po-boxes.js';
import { useFormContext } from 'react-hook-form';
import { CheckField } from '../../ui/field.js';
import type { AddressValues } from './address-values.js';
import { NO_REFUND } from './po-box-note.js';

/** While an address looks like a PO box. The region is always there, so that screen readers hear of it. */
export function PoBoxQuestion() {
  const { register, watch } = useFormContext<{ address: AddressValues }>();
  const { isStreet = false, ...address } = watch('address');
  const isAsked = isPoBox(address);
  return (
    <div className="col-span-2">
      <p role="status" className="text-sm font-medium text-wait">
        {isAsked && !isStreet && `This looks like a PO box. ${NO_REFUND}`}
      </p>
      {isAsked && <CheckField label="This is a street address, not a PO box." {...register('address.isStreet')} />}
    </div>
  );
}
