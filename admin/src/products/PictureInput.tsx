import { PICTURE_BYTES_MAX, PICTURE_TYPES } from '@supreme-access/contract/limits.js';
import { ImageField, ImageInput, useNotify } from 'react-admin';
import type { ChosenPicture } from './product-input.js';

const KINDS = 'JPEG, PNG, WebP, AVIF or GIF, at most 10 MB.';
/** react-dropzone needs the file extensions, too: some systems know no type for them. */
const ACCEPT = Object.fromEntries(PICTURE_TYPES.map((type) => [type, [`.${type.slice('image/'.length)}`]]));

const notTooLarge = (chosen: ChosenPicture | ChosenPicture[] | null | undefined) =>
  [chosen ?? []].flat().some(({ rawFile }) => rawFile.size > PICTURE_BYTES_MAX)
    ? 'This picture is too large: at most 10 MB.'
    : undefined;

interface PictureInputProps {
  source?: 'picture' | 'chosenPictures';
  label?: string;
  multiple?: boolean;
}

export function PictureInput({ source = 'picture', label = 'Product Image', multiple = false }: PictureInputProps) {
  const notify = useNotify();
  return (
    <ImageInput
      source={source}
      label={label}
      multiple={multiple}
      accept={ACCEPT}
      inputProps={{ 'aria-label': label }}
      placeholder="Drop a picture here or click to choose one."
      helperText={KINDS}
      validate={notTooLarge}
      options={{ onDropRejected: () => notify(`Choose another picture: ${KINDS}`, { type: 'warning' }) }}
      sx={{
        '& .RaFileInput-dropZone': { border: '1px dashed', borderColor: 'text.secondary' },
        '& .RaFileInput-removeButton button': { opacity: 1 },
        '& .RaImageField-image': { maxHeight: 160, width: 'auto', m: 0 },
      }}
    >
      <ImageField source="src" title="title" />
    </ImageInput>
  );
}
