import { Box } from '@mui/material';
import { ALT_MAX, DESCRIPTION_MAX, PICTURES_MAX, RETAIL_CURRENCIES } from '@supreme-access/contract/limits.js';
import { ArrayInput, maxLength, SelectInput, SimpleFormIterator, TextInput } from 'react-admin';
import { DecimalInput } from '../ui/NumberInputs.js';
import { PictureInput } from './PictureInput.js';

const CURRENCIES = RETAIL_CURRENCIES.map((id) => ({ id, name: id.toUpperCase() }));
const shortAlt = maxLength(ALT_MAX, `At most ${ALT_MAX} characters.`);

/** What shoppers are told of the product beside its drop. */
export function StoryFields() {
  return (
    <>
      <TextInput source="leadAlt" label="Alt text" validate={shortAlt} helperText="Alt text for screen readers." />
      <ArrayInput
        source="morePictures"
        label="More pictures"
        helperText={`Shown in this order. ${PICTURES_MAX} pictures at most, with the first.`}
      >
        <SimpleFormIterator inline disableClear>
          <TextInput source="address" label="Image URL" helperText={false} sx={{ flex: 2, minWidth: 180 }} />
          <TextInput
            source="alt"
            label="Alt text"
            validate={shortAlt}
            helperText={false}
            sx={{ flex: 2, minWidth: 160 }}
          />
        </SimpleFormIterator>
      </ArrayInput>
      <PictureInput source="chosenPictures" label="Pictures to add" multiple />
      <TextInput
        source="description"
        label="Description"
        multiline
        minRows={4}
        validate={maxLength(DESCRIPTION_MAX, `At most ${DESCRIPTION_MAX} characters.`)}
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
