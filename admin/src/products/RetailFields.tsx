import { Box } from '@mui/material';
import { CURRENCY } from '@supreme-access/contract/limits.js';
import type { AdminProduct } from '@supreme-access/contract/shapes/products.js';
import { regex, SelectInput, TextInput } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { retailerName, useRetailers } from '../retailers/RetailerFilter.js';
import { AmountInput } from '../ui/NumberInputs.js';
import { ItemsInput } from './ItemsInput.js';

const isCurrency = regex(/^\s*[a-z]{3}\s*$/i, 'Enter the three letters of the currency, such as EUR.');
const toCode = (typed: string | null) => typed?.trim().toLowerCase() ?? '';
const shownCode = (code: string | null | undefined) => code?.toUpperCase() ?? '';

/** Where the product is bought, and for how much. */
export function RetailFields({ saved }: { saved: AdminProduct | undefined }) {
  const retailerId: string | undefined = useWatch({ name: 'retailerId' });
  const currency: string = useWatch({ name: 'retailCurrency' }) || CURRENCY;
  return (
    <>
      <RetailerInput saved={saved?.retailerId ?? null} />
      <TextInput
        source="retailerProductId"
        label="Product at the retailer"
        helperText="The retailer's id of this product. Leave empty to use ours."
      />
      <Box sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr 96px', sm: '1fr 96px 1fr' }, columnGap: 2 }}>
        <AmountInput
          currency={currency}
          source="retailAmount"
          label="Retail price"
          helperText="What the retailer charges. Our fee is extra."
        />
        <TextInput
          source="retailCurrency"
          label="Currency"
          parse={toCode}
          format={shownCode}
          validate={isCurrency}
          helperText={false}
        />
        <AmountInput
          currency={currency}
          source="limitAmount"
          label="Default limit"
          helperText="With shipping and tax. Empty: the price and a quarter."
        />
      </Box>
      {retailerId && <ItemsInput saved={saved} />}
    </>
  );
}

/** A removed retailer is shown where the product still names it. */
function RetailerInput({ saved }: { saved: string | null }) {
  const choices = useRetailers()
    .filter(({ id, ended }) => id !== 'standard' && (!ended || id === saved))
    .map((retailer) => ({ id: retailer.id, name: retailerName(retailer) }));
  return (
    <SelectInput
      source="retailerId"
      label="Retailer"
      choices={choices}
      emptyText="The retailer of the settings"
      parse={(id: string) => id || ''}
      helperText="It cannot change while slots are held."
    />
  );
}
