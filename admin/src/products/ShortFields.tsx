import { Box } from '@mui/material';
import { BooleanInput, minValue, NumberInput, required, TextInput } from 'react-admin';

const nonzero = minValue(0.01, 'Above 0.');
const whole = minValue(1, 'At least 1.');

export const TitleInput = () => (
  <TextInput source="productTitle" label="Product Title" validate={required()} helperText={false} />
);

export const PriceInput = () => (
  <NumberInput
    source="price"
    label="Price"
    step={0.01}
    min={0}
    validate={[required(), nonzero]}
    helperText="The service fee, USD."
  />
);

export const StockInput = () => (
  <NumberInput
    source="totalStock"
    label="Total Stock"
    step={1}
    min={1}
    validate={[required(), whole]}
    helperText="Slots."
  />
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
