import { Alert } from '@mui/material';

/** Given to pages of one record as `onError`: they stay, and show the refusal, instead of going to the list. */
export const stay = () => {};

export function Refusal({ error }: { error: unknown }) {
  if (!error) return null;
  return (
    <Alert severity="error" role="alert" sx={{ my: 1 }}>
      {error instanceof Error && error.message ? error.message : 'That did not work. Try again.'}
    </Alert>
  );
}
