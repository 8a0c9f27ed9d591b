import { PasswordInput, required, TextInput } from 'react-admin';

export interface Proof {
  password: string;
  otp?: string;
}

/** Who does this shows again who they are. */
export function OwnProof() {
  return (
    <>
      <PasswordInput
        source="password"
        label="Your password"
        autoComplete="current-password"
        validate={required()}
        helperText={false}
      />
      <TextInput source="otp" label="Code" autoComplete="one-time-code" helperText="If you have one-time codes on." />
    </>
  );
}
