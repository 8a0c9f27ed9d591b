import { Alert } from '@mui/material';
import type { AdminProduct } from '@supreme-access/contract/shapes/products.js';
import { BooleanInput, FormDataConsumer } from 'react-admin';
import { bothTimes } from '../ui/format.js';
import { type ProductForm, toProductInput } from './product-input.js';

const agreed = (value: unknown) => (value === true ? undefined : 'Confirm this first, or keep the release time.');

export function MoveWarning({ product }: { product: AdminProduct }) {
  if (product.reserved === 0) return null;
  return (
    <FormDataConsumer<ProductForm>>
      {({ formData }) => isMoved(formData, product) && <Warning product={product} />}
    </FormDataConsumer>
  );
}

function isMoved(form: ProductForm, product: AdminProduct): boolean {
  const { releaseAt } = toProductInput(form, product);
  return releaseAt !== undefined && releaseAt !== product.releaseAt;
}

function Warning({ product: { reserved, releaseAt, releaseTz } }: { product: AdminProduct }) {
  const before = releaseAt ? bothTimes(releaseAt, releaseTz) : 'to be announced';
  const holders = reserved === 1 ? '1 person holds a slot' : `${reserved} people hold a slot`;
  return (
    <Alert severity="warning" sx={{ width: '100%', mb: 2 }}>
      {`${holders} and were told this release time: ${before}. If you save, each gets an email with the old and the new time. They keep their slots.`}
      <BooleanInput source="holdersAreMailed" label="Email them the new time" validate={agreed} helperText={false} />
    </Alert>
  );
}
