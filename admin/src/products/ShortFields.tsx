import { Box } from '@mui/material';
import { BooleanInput, minValue, required, TextInput } from 'react-admin';
import { DecimalInput, WholeInput } from '../ui/NumberInputs.js';

const nonzero = minValue(0.01, 'Enter more than 0.');
const whole = minValue(1, 'Enter 1 or more.');

export const TitleInput = () => (
  <TextInput source="productTitle" label="Product Title" validate={required()} helperText={false} />
);

export const PriceInput = () => (
  <DecimalInput source="price" label="Price" validate={[required(), nonzero]} helperText="Our service fee in USD." />
);

export const StockInput = () => (
  <WholeInput source="totalStock" label="Total Stock" validate={[required(), whole]} helperText="Number of slots." />
);

export function ShortFields() {
  return (
    <>
      <TitleInput />
      <BooleanInput source="avail" label="Available" helperText={false} />
      <Box sx={{ display: 'grid', gridTemplateColumns: '1fr 1fr', columnGap: 2 }}>
        <PriceInput />
        <StockInput />
      </Box>
    </>
  );
}
