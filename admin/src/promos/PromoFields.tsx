import { Box } from '@mui/material';
import { DateTimeInput, maxValue, minValue, NumberInput, required, TextInput } from 'react-admin';
import { mono } from '../ui/tokens.js';

export function PromoFields({ codeFixed = false }: { codeFixed?: boolean }) {
  return (
    <Box sx={{ width: '100%', display: 'grid', gridTemplateColumns: { sm: '1fr 1fr' }, columnGap: 2 }}>
      <TextInput
        source="promoCode"
        label="Promo code"
        validate={required()}
        readOnly={codeFixed}
        helperText={codeFixed ? 'A code cannot be renamed.' : false}
        sx={{ '& input': { ...mono, fontSize: '1rem' } }}
      />
      <NumberInput
        source="percent"
        label="Percent off"
        min={0}
        max={100}
        validate={[required(), minValue(0), maxValue(100)]}
        helperText={false}
      />
      <DateTimeInput source="startsAt" label="Starts" helperText="Your time. Empty: at once." />
      <DateTimeInput source="endsAt" label="Ends" helperText="Your time. Empty: never." />
      <NumberInput source="limit" label="Limit" min={1} step={1} helperText="Uses in all. Empty: no limit." />
      <NumberInput source="limitPerAccount" label="Limit per account" min={1} step={1} helperText="Empty: no limit." />
    </Box>
  );
}
