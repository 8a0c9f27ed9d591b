import { Button, Dialog, DialogActions, DialogContent, DialogContentText, DialogTitle } from '@mui/material';
import { Intent } from '@supreme-access/contract/intents.js';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { Form, useLogoutIfAccessDenied } from 'react-admin';
import { Refusal } from '../ui/Refusal.js';
import { RefusedButton } from '../ui/RefusedButton.js';
import { useStrayClicks } from '../ui/stray-clicks.js';

interface StartButtonProps<Values extends object> {
  label: string;
  title: string;
  explain: string;
  refusal: string | null;
  run: (values: Values, key: string) => Promise<{ runId: string }>;
  onStarted: (started: { runId: string }) => void;
  children?: ReactNode;
}

/** A run is what an auditor may start too: it writes nothing but itself, so it is offered to whoever sees the page. */
export function StartButton<Values extends object>(props: StartButtonProps<Values>) {
  const { label, refusal } = props;
  const [open, setOpen] = useState(false);
  if (refusal !== null && !open) return <RefusedButton label={label} refusal={refusal} />;
  return (
    <>
      <Button variant="outlined" onClick={() => setOpen(true)}>
        {label}
      </Button>
      {open && <StartDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

function StartDialog<Values extends object>(props: StartButtonProps<Values> & { onClose: () => void }) {
  const { label, title, explain, run, onStarted, onClose, children } = props;
  const [intent] = useState(() => new Intent());
  const heading = useId();
  const strayClicks = useStrayClicks(() => !isPending && onClose());
  const logoutIfAccessDenied = useLogoutIfAccessDenied();
  const { mutate, isPending, error } = useMutation({
    mutationFn: (values: Values) => run(values, intent.keyFor(JSON.stringify(values))),
    onSuccess: onStarted,
    onError: async (failure) => {
      await logoutIfAccessDenied(failure);
    },
  });
  return (
    <Dialog open {...strayClicks} maxWidth="xs" fullWidth aria-labelledby={heading}>
      <Form record={{}} onSubmit={(values: object) => mutate(values as Values)}>
        <DialogTitle id={heading}>{title}</DialogTitle>
        <DialogContent>
          <DialogContentText sx={{ color: 'text.primary', mb: 1 }}>{explain}</DialogContentText>
          {children}
          <Refusal error={error} />
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose} disabled={isPending}>
            Back
          </Button>
          <Button type="submit" variant="contained" disabled={isPending}>
            {isPending ? 'Starting…' : label}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
