import { isPoBox } from '@supreme-access/contract/po-boxes.js';
import { useFormContext } from 'react-hook-form';
import { CheckField } from '../../ui/field.js';
import type { AddressValues } from './address-values.js';
import { NO_REFUND } from './po-box-note.js';

/** The region is always rendered, so that screen readers announce the question. */
export function PoBoxQuestion() {
  const { register, watch } = useFormContext<{ address: AddressValues }>();
  const { isStreet = false, ...address } = watch('address');
  const looksLikePoBox = isPoBox(address);
  return (
    <div className="col-span-2">
      <p role="status" className="text-sm font-medium text-wait">
        {looksLikePoBox && !isStreet && `This looks like a PO box. ${NO_REFUND}`}
      </p>
      {looksLikePoBox && (
        <CheckField label="This is a street address, not a PO box." {...register('address.isStreet')} />
      )}
    </div>
  );
}
