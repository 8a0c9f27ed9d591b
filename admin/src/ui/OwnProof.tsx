import { PasswordInput, required, TextInput } from 'react-admin';

export interface Proof {
  password: string;
  otp?: string | null;
}

export function OwnPassword() {
  return (
    <PasswordInput
      source="password"
      label="Your password"
      autoComplete="current-password"
      validate={required()}
      helperText={false}
    />
  );
}

/** The inputs of a step-up. `codesOn` says that one-time codes are on. */
export function OwnProof({ codesOn = false }: { codesOn?: boolean }) {
  const codeProps = codesOn
    ? ({ validate: required(), helperText: false } as const)
    : { helperText: 'Needed only if you use one-time codes.' };
  return (
    <>
      <OwnPassword />
      <TextInput source="otp" label="One-time code" autoComplete="one-time-code" {...codeProps} />
    </>
  );
}
