import { Box } from '@mui/material';
import { BooleanInput, minValue, required, TextInput } from 'react-admin';
import { DecimalInput, WholeInput } from '../ui/NumberInputs.js';

const nonzero = minValue(0.01, 'Above 0.');
const whole = minValue(1, 'At least 1.');

export const TitleInput = () => (
  <TextInput source="productTitle" label="Product Title" validate={required()} helperText={false} />
);

export const PriceInput = () => (
  <DecimalInput source="price" label="Price" validate={[required(), nonzero]} helperText="The service fee, USD." />
);

export const StockInput = () => (
  <WholeInput source="totalStock" label="Total Stock" validate={[required(), whole]} helperText="Slots." />
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
