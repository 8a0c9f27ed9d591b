import { Box } from '@mui/material';
import { zoneNames } from '@supreme-access/contract/clocks.js';
import { LIMIT_PER_ACCOUNT_MAX } from '@supreme-access/contract/limits.js';
import { type ReactNode, useMemo } from 'react';
import { AutocompleteInput, BooleanInput, maxValue, minValue, TextArrayInput, TextInput } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { WholeInput } from '../ui/NumberInputs.js';
import { Section } from '../ui/Section.js';
import { LocalTimeInput } from './LocalTimeInput.js';
import { PictureInput } from './PictureInput.js';
import { PriceInput, StockInput, TitleInput } from './ShortFields.js';
import { StoryFields } from './StoryFields.js';

/** The drop's own zone is among them, also where this browser calls it by another name. */
function useZones() {
  const chosen: string | undefined = useWatch({ name: 'releaseTz' });
  return useMemo(() => zoneNames(chosen).map((zone) => ({ id: zone, name: zone.replaceAll('_', ' ') })), [chosen]);
}

const LIMITS = [minValue(1, 'At least 1.'), maxValue(LIMIT_PER_ACCOUNT_MAX, `At most ${LIMIT_PER_ACCOUNT_MAX}.`)];

export function ProductFields() {
  return (
    <Box sx={{ width: '100%', maxWidth: 760, display: 'grid', gap: 3 }}>
      <Section title="Product">
        <TitleInput />
        <PictureInput />
        <TextInput
          source="productImage"
          label="Address of the picture"
          helperText="Of one that lies elsewhere (https), or here. One that is chosen above takes its place."
        />
        <StoryFields />
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
          <PriceInput />
          <StockInput />
        </Pair>
        <WholeInput
          source="limitPerAccount"
          label="Limit per account"
          validate={LIMITS}
          helperText={`Slots and places in line of one account, 1 to ${LIMIT_PER_ACCOUNT_MAX}. Empty: the server's default.`}
        />
      </Section>
      <Section title="Drop">
        <AutocompleteInput
          source="releaseTz"
          label="Drop zone"
          choices={useZones()}
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
