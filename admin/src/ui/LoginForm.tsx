import ShownIcon from '@mui/icons-material/Visibility';
import HiddenIcon from '@mui/icons-material/VisibilityOff';
import {
  Box,
  Button,
  FormControl,
  FormHelperText,
  IconButton,
  InputAdornment,
  InputLabel,
  OutlinedInput,
  type OutlinedInputProps,
} from '@mui/material';
import { type FormEvent, useId, useState } from 'react';
import { Refusal } from './Refusal.js';

export interface LoginFormProps {
  asksForCode: boolean;
  isPending: boolean;
  error: unknown;
  onLogin: (values: Readonly<Record<string, FormDataEntryValue>>) => void;
}

/** react-admin's form inputs would add a tenth to what this page loads, so these are plain ones. */
export function LoginForm({ asksForCode, isPending, error, onLogin }: LoginFormProps) {
  const [complaints, setComplaints] = useState<Readonly<Record<string, string>>>({});
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const inputs = [...form.elements].filter((field) => field instanceof HTMLInputElement);
    const wrong = inputs.filter(({ validity }) => !validity.valid);
    setComplaints(Object.fromEntries(wrong.map((input) => [input.name, complaintOf(input)])));
    if (wrong.length === 0) onLogin(Object.fromEntries(new FormData(form)));
    else wrong[0]?.focus();
  };
  const field = (name: string) => ({
    name,
    complaint: complaints[name],
    onChange: () => setComplaints(({ [name]: _, ...others }) => others),
  });
  return (
    <Box component="form" noValidate onSubmit={submit}>
      <Field {...field('email')} label="Email" type="email" autoComplete="username" autoFocus />
      <PasswordField {...field('password')} label="Password" autoComplete="current-password" />
      {asksForCode && <Field {...field('otp')} label="Code" autoComplete="one-time-code" autoFocus />}
      <Refusal error={error} />
      <Button
        type="submit"
        variant="contained"
        color="secondary"
        size="large"
        fullWidth
        disabled={isPending}
        sx={{ mt: 1 }}
      >
        {isPending ? 'Logging in…' : 'Log in'}
      </Button>
    </Box>
  );
}

function complaintOf({ validity }: HTMLInputElement): string {
  return validity.valueMissing ? 'Required' : 'Please enter a valid email.';
}

interface FieldProps extends OutlinedInputProps {
  label: string;
  complaint: string | undefined;
}

function Field({ label, complaint, ...input }: FieldProps) {
  const id = useId();
  const text = useId();
  return (
    <FormControl required error={complaint !== undefined}>
      <InputLabel htmlFor={id}>{label}</InputLabel>
      <OutlinedInput id={id} label={label} aria-describedby={text} {...input} />
      <FormHelperText id={text}>{complaint ?? ' '}</FormHelperText>
    </FormControl>
  );
}

function PasswordField(props: FieldProps) {
  const [isShown, setShown] = useState(false);
  return (
    <Field
      {...props}
      type={isShown ? 'text' : 'password'}
      endAdornment={
        <InputAdornment position="end">
          <IconButton
            edge="end"
            aria-label="Show password"
            aria-pressed={isShown}
            title="Show password"
            onClick={() => setShown(!isShown)}
          >
            {isShown ? <HiddenIcon fontSize="small" /> : <ShownIcon fontSize="small" />}
          </IconButton>
        </InputAdornment>
      }
    />
  );
}
