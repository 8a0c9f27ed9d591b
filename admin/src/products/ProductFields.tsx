import { Box } from '@mui/material';
import type { ReactNode } from 'react';
import {
  AutocompleteInput,
  BooleanInput,
  minValue,
  NumberInput,
  required,
  TextArrayInput,
  TextInput,
} from 'react-admin';
import { Section } from '../ui/Section.js';
import { LocalTimeInput } from './LocalTimeInput.js';

const ZONES = ['UTC', ...Intl.supportedValuesOf('timeZone')].map((zone) => ({
  id: zone,
  name: zone.replaceAll('_', ' '),
}));

export function ProductFields() {
  return (
    <Box sx={{ width: '100%', maxWidth: 760, display: 'grid', gap: 3 }}>
      <Section title="Product">
        <TextInput source="productTitle" label="Product Title" validate={required()} helperText={false} />
        <TextInput source="productImage" label="Product Image" helperText="Address of the picture." />
        <Pair>
          <TextInput source="styles" label="Styles" helperText="Separated by commas." />
          <TextArrayInput source="tags" label="Tags" helperText="New, Clothes, Accessories: the shop's tabs." />
        </Pair>
        <Pair>
          <BooleanInput source="avail" label="Available" helperText="Shown in the shop." />
          <BooleanInput source="oneSize" label="One size (OS)" helperText="Otherwise S, M, L, XL." />
        </Pair>
      </Section>
      <Section title="Slots and fee">
        <Pair>
          <NumberInput
            source="price"
            label="Price"
            step={0.01}
            min={0}
            validate={required()}
            helperText="The service fee, USD."
          />
          <NumberInput
            source="totalStock"
            label="Total Stock"
            step={1}
            min={1}
            validate={[required(), minValue(1)]}
            helperText="Slots."
          />
        </Pair>
      </Section>
      <Section title="Drop">
        <AutocompleteInput
          source="releaseTz"
          label="Drop zone"
          choices={ZONES}
          helperText="Whose clocks the times below are."
        />
        <Pair>
          <LocalTimeInput
            source="releaseLocal"
            choice="releaseChoice"
            label="Release"
            helperText="Empty: released by hand."
          />
          <LocalTimeInput
            source="closesLocal"
            choice="closesChoice"
            label="Reservations close"
            helperText="Empty: at the release."
          />
        </Pair>
        <TextInput
          source="retailerProductId"
          label="Product at the retailer"
          helperText="Empty: the product's own id."
        />
      </Section>
    </Box>
  );
}

function Pair({ children }: { children: ReactNode }) {
  return <Box sx={{ display: 'grid', gridTemplateColumns: { sm: '1fr 1fr' }, columnGap: 2 }}>{children}</Box>;
}
