import { required, TextInput } from 'react-admin';
import { OwnProof, type Proof } from './OwnProof.js';

export type EraseInput = Proof & { reason: string };

export function EraseInputs() {
  return (
    <>
      <TextInput
        source="reason"
        label="Reason"
        helperText="Kept in the event log forever. Do not include names."
        validate={required()}
        autoFocus
      />
      <OwnProof />
    </>
  );
}
