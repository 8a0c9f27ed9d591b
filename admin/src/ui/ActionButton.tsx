import { Box, Button, Dialog, DialogActions, DialogContent, DialogContentText, DialogTitle } from '@mui/material';
import { Intent } from '@supreme-access/contract/intents.js';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, type SyntheticEvent, useCallback, useId, useState } from 'react';
import {
  Form,
  HttpError,
  useCanAccess,
  useLogoutIfAccessDenied,
  useNotify,
  useRecordContext,
  useRefresh,
  useResourceContext,
} from 'react-admin';
import { OwnProof } from './OwnProof.js';
import { useOffer } from './page-actions.js';
import { Refusal } from './Refusal.js';
import { RefusedButton } from './RefusedButton.js';
import { MenuAction, useRowMenu } from './RowMenu.js';
import { useStrayClicks } from './stray-clicks.js';
import { Unsaved } from './Unsaved.js';

export interface ActionButtonProps<Values extends object, Answer> {
  label: string;
  pending: string;
  title: string;
  explain: ReactNode;
  done: string | ((answer: Answer) => string);
  /** `key` is the Idempotency-Key, the same until the values change or the dialog is opened again. */
  run: (values: Values, key: string) => Promise<Answer>;
  onDone?: (answer: Answer) => void;
  icon?: ReactNode;
  danger?: boolean;
  size?: 'small' | 'medium';
  refusal?: string;
  children?: ReactNode;
}

/**
 * A button or menu item that asks one question and runs one command. It is shown only to staff who may write; the
 * server decides everything else.
 */
export function ActionButton<Values extends object, Answer>(props: ActionButtonProps<Values, Answer>) {
  const { label, icon, danger, size = 'medium', refusal } = props;
  const mayWrite = useMayWrite();
  const menu = useRowMenu();
  const [open, setOpen] = useState(false);
  const show = useCallback(() => setOpen(true), []);
  useOffer(mayWrite && !menu ? { label, refusal, ask: show } : null);
  if (!mayWrite) return null;
  if (menu) {
    const question = (close: () => void) => <ActionDialog {...props} onClose={close} />;
    return <MenuAction label={label} refusal={refusal} danger={danger} onClick={() => menu.ask(question)} />;
  }
  if (refusal && !open) return <RefusedButton label={label} refusal={refusal} icon={icon} size={size} />;
  const ask = (event: SyntheticEvent) => {
    event.stopPropagation();
    setOpen(true);
  };
  return (
    <>
      <Button variant="outlined" color={danger ? 'error' : 'primary'} size={size} startIcon={icon} onClick={ask}>
        {label}
      </Button>
      {open && <ActionDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

interface ActionDialogProps<Values extends object, Answer> extends Omit<ActionButtonProps<Values, Answer>, 'done'> {
  done?: string | ((answer: Answer) => string);
  onClose: () => void;
}

/** The question alone, for what those may do too who only read. */
export function ActionDialog<Values extends object, Answer>(props: ActionDialogProps<Values, Answer>) {
  const { label, pending, title, explain, danger, children, onClose } = props;
  const { mutate, isPending, error, asksProof } = useAction(props);
  const heading = useId();
  const close = () => !isPending && onClose();
  const strayClicks = useStrayClicks(close);
  const record = useRecordContext();
  return (
    // A click in here must not reach the table row around the button.
    <Box component="span" onClick={(event) => event.stopPropagation()}>
      <Dialog open {...strayClicks} maxWidth="xs" fullWidth aria-labelledby={heading}>
        <Form record={{}} onSubmit={(values: object) => mutate(values as Values)}>
          <DialogTitle id={heading}>{title}</DialogTitle>
          <DialogContent>
            <DialogContentText component="div" sx={{ color: 'text.primary', mb: 1 }}>
              {explain}
            </DialogContentText>
            <Unsaved form={`${label} ${record?.id ?? ''}`} asks={false} />
            {children}
            {asksProof && <OwnProof />}
            <Refusal error={error} />
          </DialogContent>
          <DialogActions>
            <Button onClick={close} disabled={isPending}>
              Back
            </Button>
            <Button type="submit" variant="contained" color={danger ? 'error' : 'primary'} disabled={isPending}>
              {isPending ? pending : label}
            </Button>
          </DialogActions>
        </Form>
      </Dialog>
    </Box>
  );
}

/**
 * `asksProof`: the server requires a step-up, so the values hold a password, and a code where one-time codes are on.
 */
function useAction<Values extends object, Answer>({ run, done, onDone, onClose }: ActionDialogProps<Values, Answer>) {
  const [intent] = useState(() => new Intent());
  const [asksProof, setAsksProof] = useState(false);
  const notify = useNotify();
  const refresh = useRefresh();
  const logoutIfAccessDenied = useLogoutIfAccessDenied();
  const action = useMutation({
    mutationFn: (values: Values) => run(values, intent.keyFor(JSON.stringify(values))),
    onSuccess: (answer) => {
      const text = typeof done === 'function' ? done(answer) : done;
      if (text !== undefined) notify(text, { type: 'success', messageArgs: { _: text } });
      onClose();
      refresh();
      onDone?.(answer);
    },
    onError: async (error) => {
      if (error instanceof HttpError && error.body?.code === 'password-required') setAsksProof(true);
      await logoutIfAccessDenied(error);
    },
  });
  return { ...action, asksProof };
}

export function useMayWrite(): boolean {
  const resource = useResourceContext();
  const { canAccess } = useCanAccess({ resource, action: 'edit' });
  return canAccess === true;
}
