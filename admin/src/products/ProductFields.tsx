import { Box } from '@mui/material';
import { zoneNames } from '@supreme-access/contract/clocks.js';
import { LIMIT_PER_ACCOUNT_MAX } from '@supreme-access/contract/limits.js';
import type { AdminProduct } from '@supreme-access/contract/shapes/products.js';
import { type ReactNode, useMemo } from 'react';
import { AutocompleteInput, BooleanInput, maxValue, minValue, TextArrayInput, TextInput } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { WholeInput } from '../ui/NumberInputs.js';
import { Section } from '../ui/Section.js';
import { DescriptionInput } from './DescriptionInput.js';
import { LocalTimeInput } from './LocalTimeInput.js';
import { MediaGrid } from './MediaGrid.js';
import { RetailFields } from './RetailFields.js';
import { PriceInput, StockInput, TitleInput } from './ShortFields.js';

/** The list contains the drop's own zone, even where this browser has another name for it. */
function useZones() {
  const chosen: string | undefined = useWatch({ name: 'releaseTz' });
  return useMemo(() => zoneNames(chosen).map((zone) => ({ id: zone, name: zone.replaceAll('_', ' ') })), [chosen]);
}

const LIMITS = [
  minValue(1, 'Enter 1 or more.'),
  maxValue(LIMIT_PER_ACCOUNT_MAX, `Enter ${LIMIT_PER_ACCOUNT_MAX} or less.`),
];

export function ProductFields({ saved }: { saved?: AdminProduct }) {
  return (
    <Box sx={{ width: '100%', maxWidth: 760, display: 'grid', gap: 3 }}>
      <Section title="Product">
        <TitleInput />
        <DescriptionInput />
        <Pair>
          <TextInput source="styles" label="Styles" helperText="Separated by commas." />
          <TextArrayInput source="tags" label="Tags" helperText="Tabs of the shop: New, Clothes, Accessories." />
        </Pair>
        <Pair>
          <BooleanInput source="avail" label="Available" helperText="If on, shoppers can see and reserve it." />
          <BooleanInput source="oneSize" label="One size (OS)" helperText="If off, sizes are S, M, L and XL." />
        </Pair>
      </Section>
      <Section title="Pictures">
        <MediaGrid />
      </Section>
      <Section title="Slots and fee">
        <Pair>
          <PriceInput />
          <StockInput />
        </Pair>
        <WholeInput
          source="limitPerAccount"
          label="Limit per account"
          validate={LIMITS}
          helperText={`How many slots and waiting-list places one account can have, 1 to ${LIMIT_PER_ACCOUNT_MAX}. Leave empty for the server's default.`}
        />
      </Section>
      <Section title="Drop">
        <AutocompleteInput
          source="releaseTz"
          label="Drop zone"
          choices={useZones()}
          helperText="Times below use this zone."
        />
        <Pair>
          <LocalTimeInput
            source="releaseLocal"
            choice="releaseChoice"
            label="Release"
            helperText="Leave empty to release manually."
          />
          <LocalTimeInput
            source="closesLocal"
            choice="closesChoice"
            label="Reservations close"
            helperText="Leave empty to close at the release."
          />
        </Pair>
      </Section>
      <Section title="At the retailer">
        <RetailFields saved={saved} />
      </Section>
    </Box>
  );
}

function Pair({ children }: { children: ReactNode }) {
  return <Box sx={{ display: 'grid', gridTemplateColumns: { sm: '1fr 1fr' }, columnGap: 2 }}>{children}</Box>;
}
