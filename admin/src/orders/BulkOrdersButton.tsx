import { Box, Button, Dialog, DialogActions, DialogContent, DialogTitle, Typography } from '@mui/material';
import { Intent } from '@supreme-access/contract/intents.js';
import { counted } from '@supreme-access/contract/labels.js';
import { BULK_MAX } from '@supreme-access/contract/limits.js';
import type { BulkResult } from '@supreme-access/contract/shapes/orders.js';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import {
  Form,
  maxLength,
  required,
  TextInput,
  useListContext,
  useLogoutIfAccessDenied,
  useRefresh,
  useResourceContext,
  useUnselect,
} from 'react-admin';
import type { BulkOrders } from '../data-provider.js';
import { OwnProof } from '../ui/OwnProof.js';
import { Refusal } from '../ui/Refusal.js';
import { RefusedButton } from '../ui/RefusedButton.js';
import { useStrayClicks } from '../ui/stray-clicks.js';
import { Unsaved } from '../ui/Unsaved.js';

export interface BulkOrdersButtonProps {
  label: string;
  pending: string;
  /** The verb of the result, as in '2 orders refunded'. */
  done: string;
  explain: string;
  helperText: string;
  /** The dialog asks for the password at once, and for a code where one-time codes are on. */
  asksProof?: boolean;
  icon?: ReactNode;
  /** `key` is the Idempotency-Key, the same until a value changes, so that a lost answer is requested again. */
  run: (body: BulkOrders, key: string) => Promise<{ results: BulkResult[] }>;
  nameOf: (id: string) => ReactNode;
}

/** Runs one action on all chosen orders, with one reason, and lists those that were refused. */
export function BulkOrdersButton(props: BulkOrdersButtonProps) {
  const { label, icon } = props;
  const { selectedIds } = useListContext();
  const [chosen, setChosen] = useState<string[] | null>(null);
  if (selectedIds.length > BULK_MAX && chosen === null) {
    return <RefusedButton label={label} icon={icon} size="small" refusal={`Choose at most ${BULK_MAX} orders.`} />;
  }
  return (
    <>
      <Button size="small" startIcon={icon} onClick={() => setChosen(selectedIds.map(String))}>
        {label}
      </Button>
      {chosen && <BulkOrdersDialog {...props} ids={chosen} onClose={() => setChosen(null)} />}
    </>
  );
}

interface BulkOrdersDialogProps extends BulkOrdersButtonProps {
  ids: string[];
  onClose: () => void;
}

function BulkOrdersDialog(props: BulkOrdersDialogProps) {
  const { ids, label, onClose } = props;
  const { data: results, isPending, mutate, error } = useBulkOrders(props);
  const unselect = useUnselect(useResourceContext());
  const refresh = useRefresh();
  const heading = useId();
  const close = () => {
    if (isPending) return;
    onClose();
    if (!results) return;
    unselect(results.filter(({ success }) => success).map(({ id }) => id));
    refresh();
  };
  const strayClicks = useStrayClicks(close);
  return (
    <Dialog open {...(results ? { onClose: close } : strayClicks)} maxWidth="sm" fullWidth aria-labelledby={heading}>
      <DialogTitle id={heading}>{`${label}: ${counted(ids.length, 'order', 'orders')}`}</DialogTitle>
      {results ? (
        <Results {...props} results={results} onClose={close} />
      ) : (
        <Form record={{}} onSubmit={(values: object) => mutate(values as Omit<BulkOrders, 'ids'>)}>
          <Question {...props} isPending={isPending} error={error} onClose={close} />
        </Form>
      )}
    </Dialog>
  );
}

function useBulkOrders({ ids, run }: BulkOrdersDialogProps) {
  const [intent] = useState(() => new Intent());
  const logoutIfAccessDenied = useLogoutIfAccessDenied();
  return useMutation({
    mutationFn: async (values: Omit<BulkOrders, 'ids'>) => {
      const body = { ...values, ids };
      return (await run(body, intent.keyFor(JSON.stringify(body)))).results;
    },
    onError: async (error) => {
      await logoutIfAccessDenied(error);
    },
  });
}

function Question(props: BulkOrdersDialogProps & { isPending: boolean; error: unknown }) {
  const { ids, label, pending, explain, helperText, asksProof, nameOf, isPending, error, onClose } = props;
  return (
    <>
      <DialogContent>
        <Typography sx={{ pb: 1 }}>{explain}</Typography>
        <Unsaved form={label} asks={false} />
        <TextInput
          source="reason"
          label="Reason"
          helperText={helperText}
          validate={[required(), maxLength(300)]}
          autoFocus
        />
        {asksProof && <OwnProof />}
        <Refusal error={error} />
        <Orders label="Chosen orders">
          {ids.map((id) => (
            <Box component="li" key={id}>
              {nameOf(id)}
            </Box>
          ))}
        </Orders>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} disabled={isPending}>
          Back
        </Button>
        <Button type="submit" variant="contained" disabled={isPending}>
          {isPending ? pending : label}
        </Button>
      </DialogActions>
    </>
  );
}

function Results({ results, done, nameOf, onClose }: BulkOrdersDialogProps & { results: BulkResult[] }) {
  const failed = results.filter(({ success }) => !success);
  const good = results.length - failed.length;
  const notDone = failed.length === 0 ? '' : `, ${failed.length} not`;
  return (
    <>
      <DialogContent>
        <Typography role="status" sx={{ fontWeight: 600, pb: 1 }}>
          {`${counted(good, 'order', 'orders')} ${done}${notDone}.`}
        </Typography>
        {failed.length > 0 && (
          <Orders label={`Not ${done}`}>
            {failed.map(({ id, error }) => (
              <Box component="li" key={id}>
                {nameOf(id)}
                <Box sx={{ color: 'error.main' }}>{error}</Box>
              </Box>
            ))}
          </Orders>
        )}
      </DialogContent>
      <DialogActions>
        <Button variant="contained" onClick={onClose} autoFocus>
          Close
        </Button>
      </DialogActions>
    </>
  );
}

function Orders({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Box
      component="ul"
      aria-label={label}
      // A scrollable region must be reachable by keyboard (axe: scrollable-region-focusable).
      tabIndex={0}
      sx={{
        listStyle: 'none',
        m: 0,
        mt: 1,
        p: 0,
        maxHeight: 240,
        overflow: 'auto',
        fontSize: '0.8125rem',
        borderBottom: 1,
        borderColor: 'divider',
        '& > li': { py: 0.75, borderTop: 1, borderColor: 'divider', overflowWrap: 'anywhere' },
      }}
    >
      {children}
    </Box>
  );
}
