import { required, TextInput } from 'react-admin';
import { OwnProof, type Proof } from './OwnProof.js';

export type EraseWish = Proof & { reason: string };

/** What is asked of whoever erases somebody at their request. */
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
