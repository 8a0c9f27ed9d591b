import { Box } from '@mui/material';
import { DESCRIPTION_MAX, RETAIL_CURRENCIES } from '@supreme-access/contract/limits.js';
import { maxLength, SelectInput, TextInput } from 'react-admin';
import { DecimalInput } from '../ui/NumberInputs.js';

const CURRENCIES = RETAIL_CURRENCIES.map((id) => ({ id, name: id.toUpperCase() }));

export function StoryFields() {
  return (
    <>
      <TextInput
        source="description"
        label="Description"
        multiline
        minRows={4}
        validate={maxLength(DESCRIPTION_MAX, `Enter ${DESCRIPTION_MAX} characters or less.`)}
        helperText="Plain text. Leave an empty line between paragraphs."
      />
      <Box sx={{ display: 'grid', gridTemplateColumns: { sm: '1fr 1fr' }, columnGap: 2 }}>
        <DecimalInput
          source="retailAmount"
          label="Retail price"
          helperText="What the retailer charges. Our fee is extra."
        />
        <SelectInput source="retailCurrency" label="Currency" choices={CURRENCIES} helperText={false} />
      </Box>
    </>
  );
}
