import { Alert } from '@mui/material';
import type { ReactNode } from 'react';

/** A page of one record passes this as `onError`, so that react-admin does not redirect to the list. */
export const stay = () => {};

export function reasonOf(error: unknown): string {
  return error instanceof Error && error.message ? error.message : 'That did not work. Try again.';
}

export function Refusal({ error, action }: { error: unknown; action?: ReactNode }) {
  if (!error) return null;
  return (
    <Alert severity="error" role="alert" action={action} sx={{ my: 1, '& .MuiAlert-action': { alignItems: 'center' } }}>
      {reasonOf(error)}
    </Alert>
  );
}
