import { DESCRIPTION_MAX } from '@supreme-access/contract/limits.js';
import { maxLength, TextInput } from 'react-admin';

export function DescriptionInput() {
  return (
    <TextInput
      source="description"
      label="Description"
      multiline
      minRows={4}
      validate={maxLength(DESCRIPTION_MAX, `Enter ${DESCRIPTION_MAX} characters or less.`)}
      helperText="Plain text. Leave an empty line between paragraphs."
    />
  );
}
