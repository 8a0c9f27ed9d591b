import { Alert, Box, FormControl, FormControlLabel, FormLabel, Radio, RadioGroup } from '@mui/material';
import { sizeLabel } from '@supreme-access/contract/labels.js';
import type { ProductPicture, RetailerItem } from '@supreme-access/contract/shapes/products.js';
import { useId } from 'react';
import { FormDataConsumer } from 'react-admin';
import { differing, isSame, type Versions } from './edits.js';
import type { ProductForm } from './product-input.js';

type Form = Partial<ProductForm>;
type Field = keyof ProductForm;

const LABELS: Partial<Record<Field, string>> = {
  productTitle: 'Product Title',
  avail: 'Available',
  price: 'Price',
  totalStock: 'Total Stock',
  pictures: 'Pictures',
  description: 'Description',
  retailAmount: 'Retail price',
  retailCurrency: 'Currency of the retail price',
  styles: 'Styles',
  oneSize: 'One size (OS)',
  tags: 'Tags',
  releaseTz: 'Drop zone',
  releaseLocal: 'Release',
  closesLocal: 'Reservations close',
  retailerProductId: 'Product at the retailer',
  retailerId: 'Retailer',
  retailerItems: 'Items at the retailer',
  limitAmount: 'Default limit',
  limitPerAccount: 'Limit per account',
};

interface EditConflictProps {
  versions: Versions<Form>;
  take: (fields: Form, form: Form) => void;
}

/** Shows both versions side by side; the form's values are what will be saved. */
export function EditConflict({ versions, take }: EditConflictProps) {
  const fields = differing(versions);
  return (
    <Alert
      ref={intoView}
      severity="warning"
      role="alert"
      sx={{ width: '100%', mb: 2, '& .MuiAlert-message': { flex: 1, minWidth: 0 } }}
    >
      Someone else saved this product while you were editing it. Your changes are not saved yet. Choose a version for
      each field that differs, then save again.
      <FormDataConsumer<ProductForm>>
        {({ formData }) => (
          <Box sx={{ display: 'grid', gap: 1, pt: 1.5 }}>
            {fields.map((field) => (
              <Sides key={field} field={field} versions={versions} form={formData} take={take} />
            ))}
          </Box>
        )}
      </FormDataConsumer>
    </Alert>
  );
}

function intoView(element: HTMLElement | null) {
  element?.scrollIntoView?.({ block: 'center' });
}

interface SidesProps extends EditConflictProps {
  field: Field;
  form: Form;
}

function Sides({ field, versions: { yours, theirs }, form, take }: SidesProps) {
  const heading = useId();
  const isMine = isSame(form[field], yours[field]);
  const choose = (side: string) => take({ [field]: (side === 'yours' ? yours : theirs)[field] }, form);
  return (
    <FormControl>
      <FormLabel id={heading} sx={{ fontWeight: 600 }}>
        {LABELS[field] ?? field}
      </FormLabel>
      <RadioGroup
        aria-labelledby={heading}
        value={isMine ? 'yours' : 'theirs'}
        onChange={(_event, side) => choose(side)}
        sx={SIDE_BY_SIDE}
      >
        <FormControlLabel value="yours" control={<Radio size="small" />} label={`Yours: ${shown(field, yours)}`} />
        <FormControlLabel value="theirs" control={<Radio size="small" />} label={`Theirs: ${shown(field, theirs)}`} />
      </RadioGroup>
    </FormControl>
  );
}

const SIDE_BY_SIDE = {
  display: 'grid',
  gridTemplateColumns: { sm: '1fr 1fr' },
  columnGap: 2,
  '& .MuiFormControlLabel-label': { overflowWrap: 'anywhere' },
};

function shown(field: Field, side: Form): string {
  const value = side[field];
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  const names = Array.isArray(value)
    ? value.map((one) => (typeof one === 'object' && !('src' in one) ? nameOf(one) : String(one)))
    : [];
  const text = Array.isArray(value) ? names.join(', ') : String(value ?? '');
  return text.replace('T', field.endsWith('Local') ? ' ' : 'T') || 'empty';
}

function nameOf(one: Partial<ProductPicture> | RetailerItem): string {
  if ('itemId' in one) return `${sizeLabel(one.size)} ${one.style}: ${one.itemId}`;
  const { address, alt } = one;
  return alt ? `${address} (${alt})` : (address ?? '');
}
