import { Box, Button } from '@mui/material';
import { ALT_MAX, PICTURES_MAX } from '@supreme-access/contract/limits.js';
import {
  ArrayInput,
  FormDataConsumer,
  maxLength,
  SimpleFormIterator,
  TextInput,
  useSimpleFormIterator,
} from 'react-admin';
import { PictureInput } from './PictureInput.js';

const shortAlt = maxLength(ALT_MAX, `Enter ${ALT_MAX} characters or less.`);

const GRID = {
  '& .RaSimpleFormIterator-list': {
    display: 'grid',
    gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
    gap: 2,
  },
  '& .RaSimpleFormIterator-line': { border: 1, borderColor: 'divider', p: 1.5, display: 'block' },
  '& .RaSimpleFormIterator-action': { visibility: 'visible', height: 'auto', pt: 0.5 },
} as const;

export function MediaGrid() {
  return (
    <>
      <ArrayInput
        source="pictures"
        label={false}
        helperText={`The first is the main picture. ${PICTURES_MAX} at most.`}
      >
        <SimpleFormIterator disableClear fullWidth sx={GRID} addButton={<AddByUrl />}>
          <FormDataConsumer>{({ scopedFormData }) => <Thumbnail address={scopedFormData?.address} />}</FormDataConsumer>
          <TextInput source="alt" label="Alt text" validate={shortAlt} helperText="Alt text for screen readers." />
          <TextInput source="address" label="Image URL" helperText="An https URL, or a path on this site." />
        </SimpleFormIterator>
      </ArrayInput>
      <PictureInput source="chosenPictures" label="Upload pictures" multiple />
    </>
  );
}

function AddByUrl() {
  const { add } = useSimpleFormIterator();
  return (
    <Button variant="outlined" size="small" onClick={() => add()}>
      Add a picture by its URL
    </Button>
  );
}

/** Only our own pictures load: another server must not be requested while its address is typed. */
function Thumbnail({ address }: { address: string | null | undefined }) {
  const frame = { width: 1, height: 160, bgcolor: 'action.hover' } as const;
  if (address?.startsWith('/')) {
    return <Box component="img" src={address} alt="" loading="lazy" sx={{ ...frame, objectFit: 'contain' }} />;
  }
  return (
    <Box sx={{ ...frame, display: 'grid', placeItems: 'center', color: 'text.secondary', fontSize: '0.8125rem' }}>
      {address ? 'No preview of pictures on other servers.' : 'No picture yet.'}
    </Box>
  );
}
